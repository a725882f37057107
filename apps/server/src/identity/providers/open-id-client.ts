import { sign } from 'node:crypto'
import type * as openid from 'openid-client'
import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { type Clock, steadyMs } from '../../lib/ambient.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import { assertionOf } from '../tokens/unsigned-assertions.ts'
import { appleNameIn, genericOpenId, type KnownOpenId, knownOpenId } from './known-providers.ts'
import { type AuthorizationRequest, type FlowSecrets, ownParameters, type ProviderClient } from './provider-client.ts'
import type { AppleKey, OpenIdProvider } from './provider-config.ts'
import type { ProviderRefusals } from './provider-refusals.ts'

const DISCOVERED_MAX = 200
const DISCOVERED_AGAIN_MS = 60 * 60 * 1000
const RECENT_SECONDS = 5 * 60
/** Seconds. */
const TIMEOUT = 10
interface Discovered {
  readonly configuration: Promise<Configuration>
  readonly readAt: number
}

/**
 * Hearth as a client of OpenID Connect providers: the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1).
 * The library is loaded with the first flow: most servers start without a provider.
 */
export class OpenIdClient implements ProviderClient<OpenIdProvider> {
  readonly #fetch: CustomFetch
  readonly #clock: Clock
  readonly #refusals: ProviderRefusals
  readonly #discovered = new Map<string, Discovered>()

  constructor(options: { fetch: CustomFetch; clock: Clock; refusals: ProviderRefusals }) {
    this.#fetch = options.fetch
    this.#clock = options.clock
    this.#refusals = options.refusals
  }

