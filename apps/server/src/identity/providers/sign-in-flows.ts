import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../store-of.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import { OneTimeCodes } from '../sign-in/one-time-codes.ts'
import type { Realm } from '../realm.ts'
import { assertionOf } from '../tokens/unsigned-assertions.ts'
import { CALLBACK_PATH, callbackPathOf } from './callback-path.ts'
import type { ProviderClient } from './provider-client.ts'
import type { ProviderConfig } from './provider-config.ts'
import type { ProviderConfigs } from './provider-configs.ts'
import type { ProviderFailures } from './provider-failures.ts'

/** A user leaves for the provider, and comes back within this time. */
export const FLOW_LIFE_MS = 10 * 60 * 1000

/** What the page that wants somebody signed in asks for; kept with the flow and given back when it ends. */
export interface SignInRequest {
  readonly providerId: string
  /** Of the SDK: `signInViaPopup`, `reauthViaRedirect`, ... */
  readonly authType: string
  /** Of the SDK; tells the page which of its sign-ins this is. */
  readonly eventId: string | undefined
  /** The page itself; its host is an authorised domain. Empty where a `frame` has the result and no page was named. */
  readonly redirectUrl: string
  /**
   * Base64url of the SHA-256 of a secret that the page keeps; without the secret the result is worth nothing. Undefined for the SDK's
   * own resolver, which has none: its result comes with a secret, and goes to a frame of this server in the page.
   */
  readonly challenge?: string | undefined
  /** Which of those frames: `<API key>:<name of the app>`. */
  readonly frame?: string | undefined
  /** Of an app on a phone, into which `redirectUrl` leads instead of to a page. */
  readonly phone?: 'ios' | 'android' | undefined
}

interface Flow {
  readonly request: SignInRequest
  readonly nonce: string
  readonly codeVerifier: string
  readonly callbackUrl: string
  /** SHA-256 of the secret in the browser's cookie. */
  readonly browserKeyHash: string
}

/** The request by which a provider sent the browser back. */
export interface Arrival {
  /** What the browser has in its cookie. */
  readonly browserKey: string | undefined
  /** The path that it was sent to. */
  readonly path: string
  /** Where the browser is. */
  readonly address: string
}

interface Result {
  readonly assertion: IdpAssertion
  readonly challenge: string
}

export interface StartedFlow {
  /** Where the browser goes; undefined for the test provider of `hearth dev`. */
  readonly location: string | undefined
  readonly state: string
  /** For a cookie: only the browser that began the flow can end it. */
  readonly browserKey: string
}

export interface EndedFlow {
  readonly realm: Realm
  readonly request: SignInRequest
  /** What the provider's answer came to: a code for `redeem`, with its secret when the page has none, or a `StatusError`. */
  readonly outcome: { readonly code: string; readonly secret?: string } | { readonly error: unknown }
}

const CODE_LIFE_MS = 60 * 1000
const SECRET_BYTES = 32

/**
 * Sign-ins that run at a provider in a window of their own. Three secrets hold one together: the `state` (works once, names the flow),
 * a cookie (the browser that began it), and the page's own secret, of which the server has the hash until the result is redeemed.
 */
export class SignInFlows {
  readonly #configs: ProviderConfigs
  readonly #client: ProviderClient<ProviderConfig>
  readonly #failures: ProviderFailures
  readonly #clock: Clock
  readonly #random: Random
  readonly #hasTestProvider: (realm: Realm) => boolean
  readonly #flows: OneTimeCodes<Flow>
  readonly #results: OneTimeCodes<Result>

  constructor(options: {
    storeOf: StoreOf
    configs: ProviderConfigs
    client: ProviderClient<ProviderConfig>
    failures: ProviderFailures
    clock: Clock
    random: Random
    /** Whether a provider that nobody configured is played by this server. */
    hasTestProvider: (realm: Realm) => boolean
  }) {
    this.#configs = options.configs
    this.#client = options.client
    this.#failures = options.failures
    this.#clock = options.clock
    this.#random = options.random
    this.#hasTestProvider = options.hasTestProvider
    // Strangers begin them, and to nobody it makes a difference why one is over.
    const codes = { ...options, keptAfterMs: 0 }
    this.#flows = new OneTimeCodes({ ...codes, space: 'sign-in-flow' })
    this.#results = new OneTimeCodes({ ...codes, space: 'sign-in-result' })
  }

