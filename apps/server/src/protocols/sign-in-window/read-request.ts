import { StatusError } from '@hearth/model'
import { validateContinueUrl } from '../../identity/messages/action-link.ts'
import { identityError } from '../../identity/identity-error.ts'
import { GOOGLE_PROVIDER_ID, isOpenId } from '../../identity/providers/provider-config.ts'
import type { SignInRequest } from '../../identity/providers/sign-in-flows.ts'
import { type Realm, realmOf } from '../../identity/realm.ts'
import { askingPage } from '../../http/asking-page.ts'
import type { Exchange, QueryParameters } from '../../http/exchange.ts'
import type { KeyUse } from '../../projects/api-key.ts'
import type { SignInWindowDeps } from './protocol.ts'
import { type PhoneApp, readPhoneApp } from './phone-app.ts'

/** What an app's page opened the window with, taken apart and checked. */
export interface WindowRequest {
  readonly project: string
  readonly realm: Realm
  readonly request: SignInRequest
  readonly scopes: readonly string[]
  readonly customParameters: Readonly<Record<string, string>>
}

const authTypes: ReadonlySet<string> = new Set(
  ['signIn', 'reauth', 'link'].flatMap((act) => [`${act}ViaPopup`, `${act}ViaRedirect`]),
)
/** Those of the SDKs for phones. */
const phoneAuthTypes: ReadonlySet<string> = new Set(
  ['signIn', 'reauthenticate', 'link'].map((act) => `${act}WithRedirect`),
)
const PARAMETERS_MAX = 30
const TEXT_CHARACTERS_MAX = 1_024
/** It is kept until the sign-in ends. Common browsers and proxies take addresses of twice that. */
const ADDRESS_CHARACTERS_MAX = 4_096

/**
 * The query of the handler: `apiKey, authType, providerId, redirectUrl`, a `challenge` (from `@hearth/client`) or an `appName` (from the
 * SDK's own resolver) and, where they apply, `eventId, scopes` (with commas between), `customParameters` (a JSON object of texts),
 * `tid`. Before anybody is told anything it throws `UNAUTHORIZED_DOMAIN` for a page that is not the project's,
 * `API_KEY_HTTP_REFERRER_BLOCKED` for one that the key is not kept to, and what says which of the rest is wrong.
 */
export async function readWindowRequest(deps: SignInWindowDeps, exchange: Exchange): Promise<WindowRequest> {
  const { query } = exchange
  const app = readPhoneApp(query)
  if (app !== undefined) return await readPhoneRequest(deps, exchange, app)
  const redirectUrl = query.get('redirectUrl') ?? ''
  if (redirectUrl.length > ADDRESS_CHARACTERS_MAX) throw wrong('redirectUrl')
  const asked = readAsked(query, authTypes)
  const challenge = query.get('challenge') ?? undefined
  if (challenge !== undefined && !/^[\w-]{43}$/.test(challenge)) throw wrong('challenge')
  const frame = challenge === undefined ? readFrameName(query) : undefined
  // Windows of firebase 8 name no page: what comes of them goes to a frame of this server, which the project's pages alone may hold.
  const isOfFrame = frame !== undefined && redirectUrl === '' && asked.request.authType.endsWith('ViaPopup')
  const use = isOfFrame ? askingPage(exchange) : pageAt(redirectUrl, exchange)
  const { project, realm } = await realmOfApp(deps, query, use)
  // A tenant's pages are the project's.
  if (!isOfFrame) validateContinueUrl(redirectUrl, await pageDomains(deps, exchange, project))
  return { project, realm, ...asked, request: { ...asked.request, redirectUrl, challenge, frame } }
}

/**
 * The query of an app on a phone (`OAuthProvider` of firebase-ios-sdk 12; `GenericIdpActivity` of Android, as the vendor's emulator reads it):
 * `sessionId` is the SHA-256, in hexadecimal, of the secret that comes with `accounts:signInWithIdp`: another app that takes the address for
 * its own has nothing of the result without it. Under `hearth start` the result goes to registered apps alone.
 */
async function readPhoneRequest(deps: SignInWindowDeps, { query }: Exchange, app: PhoneApp): Promise<WindowRequest> {
  const { platform, address } = app
  const { project, realm } = await realmOfApp(deps, query, { website: undefined, isOwnPage: false })
  if (deps.mode === 'start') await assertRegistered(deps, { project, realm }, app)
  const asked = readAsked(query, phoneAuthTypes)
  const sessionId = query.get('sessionId') ?? ''
  if (!/^[0-9a-f]{64}$/i.test(sessionId)) throw wrong('sessionId')
  const challenge = Buffer.from(sessionId, 'hex').toString('base64url')
  return { project, realm, ...asked, request: { ...asked.request, redirectUrl: address, challenge, phone: platform } }
}