  async authorizationUrl(provider: OpenIdProvider, request: AuthorizationRequest): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const configuration = await this.#discover(provider)
    const known = knownOf(provider)
    const scopes = new Set([...known.scopes, ...request.scopes])
    return buildAuthorizationUrl(configuration, {
      ...ownParameters(request),
      ...(request.isReauthentication && known.askingAnew),
      ...(request.isReauthentication && known.saysWhen === true && { max_age: String(RECENT_SECONDS) }),
      ...(known.answersByForm === true && { response_mode: 'form_post' }),
      redirect_uri: request.callbackUrl,
      scope: [...scopes].join(' '),
      state: request.state,
      nonce: request.nonce,
      ...(known.takesNoVerifier !== true && {
        code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
      }),
    }).href
  }

  /** Exchanges the code and verifies the ID token: signature, issuer, audience, nonce, times. */
  async exchange(
    provider: OpenIdProvider,
    answer: URLSearchParams,
    flow: FlowSecrets & { readonly isReauthentication: boolean },
  ): Promise<IdpAssertion> {
    const { authorizationCodeGrant } = await import('openid-client')
    const configuration = await this.#discover(provider)
    const callback = new URL(flow.callbackUrl)
    callback.search = answer.toString()
    const known = knownOf(provider)
    try {
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        ...(known.takesNoVerifier !== true && { pkceCodeVerifier: flow.codeVerifier }),
        idTokenExpected: true,
        ...(flow.isReauthentication && known.saysWhen === true && { maxAge: RECENT_SECONDS }),
      })
      const claims: Record<string, unknown> = {
        ...appleNameIn(provider.providerId, answer.get('user')),
        ...tokens.claims(),
      }
      const subject = String(claims['sub'])
      const more = claims['email'] === undefined ? await this.userInfo(provider, tokens.access_token, subject) : {}
      return {
        ...assertionOf(provider.providerId, { ...more, ...claims }),
        isTrusted: isAuthority(provider.providerId, { ...more, ...claims }),
        idToken: tokens.id_token,
        accessToken: tokens.access_token,
        accessTokenUntil: tokens.expires_in === undefined ? undefined : this.#clock.nowMs() + tokens.expires_in * 1000,
      }
    } catch (error) {
      throw await this.#refusals.of(error)
    }
  }

  /** Throws `INVALID_IDP_RESPONSE`, `unavailable`/`PROVIDER_UNREACHABLE`. */
  async metadata(provider: OpenIdProvider): Promise<ServerMetadata> {
    return (await this.#discover(provider)).serverMetadata()
  }

  /** What the provider tells whoever has `accessToken`; nothing where it has no such address. Throws as `metadata`, also for another subject. */
  async userInfo(provider: OpenIdProvider, accessToken: string, subject: string): Promise<Record<string, unknown>> {
    const { fetchUserInfo } = await import('openid-client')
    const configuration = await this.#discover(provider)
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
    try {
      return await fetchUserInfo(configuration, accessToken, subject)
    } catch (error) {
      throw await this.#refusals.of(error)
    }
  }

  /** The provider's metadata, read once an hour; a failed reading is forgotten. */
  async #discover(provider: OpenIdProvider): Promise<Configuration> {
    const library = await import('openid-client')
    const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret, provider.appleKey])
    const known = this.#discovered.get(key)
    if (known !== undefined && steadyMs(this.#clock) - known.readAt < DISCOVERED_AGAIN_MS)
      return await known.configuration
    const issuer = new URL(provider.issuer)
    const configuration = library.discovery(issuer, provider.clientId, {}, this.#authenticationOf(provider, library), {
      [library.customFetch]: this.#fetch,
      timeout: TIMEOUT,
      // The signature is checked although the token came straight from the provider.
      execute: [
        library.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    })
    this.#discovered.delete(key)
    this.#discovered.set(key, { configuration, readAt: steadyMs(this.#clock) })
    const oldest = this.#discovered.keys().next()
    if (this.#discovered.size > DISCOVERED_MAX && !oldest.done) this.#discovered.delete(oldest.value)
    try {
      return await configuration
    } catch (error) {
      this.#discovered.delete(key)
      throw await this.#refusals.of(error)
    }
  }

  #authenticationOf(
    { clientSecret, appleKey }: OpenIdProvider,
    library: Pick<typeof openid, 'None' | 'ClientSecretPost'>,
  ): ClientAuth {
    if (appleKey !== undefined) return appleClientSecret(appleKey, this.#clock)
    return clientSecret === undefined ? library.None() : library.ClientSecretPost(clientSecret)
  }
}

function knownOf({ providerId }: OpenIdProvider): Omit<KnownOpenId, 'displayName' | 'issuer'> {
  return knownOpenId[providerId] ?? genericOpenId
}

/**
 * Whether the provider decides who has the address: one of its own domains, or one that it says it hosts. An address elsewhere was
 * verified once and may have passed to somebody else since. A generic provider may say anything.
 */
export function isAuthority(providerId: string, claims: Readonly<Record<string, unknown>>): boolean {
  const { ownDomains = [], hostedDomainClaim } = knownOpenId[providerId] ?? {}
  const hosted = hostedDomainClaim === undefined ? undefined : claims[hostedDomainClaim]
  if (typeof hosted === 'string' && hosted !== '') return true
  const { email } = claims
  return typeof email === 'string' && ownDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

const APPLE_AUDIENCE = 'https://appleid.apple.com'
/** Seconds; Apple takes up to six months. One is made for each request. */
const APPLE_SECRET_LIFE_SECONDS = 5 * 60

/**
 * The secret of Apple's clients: a token of the team that is signed with its key by ES256
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
function appleClientSecret({ teamId, keyId, privateKey }: AppleKey, clock: Clock): ClientAuth {
  return (_server, { client_id: clientId }, body) => {
    const now = Math.floor(clock.nowMs() / 1000)
    const claims = { iss: teamId, sub: clientId, aud: APPLE_AUDIENCE, iat: now, exp: now + APPLE_SECRET_LIFE_SECONDS }
    const content = `${encoded({ alg: 'ES256', kid: keyId })}.${encoded(claims)}`
    const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    body.set('client_id', clientId)
    body.set('client_secret', `${content}.${signature.toString('base64url')}`)
  }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