  /** Throws `OPERATION_NOT_ALLOWED` for a provider that is not set up, `PROVIDER_UNREACHABLE`. */
  async start(
    realm: Realm,
    request: SignInRequest,
    app: {
      /** What browsers reach this server by. */
      readonly origin: string
      readonly scopes: readonly string[]
      readonly customParameters: Readonly<Record<string, string>>
    },
  ): Promise<StartedFlow> {
    const provider = await this.findEnabled(realm, request.providerId)
    const { origin, ...asked } = app
    const callbackUrl = origin + (provider === undefined ? CALLBACK_PATH : callbackPathOf(realm, provider))
    const [nonce, codeVerifier, browserKey] = [this.#secret(), this.#secret(), this.#secret()]
    const flow = { request, nonce, codeVerifier, callbackUrl, browserKeyHash: hashOf(browserKey) }
    const state = await this.#flows.issue(realm, flow, { lifeMs: FLOW_LIFE_MS })
    const secrets = { state: stateOf(realm, state), nonce, codeVerifier, callbackUrl }
    const isReauthentication = isReauthenticationOf(request)
    const location =
      provider === undefined
        ? undefined
        : await this.#client
            .authorizationUrl(provider, { ...asked, ...secrets, isReauthentication })
            .catch((error: unknown) => this.#fail(realm, provider.providerId, error))
    return { location, state: secrets.state, browserKey }
  }

  /** The provider has sent the browser back with `answer`. Throws `INVALID_SIGN_IN_STATE` when that ends no flow of this browser at this path. */
  async finish(answer: URLSearchParams, { browserKey, path, address }: Arrival): Promise<EndedFlow> {
    const state = stateIn(answer)
    const { realm, flow } = await this.#use(state, browserKey, path)
    const provider = await this.#configs.find(realm, flow.request.providerId)
    return await this.#end(realm, flow.request, async () => {
      if (provider?.enabled !== true) throw providerIsOff(flow.request.providerId)
      // Whoever configures the provider anew meanwhile is not given what came to the address of the one before.
      if (callbackPathOf(realm, provider) !== path) throw identityError('INVALID_IDP_RESPONSE')
      const isReauthentication = isReauthenticationOf(flow.request)
      return await this.#client.exchange(provider, answer, { ...flow, state, isReauthentication, address })
    })
  }

  /** Whether an answer with this state can end a flow at this path, of whatever browser. */
  async isUnderWay(state: string, path: string): Promise<boolean> {
    const parts = takeApart(state)
    if (parts === undefined) return false
    const found = await this.#flows.find(parts.realm, parts.code)
    return found.kind === 'valid' && endsAt(found.content, path)
  }

