import { StatusError } from '@hearth/model'
import type { Configuration, CustomFetch } from 'openid-client'
import type { Clock } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import { askProvider, type ProviderAnswer } from './ask-provider.ts'
import { genericOAuth, type KnownOAuth, knownOAuth, type UserInfoFields } from './known-providers.ts'
import { type AuthorizationRequest, type FlowSecrets, ownParameters, type ProviderClient } from './provider-client.ts'
import type { OAuthEndpoints, OAuthProvider } from './provider-config.ts'
import type { ProviderRefusals } from './provider-refusals.ts'

/** Seconds. */
const TIMEOUT = 10
const RAW_ID_CHARACTERS_MAX = 256

/**
 * Hearth as a client of providers that speak OAuth 2.0 alone (RFC 6749, RFC 7636): the code flow with PKCE, and the provider's own word
 * on who has the access token, which this server got for its own client. What sets one apart from another is data
 * (`known-providers.ts`).
 */
export class OAuthClient implements ProviderClient<OAuthProvider> {
  readonly #fetch: CustomFetch
  readonly #refusals: ProviderRefusals
  readonly #clock: Clock

  constructor(options: { fetch: CustomFetch; refusals: ProviderRefusals; clock: Clock }) {
    this.#fetch = options.fetch
    this.#refusals = options.refusals
    this.#clock = options.clock
  }

  /** Who has an access token that the provider gave to the project's client. Throws `INVALID_IDP_RESPONSE`, `PROVIDER_UNREACHABLE`. */
  async userOf(provider: OAuthProvider, accessToken: string): Promise<IdpAssertion> {
    try {
      return await this.#whoHas(provider, accessToken)
    } catch (error) {
      throw error instanceof StatusError ? error : this.#refusals.unreachable(error)
    }
  }

  userInfoEndpointOf(provider: OAuthProvider): string {
    return endpointsOf(provider).userInfoEndpoint
  }

  async authorizationUrl(provider: OAuthProvider, request: AuthorizationRequest): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const { scopes, askingAnew } = knownOf(provider)
    // Who asks for it is given an ID token, which says who somebody is in another protocol's terms.
    const asked = new Set([...scopes, ...request.scopes].filter((scope) => scope !== 'openid'))
    return buildAuthorizationUrl(await this.#configure(provider), {
      ...ownParameters(request),
      ...(request.isReauthentication && askingAnew),
      redirect_uri: request.callbackUrl,
      ...(asked.size > 0 && { scope: [...asked].join(' ') }),
      state: request.state,
      code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
    }).href
  }

  async exchange(provider: OAuthProvider, answer: URLSearchParams, flow: FlowSecrets): Promise<IdpAssertion> {
    const { authorizationCodeGrant } = await import('openid-client')
    const callback = new URL(flow.callbackUrl)
    callback.search = answer.toString()
    // RFC 9207 is for those whose metadata says what they call themselves.
    callback.searchParams.delete('iss')
    try {
      const tokens = await authorizationCodeGrant(await this.#configure(provider), callback, {
        expectedState: flow.state,
        pkceCodeVerifier: flow.codeVerifier,
      })
      return {
        ...(await this.#whoHas(provider, tokens.access_token)),
        accessToken: tokens.access_token,
        accessTokenUntil: tokens.expires_in === undefined ? undefined : this.#clock.nowMs() + tokens.expires_in * 1000,
      }
    } catch (error) {
      throw await this.#refusals.of(error)
    }
  }

  async #whoHas(provider: OAuthProvider, accessToken: string): Promise<IdpAssertion> {
    const { fields, addressesPath } = knownOf(provider)
    const { userInfoEndpoint } = endpointsOf(provider)
    const profile = await this.#ask(userInfoEndpoint, accessToken)
    const user = readUserInfo(profile, fields)
    const address =
      addressesPath === undefined
        ? undefined
        : verifiedAddressOf(await this.#askMore(below(userInfoEndpoint, addressesPath), accessToken))
    return {
      providerId: provider.providerId,
      ...user,
      ...(address !== undefined && { email: address, emailVerified: true }),
      profile: profile as Record<string, unknown>,
      // No word of these opens an account by its address: whoever runs the provider may say anything, and others verify nothing.
      isTrusted: false,
    }
  }

  /** Throws `INVALID_IDP_RESPONSE`, `PROVIDER_UNREACHABLE`. */
  async #ask(address: string, accessToken: string): Promise<unknown> {
    return this.#bodyOf(await this.#get(address, accessToken))
  }

  /** Nothing where there are no addresses for the app: it may not have been given them. Throws as `#ask` otherwise: an account is made once. */
  async #askMore(address: string, accessToken: string): Promise<unknown> {
    const answer = await this.#get(address, accessToken)
    return answer.status === 403 || answer.status === 404 ? undefined : this.#bodyOf(answer)
  }

  async #get(address: string, accessToken: string): Promise<ProviderAnswer> {
    const headers = { authorization: `Bearer ${accessToken}` }
    return await askProvider({ fetch: this.#fetch, refusals: this.#refusals }, { address, method: 'GET', headers })
  }

  #bodyOf({ status, body }: ProviderAnswer): unknown {
    if (status < 200 || status > 299) throw this.#refusals.wrong('user_info_refused')
    if (body === undefined) throw this.#refusals.wrong('user_info_not_json')
    return body
  }

  async #configure(provider: OAuthProvider): Promise<Configuration> {
    const library = await import('openid-client')
    const { authorizationEndpoint, tokenEndpoint } = endpointsOf(provider)
    const { clientId, clientSecret } = provider
    const secretOf = knownOf(provider).secretInHeader === true ? library.ClientSecretBasic : library.ClientSecretPost
    const configuration = new library.Configuration(
      {
        issuer: new URL(authorizationEndpoint).origin,
        authorization_endpoint: authorizationEndpoint,
        token_endpoint: tokenEndpoint,
      },
      clientId,
      {},
      clientSecret === undefined ? library.None() : secretOf(clientSecret),
    )
    configuration[library.customFetch] = this.#fetch
    configuration.timeout = TIMEOUT
    if (new URL(tokenEndpoint).protocol === 'http:') library.allowInsecureRequests(configuration)
    return configuration
  }
}

