import type { QueryParameters } from '../../http/exchange.ts'
import type { SignInMessage } from './pages.ts'

/** Which app on a phone opened the window, and the address that leads back into it. */
export interface PhoneApp {
  readonly platform: 'ios' | 'android'
  readonly address: string
  /** Its bundle id (iOS), or the name of its package (Android). */
  readonly bundleId: string
  /** What the scheme of the address is made of, where that isn't the bundle id. */
  readonly clientId?: string | undefined
  readonly appId?: string | undefined
}

/**
 * What the SDKs for phones write instead of a page: `ibi` with `clientId` or `appId` (iOS), `apn` (Android). Undefined for the window of a
 * page, and for names that are none. The addresses are those of the vendor's own handler (`widget_ui.js` of firebase-tools 15).
 */
export function readPhoneApp(query: QueryParameters): PhoneApp | undefined {
  const apn = read(query, 'apn', dotted)
  if (apn !== undefined) {
    const address = `intent://firebase.auth/#Intent;scheme=genericidp;package=${apn};`
    return { platform: 'android', address, bundleId: apn }
  }
  const ibi = read(query, 'ibi', dotted)
  if (ibi === undefined) return undefined
  const clientId = read(query, 'clientId', dotted)
  const appId = read(query, 'appId', /^[\w:]+$/)
  return { platform: 'ios', address: iosAddress(ibi, clientId, appId), bundleId: ibi, clientId, appId }
}

function iosAddress(ibi: string, clientId: string | undefined, appId: string | undefined): string {
  if (clientId !== undefined) return `${clientId.split('.').toReversed().join('.')}://firebaseauth/link`
  if (appId !== undefined) return `app-${appId.replaceAll(':', '-')}://firebaseauth/link`
  return `${ibi}://google/link`
}

/** What becomes the scheme of an address has a dot, which those of browsers (`javascript`, `https`) don't. */
const dotted = /^[\w-]+(?:\.[\w-]+)+$/
const CHARACTERS_MAX = 255

function read(query: QueryParameters, name: string, pattern: RegExp): string | undefined {
  const text = query.get(name) ?? ''
  return text.length <= CHARACTERS_MAX && pattern.test(text) ? text : undefined
}

/** Where the browser goes when a sign-in has ended. An error is JSON of its code and message (`OAuthProvider.swift`, `firebaseError`). */
export function addressInApp(
  { platform, address }: Pick<PhoneApp, 'platform' | 'address'>,
  message: SignInMessage,
  origin: string,
): string {
  const { type, eventId, urlResponse, error } = message
  const said = {
    authType: type,
    ...(eventId !== undefined && { eventId }),
    ...(urlResponse !== undefined && { link: urlResponse }),
    ...(error !== undefined && { firebaseError: JSON.stringify(error) }),
  }
  if (platform === 'ios') {
    const link = `${origin}/__/auth/callback?${encoded(said).join('&')}`
    return `${address}?deep_link_id=${encodeURIComponent(link)}`
  }
  const extras = encoded(said).map((pair) => `S.${pair};`)
  return `${address}${extras.join('')}B.encryptionEnabled=false;end;`
}

/** The SDK for iOS reads no plus sign as a blank. */
function encoded(said: Readonly<Record<string, string>>): string[] {
  return Object.entries(said).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
}