  /** The test provider of `hearth dev` has an answer: claims, or undefined for "no". Throws as `finish`. */
  async finishTest(
    state: string,
    browserKey: string | undefined,
    claimsOf: (realm: Realm, providerId: string) => Promise<Readonly<Record<string, unknown>> | undefined>,
  ): Promise<EndedFlow> {
    const { realm, flow } = await this.#use(state, browserKey)
    if (!this.#hasTestProvider(realm)) throw identityError('INVALID_SIGN_IN_STATE')
    const { providerId } = flow.request
    return await this.#end(realm, flow.request, async () => {
      if ((await this.findEnabled(realm, providerId)) !== undefined) throw identityError('INVALID_IDP_RESPONSE')
      const claims = await claimsOf(realm, providerId)
      if (claims === undefined) throw identityError('USER_CANCELLED')
      const idToken = JSON.stringify(claims)
      return { ...assertionOf(providerId, claims), isTrusted: true, idToken, accessToken: idToken }
    })
  }

  /**
   * Works once, for the page that began the flow. Throws `INVALID_IDP_RESPONSE`, `OPERATION_NOT_ALLOWED` when the provider is no longer
   * set up.
   */
  async redeem(realm: Realm, code: string, pageSecret: string): Promise<IdpAssertion> {
    const isRight = ({ challenge }: Result): boolean => areEqual(challenge, hashOf(pageSecret))
    const found = await this.#results.redeem(realm, code, { isRight, failuresMax: 1 })
    if (found.kind !== 'valid') {
      throw identityError('INVALID_IDP_RESPONSE', 'The sign-in is over, was used before, or was begun by another page.')
    }
    const { assertion } = found.content
    await this.findEnabled(realm, assertion.providerId)
    return assertion
  }

  /** `path` is where the answer came to; undefined for one that this server gave itself. */
  async #use(state: string, browserKey: string | undefined, path?: string): Promise<{ realm: Realm; flow: Flow }> {
    const parts = takeApart(state)
    if (parts === undefined || browserKey === undefined) throw identityError('INVALID_SIGN_IN_STATE')
    const { realm, code } = parts
    const isRight = (flow: Flow): boolean =>
      areEqual(flow.browserKeyHash, hashOf(browserKey)) && (path === undefined || endsAt(flow, path))
    // Who has seen the state alone can't end the flow of the browser that it belongs to, except by guessing 256 bits.
    const found = await this.#flows.find(realm, code)
    if (found.kind !== 'valid' || !isRight(found.content)) throw identityError('INVALID_SIGN_IN_STATE')
    const used = await this.#flows.redeem(realm, code, { isRight, failuresMax: 1 })
    if (used.kind !== 'valid') throw identityError('INVALID_SIGN_IN_STATE')
    return { realm, flow: used.content }
  }

  async #end(realm: Realm, request: SignInRequest, assert: () => Promise<IdpAssertion>): Promise<EndedFlow> {
    try {
      const said = await assert()
      const verifiedAt = Math.floor(this.#clock.nowMs() / 1000)
      const assertion = { ...said, isReauthentication: isReauthenticationOf(request), verifiedAt }
      const keep = async (challenge: string): Promise<string> =>
        await this.#results.issue(realm, { assertion, challenge }, { lifeMs: CODE_LIFE_MS })
      if (request.challenge !== undefined) return { realm, request, outcome: { code: await keep(request.challenge) } }
      const secret = this.#secret()
      return { realm, request, outcome: { code: await keep(hashOf(secret)), secret } }
    } catch (error) {
      this.#failures.note(realm, request.providerId, error)
      return { realm, request, outcome: { error } }
    }
  }

  #fail(realm: Realm, providerId: string, error: unknown): never {
    this.#failures.note(realm, providerId, error)
    throw error
  }

  /** Undefined for one that the test provider plays. Throws `OPERATION_NOT_ALLOWED` for a provider that is not set up. */
  async findEnabled(realm: Realm, providerId: string): Promise<ProviderConfig | undefined> {
    const provider = await this.#configs.find(realm, providerId)
    if (provider === undefined && this.#hasTestProvider(realm)) return undefined
    if (provider?.enabled !== true) throw providerIsOff(providerId)
    return provider
  }

  #secret(): string {
    return this.#random.bytes(SECRET_BYTES).toString('base64url')
  }
}

function isReauthenticationOf({ authType }: SignInRequest): boolean {
  return authType.startsWith('reauth')
}

function providerIsOff(providerId: string): Error {
  return identityError('OPERATION_NOT_ALLOWED', `Sign-in by ${providerId} is not set up for this project.`)
}

function endsAt({ callbackUrl }: Flow, path: string): boolean {
  return new URL(callbackUrl).pathname === path
}

/** SAML has it under a name of its own (Bindings, section 3.5.3). */
export function stateIn(answer: URLSearchParams): string {
  return answer.get('state') ?? answer.get('RelayState') ?? ''
}

/** `<realm>~<code>`: the provider's answer says nothing else about where it belongs. */
function stateOf(realm: Realm, code: string): string {
  return `${realm}~${code}`
}

function takeApart(state: string): { realm: Realm; code: string } | undefined {
  const [, realm, code] = /^([a-z0-9-]{1,40}(?:\/[\w-]{1,40})?)~([\w-]{43})$/.exec(state) ?? []
  return realm === undefined || code === undefined ? undefined : { realm, code }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function areEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