async function realmOfApp(
  { projects, tenants }: Pick<SignInWindowDeps, 'projects' | 'tenants'>,
  query: QueryParameters,
  use: KeyUse,
): Promise<{ project: string; realm: Realm }> {
  const project = await projects.projectOfApiKey(query.get('apiKey') ?? '', use)
  const tenant = query.get('tid') || undefined
  if (tenant !== undefined) await tenants.get(project, tenant)
  return { project, realm: realmOf(project, tenant) }
}

/** What pages and apps on phones write alike. */
function readAsked(query: QueryParameters, types: ReadonlySet<string>) {
  const authType = query.get('authType') ?? ''
  if (!types.has(authType)) throw wrong('authType')
  const providerId = query.get('providerId') ?? ''
  if (!/^[a-z][a-z0-9.-]{0,63}$/.test(providerId)) throw identityError('INVALID_PROVIDER_ID')
  const eventId = query.get('eventId') ?? undefined
  if (eventId !== undefined && eventId.length > TEXT_CHARACTERS_MAX) throw wrong('eventId')
  return {
    request: { providerId, authType, eventId },
    scopes: readScopes(query.get('scopes') ?? ''),
    customParameters: readParameters(query.get('customParameters') ?? '{}'),
  }
}

/** Who uses the key is the page that is told the result, whatever page opened the window. */
function pageAt(redirectUrl: string, { publicOrigin }: Exchange): KeyUse {
  const website = URL.canParse(redirectUrl) ? new URL(redirectUrl).origin : undefined
  return { website, isOwnPage: website === publicOrigin }
}

/** Names the SDK's frame of one app in a page: `<API key>:<name of the app>`. */
export function readFrameName(query: QueryParameters): string {
  const [apiKey, appName] = [query.get('apiKey') ?? '', query.get('appName') ?? '']
  if (appName === '' || appName.length > TEXT_CHARACTERS_MAX) throw wrong('appName')
  return `${apiKey}:${appName}`
}

/** The hosts of the pages that may have somebody signed in. */
export async function pageDomains(
  deps: Pick<SignInWindowDeps, 'settings'>,
  exchange: Exchange,
  project: string,
): Promise<readonly string[]> {
  const { authorizedDomains } = await deps.settings.get(project)
  return [...authorizedDomains, new URL(exchange.publicOrigin).hostname]
}

/** Scope tokens of RFC 6749, section 3.3. */
function readScopes(text: string): string[] {
  const scopes = text.split(',').filter((scope) => scope !== '')
  if (text.length > TEXT_CHARACTERS_MAX || !scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw wrong('scopes')
  }
  return scopes
}

function readParameters(text: string): Record<string, string> {
  const entries = Object.entries(parseObject(text))
  const areTexts = entries.every(
    ([name, value]) => typeof value === 'string' && name.length <= 64 && value.length <= TEXT_CHARACTERS_MAX,
  )
  if (entries.length > PARAMETERS_MAX || !areTexts) throw wrong('customParameters')
  return Object.fromEntries(entries)
}

function parseObject(text: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, string>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrong('customParameters')
}

function wrong(name: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_SIGN_IN_REQUEST', `The window was opened with a wrong "${name}".`)
}

/**
 * The app is one of the project's, and its address is made of what the project knows: its bundle id or package, its app id, or a client id of
 * the project's Google. Throws `permission-denied`/`UNREGISTERED_APP`: nothing is sent to the address of another one.
 */
async function assertRegistered(
  { projects, providers }: Pick<SignInWindowDeps, 'projects' | 'providers'>,
  { project, realm }: { readonly project: string; readonly realm: Realm },
  app: PhoneApp,
): Promise<void> {
  const apps = await projects.listApps(project)
  const known = apps.find(
    ({ platform, bundleId, appId }) =>
      platform === app.platform && bundleId === app.bundleId && (app.appId === undefined || app.appId === appId),
  )
  if (known === undefined) {
    throw unregistered(`The project has no app for ${app.platform} with the id ${app.bundleId}`, 'Apps and keys')
  }
  if (app.clientId !== undefined && !(await isGoogleClient(providers, realm, app.clientId))) {
    throw unregistered(`The client id ${app.clientId} is none of the project’s Google`, 'Sign-in → Google')
  }
}

async function isGoogleClient(
  providers: SignInWindowDeps['providers'],
  realm: Realm,
  clientId: string,
): Promise<boolean> {
  const google = await providers.findOwn(realm, GOOGLE_PROVIDER_ID)
  if (google === undefined || !isOpenId(google)) return false
  return google.clientId === clientId || google.acceptedClientIds?.includes(clientId) === true
}

/** `place`: below Settings in the console. */
function unregistered(what: string, place: string): StatusError {
  const text = `${what}: add it in the console (Settings → ${place}), and open the window again.`
  return new StatusError('permission-denied', 'UNREGISTERED_APP', text)
}
