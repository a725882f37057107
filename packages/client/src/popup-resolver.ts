import { type Auth, type AuthProvider, browserPopupRedirectResolver, type PopupRedirectResolver } from 'firebase/auth'
import { type AuthEvent, AuthEvents, authError } from './auth-events.ts'
import { knownSdk } from './sdk-constants.ts'
import { readSignInMessage } from './sign-in-message.ts'
import { SignInWindow } from './sign-in-window.ts'

/** The members that the SDK uses of a resolver (12.19), and that are borrowed from its own. */
interface StockResolver {
  readonly _redirectPersistence: unknown
  _completeRedirectFn(auth: Auth, resolver: unknown, bypassAuthState: boolean): Promise<unknown>
  /** Not in the first versions of 9. */
  readonly _overrideRedirectResult?: ((auth: Auth, result: () => Promise<unknown>) => void) | undefined
}

/** What the SDK keeps of a window: it looks whether it is closed, which we know better, and closes it. */
interface OpenedWindow {
  readonly window: null
  associatedEvent: string | null
  close(): void
}

/**
 * Sign-in through providers in a window or by redirect, by the pages of a Hearth server; no script of the vendor's is loaded. The SDK
 * makes one of it and calls the members below, which are its interface of a resolver and no public one: they hold for the SDK's version
 * that this package names.
 */
class HearthPopupResolver {
  readonly _shouldInitProactively = false
  readonly #stock = stockResolver()
  readonly _redirectPersistence = this.#stock._redirectPersistence
  readonly _completeRedirectFn = this.#stock._completeRedirectFn
  readonly _overrideRedirectResult = this.#stock._overrideRedirectResult
  readonly #events = new Map<Auth, AuthEvents>()

  async _initialize(auth: Auth): Promise<AuthEvents> {
    const known = this.#events.get(auth)
    if (known !== undefined) return known
    const events = new AuthEvents(takeRedirect(auth.app.name))
    this.#events.set(auth, events)
    return events
  }

  async _openPopup(auth: Auth, provider: AuthProvider, authType: string, eventId = ''): Promise<OpenedWindow> {
    const events = await this._initialize(auth)
    const opened = SignInWindow.open()
    if (opened === undefined) throw authError('auth/popup-blocked', 'The browser blocked the window.')
    try {
      const { secret, challenge } = await secretOfPage()
      const flow = { authType, eventId, challenge, redirectUrl: pageAddress() }
      const address = handlerAddress(auth, provider, flow)
      opened.watch(serverOrigin(auth), { type: authType, eventId, secret }, (event) => events.dispatch(event))
      opened.navigate(address)
    } catch (error) {
      opened.close()
      throw error
    }
    return { window: null, associatedEvent: eventId, close: () => opened.close() }
  }

  async _openRedirect(auth: Auth, provider: AuthProvider, authType: string, eventId?: string): Promise<never> {
    await this._originValidation(auth)
    const { secret, challenge } = await secretOfPage()
    rememberRedirect(auth.app.name, { type: authType, eventId, secret, address: location.href })
    location.assign(handlerAddress(auth, provider, { authType, eventId, challenge, redirectUrl: pageAddress() }))
    return await new Promise<never>(() => undefined)
  }

  /** The server refuses pages of other domains itself; this one is told why. */
  async _originValidation(auth: Auth): Promise<void> {
    const address = new URL('/identitytoolkit.googleapis.com/v1/projects', serverOrigin(auth))
    address.searchParams.set('key', auth.config.apiKey)
    const answer = await fetch(address)
    const { authorizedDomains = [] } = (await answer.json()) as { authorizedDomains?: string[] }
    if (authorizedDomains.includes(location.hostname)) return
    throw authError('auth/unauthorized-domain', 'This domain is not one of the authorised domains of the project.')
  }

  _isIframeWebStorageSupported(_auth: Auth, callback: (isSupported: boolean) => void): void {
    callback(true)
  }
}

/** Throws an `Error` for one that is not the known SDK's. */
function stockResolver(): StockResolver {
  const stock = new (browserPopupRedirectResolver as unknown as new () => Partial<StockResolver>)()
  const { _redirectPersistence, _completeRedirectFn, _overrideRedirectResult } = stock
  if (!_redirectPersistence || !_completeRedirectFn) {
    throw new Error(`Sign-in windows of this SDK are unknown: @hearth/client is made for ${knownSdk}.`)
  }
  return { _redirectPersistence, _completeRedirectFn, _overrideRedirectResult }
}

