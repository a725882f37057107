import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { StatusError } from '@hearth/model'
import { type Clock, type Log, steadyMs } from '../../ambient.ts'
import { identityError } from '../identity-error.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import { assertionOf } from '../tokens/unsigned-assertions.ts'
import { googleProviderId, type ProviderConfig } from './provider-config.ts'

/** What binds a provider's answer to the question. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  /** RFC 7636. */
  readonly codeVerifier: string
  /** The redirect URI, exactly as it is registered with the provider. */
  readonly callbackUrl: string
}

export interface AuthorizationRequest extends FlowSecrets {
  /** Besides `openid email profile`. */
  readonly scopes: readonly string[]
  /** Of the app, such as `login_hint`; those of the protocol itself are left out. */
  readonly customParameters: Readonly<Record<string, string>>
  /** The user is to prove anew who they are. */
  readonly isReauthentication: boolean
}

const discoveredMax = 200
const discoveredAgainMs = 60 * 60 * 1000
const recentSeconds = 5 * 60
/** Seconds. */
const timeout = 10
/** An app can't say these: they are what the flow's safety stands on. */
const reserved: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'id_token_hint',
  'nonce',
  'redirect_uri',
  'registration',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
])

/** Of `openid-client`; an error of the network itself has no code at all. */
const unreachableCodes: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

interface Discovered {
  readonly configuration: Promise<Configuration>
  readonly readAt: number
}

/**
 * Hearth as a client of OpenID Connect providers: the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1).
 * The library is loaded with the first flow: most servers start without a provider.
 */
export class OpenIdClient {
  readonly #fetch: CustomFetch
  readonly #clock: Clock
  readonly #log: Log
  readonly #discovered = new Map<string, Discovered>()

  constructor(options: { fetch: CustomFetch; clock: Clock; log: Log }) {
    this.#fetch = options.fetch
    this.#clock = options.clock
    this.#log = options.log
  }