function knownOf({ providerId }: OAuthProvider): Omit<KnownOAuth, 'displayName' | 'endpoints'> {
  return knownOAuth[providerId] ?? genericOAuth
}

function endpointsOf({ providerId, endpoints }: OAuthProvider): OAuthEndpoints {
  const all = { ...knownOAuth[providerId]?.endpoints, ...endpoints }
  const { authorizationEndpoint, tokenEndpoint, userInfoEndpoint } = all
  if (authorizationEndpoint === undefined || tokenEndpoint === undefined || userInfoEndpoint === undefined) {
    throw identityError('INVALID_CONFIG', `An endpoint of ${providerId} is missing.`)
  }
  return { authorizationEndpoint, tokenEndpoint, userInfoEndpoint }
}

function below(address: string, path: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  return url.href
}

/** Who a provider's answer is about. Throws `INVALID_IDP_RESPONSE` for one that names nobody. */
export function readUserInfo(
  answer: unknown,
  fields: UserInfoFields,
): Pick<IdpAssertion, 'rawId' | 'email' | 'emailVerified' | 'displayName' | 'photoUrl' | 'screenName'> {
  const rawId = textAt(answer, fields.id)
  if (rawId === undefined || rawId.length > RAW_ID_CHARACTERS_MAX) {
    throw identityError('INVALID_IDP_RESPONSE', 'The provider names no user.')
  }
  return {
    rawId,
    email: textAt(answer, fields.email),
    emailVerified: fields.emailVerified?.some((path) => valueAt(answer, path) === true) === true,
    displayName: textAt(answer, fields.displayName),
    photoUrl: textAt(answer, fields.photoUrl),
    screenName: textAt(answer, fields.screenName),
  }
}

/** The first address of a list of `{ email, primary, verified }`. */
export function verifiedAddressOf(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined
  const primary: unknown = list.find((one) => valueAt(one, 'primary') === true && valueAt(one, 'verified') === true)
  return textAt(primary, ['email'])
}

/** A number is taken for its digits where JSON can hold all of them. */
function textAt(answer: unknown, paths: readonly string[] = []): string | undefined {
  for (const path of paths) {
    const value = valueAt(answer, path)
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  }
  return undefined
}

function valueAt(answer: unknown, path: string): unknown {
  let value = answer
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