/** What the page remembers while the browser is at the provider; in the session storage of this tab. */
interface PendingRedirect {
  readonly type: string
  readonly eventId: string | undefined
  readonly secret: string
  /** Where the user was, with the fragment. */
  readonly address: string
}

const fragmentName = 'hearth-sign-in'

function rememberRedirect(app: string, pending: PendingRedirect): void {
  sessionStorage.setItem(keyOf(app), JSON.stringify(pending))
}

/**
 * The event of the redirect that the page has just come back from. What the fragment says counts only when this tab began the sign-in;
 * it goes from the address in any case.
 */
function takeRedirect(app: string): AuthEvent | undefined {
  const stored = sessionStorage.getItem(keyOf(app))
  const fragment = new URLSearchParams(location.hash.slice(1)).get(fragmentName)
  if (fragment === null) return undefined
  const pending = stored === null ? undefined : (JSON.parse(stored) as PendingRedirect)
  sessionStorage.removeItem(keyOf(app))
  const clean = new URL(location.href)
  clean.hash = pending === undefined ? '' : new URL(pending.address).hash
  history.replaceState(history.state, '', clean)
  return pending === undefined ? undefined : readSignInMessage(decodeFragment(fragment), pending)
}

function decodeFragment(fragment: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // Somebody else's fragment; this sign-in has no answer.
    return undefined
  }
}

function keyOf(app: string): string {
  return `hearth:sign-in:${app}`
}

/** The SDK takes the class, not an instance, and its public type shows no members. */
export const hearthPopupResolver = HearthPopupResolver as unknown as PopupRedirectResolver

async function secretOfPage(): Promise<PageSecret> {
  if (isSecureContext) return await createPageSecret()
  throw authError(
    'auth/operation-not-supported-in-this-environment',
    'Sign-in through a provider needs https, or http on this machine.',
  )
}

/** Without the fragment, which is the page's own affair and may be long. */
function pageAddress(): string {
  const address = new URL(location.href)
  address.hash = ''
  return address.href
}

/** What the SDK's providers have besides their public interface. */
interface FederatedProvider extends AuthProvider {
  getCustomParameters?(): Readonly<Record<string, string>>
  getScopes?(): readonly string[]
}

/** One sign-in: the secret stays in the page, the server is told its hash. */
interface PageSecret {
  /** 43 characters of base64url. */
  readonly secret: string
  readonly challenge: string
}

/** The origin that `connectAuth` pointed this `Auth` at. */
function serverOrigin({ emulatorConfig }: Auth): string {
  if (emulatorConfig === null) throw new Error('This Auth is not connected to a Hearth server; call connectAuth first.')
  const { protocol, host, port } = emulatorConfig
  return new URL(`${protocol}://${host}${port === null ? '' : `:${port}`}`).origin
}

/** Rejects outside a secure context, which has no SHA-256: plain http that is not loopback. */
async function createPageSecret(): Promise<PageSecret> {
  const secret = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return { secret, challenge: base64url(new Uint8Array(hash)) }
}

/** Where the window goes, as `protocols/sign-in-window` of the server takes it apart. */
function handlerAddress(
  auth: Auth,
  provider: AuthProvider,
  flow: { authType: string; eventId: string | undefined; challenge: string; redirectUrl: string },
): string {
  const { providerId, getCustomParameters, getScopes } = provider as FederatedProvider
  const address = new URL('/__/auth/handler', serverOrigin(auth))
  const { authType, eventId, challenge, redirectUrl } = flow
  const parameters = getCustomParameters?.call(provider) ?? {}
  const scopes = getScopes?.call(provider) ?? []
  const query: Record<string, string | undefined> = {
    apiKey: auth.config.apiKey,
    authType,
    providerId,
    redirectUrl,
    challenge,
    eventId,
    tid: auth.tenantId ?? undefined,
    customParameters: Object.keys(parameters).length > 0 ? JSON.stringify(parameters) : undefined,
    scopes: scopes.length > 0 ? scopes.join(',') : undefined,
  }
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
  return address.href
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