  /** Where the user's browser goes. Throws `unavailable`/`PROVIDER_UNREACHABLE`. */
  async authorizationUrl(provider: ProviderConfig, request: AuthorizationRequest): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const configuration = await this.#discover(provider)
    const own = Object.entries(request.customParameters).filter(([name]) => !reserved.has(name))
    const scopes = new Set(['openid', 'email', 'profile', ...request.scopes])
    const isAskedAnew = request.isReauthentication && provider.providerId !== googleProviderId
    return buildAuthorizationUrl(configuration, {
      ...Object.fromEntries(own),
      // Google knows neither, and shows its own choice of accounts.
      ...(isAskedAnew && { prompt: 'login', max_age: String(recentSeconds) }),
      redirect_uri: request.callbackUrl,
      scope: [...scopes].join(' '),
      state: request.state,
      nonce: request.nonce,
      code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
    }).href
  }

  /**
   * Exchanges the code and verifies the ID token: signature, issuer, audience, nonce, times. `answer` is the query that the provider
   * sent the browser back with. Throws `USER_CANCELLED`, `INVALID_IDP_RESPONSE`, `unavailable`/`PROVIDER_UNREACHABLE`.
   */
  async exchange(
    provider: ProviderConfig,
    answer: URLSearchParams,
    flow: FlowSecrets & { readonly isReauthentication: boolean },
  ): Promise<IdpAssertion> {
    const { authorizationCodeGrant } = await import('openid-client')
    const configuration = await this.#discover(provider)
    const callback = new URL(flow.callbackUrl)
    callback.search = answer.toString()
    const isAskedAnew = flow.isReauthentication && provider.providerId !== googleProviderId
    try {
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
        ...(isAskedAnew && { maxAge: recentSeconds }),
      })
      const claims: Record<string, unknown> = { ...tokens.claims() }
      const subject = String(claims['sub'])
      const more = claims['email'] === undefined ? await this.userInfo(provider, tokens.access_token, subject) : {}
      return {
        ...assertionOf(provider.providerId, { ...more, ...claims }),
        isTrusted: isAuthority(provider.providerId, { ...more, ...claims }),
        idToken: tokens.id_token,
        accessToken: tokens.access_token,
      }
    } catch (error) {
      throw error instanceof StatusError ? error : await this.#refusal(provider, error)
    }
  }

  /** Throws `INVALID_IDP_RESPONSE`, `unavailable`/`PROVIDER_UNREACHABLE`. */
  async metadata(provider: ProviderConfig): Promise<ServerMetadata> {
    return (await this.#discover(provider)).serverMetadata()
  }

  /** What the provider tells whoever has `accessToken`; nothing where it has no such address. Throws as `metadata`, also for another subject. */
  async userInfo(provider: ProviderConfig, accessToken: string, subject: string): Promise<Record<string, unknown>> {
    const { fetchUserInfo } = await import('openid-client')
    const configuration = await this.#discover(provider)
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
    try {
      return await fetchUserInfo(configuration, accessToken, subject)
    } catch (error) {
      throw await this.#refusal(provider, error)
    }
  }

  /** For what a provider should have answered whoever asks. */
  unreachable({ providerId }: ProviderConfig, cause: unknown): Error {
    this.#log.warn({ providerId, code: codeOf(cause) }, 'a provider could not be asked')
    return identityError('PROVIDER_UNREACHABLE')
  }

  /** The provider's metadata, read once an hour; a failed reading is forgotten. */
  async #discover(provider: ProviderConfig): Promise<Configuration> {
    const library = await import('openid-client')
    const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
    const known = this.#discovered.get(key)
    if (known !== undefined && steadyMs(this.#clock) - known.readAt < discoveredAgainMs)
      return await known.configuration
    const { clientSecret } = provider
    const issuer = new URL(provider.issuer)
    const configuration = library.discovery(
      issuer,
      provider.clientId,
      {},
      clientSecret === undefined ? library.None() : library.ClientSecretPost(clientSecret),
      {
        [library.customFetch]: this.#fetch,
        timeout,
        // The signature is checked although the token came straight from the provider.
        execute: [
          library.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []),
        ],
      },
    )
    this.#discovered.delete(key)
    this.#discovered.set(key, { configuration, readAt: steadyMs(this.#clock) })
    const oldest = this.#discovered.keys().next()
    if (this.#discovered.size > discoveredMax && !oldest.done) this.#discovered.delete(oldest.value)
    try {
      return await configuration
    } catch (error) {
      this.#discovered.delete(key)
      throw await this.#refusal(provider, error)
    }
  }

  async #refusal(provider: ProviderConfig, error: unknown): Promise<Error> {
    const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } =
      await import('openid-client')
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
      return identityError('USER_CANCELLED')
    }
    const isAnswered =
      error instanceof AuthorizationResponseError ||
      error instanceof ResponseBodyError ||
      error instanceof WWWAuthenticateChallengeError ||
      (error instanceof ClientError && error.code !== undefined && !unreachableCodes.has(error.code))
    if (!isAnswered) return this.unreachable(provider, error)
    this.#log.warn({ providerId: provider.providerId, code: codeOf(error) }, 'a provider answered wrongly')
    return identityError('INVALID_IDP_RESPONSE')
  }
}

/** The library's code is a constant of its own; the provider's words may hold what nobody should read in a log. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof StatusError) return error.reason
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/**
 * Whether the provider decides who has the address. Google does for its own domain and for those it hosts (`hd`); an address
 * elsewhere was verified once and may have passed to somebody else since. A generic provider may say anything.
 */
export function isAuthority(providerId: string, claims: Readonly<Record<string, unknown>>): boolean {
  if (providerId !== googleProviderId) return false
  const { email, hd } = claims
  return (typeof hd === 'string' && hd !== '') || (typeof email === 'string' && /@gmail\.com$/i.test(email))
}
