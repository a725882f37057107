import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import {
  isOpenId,
  isSaml,
  type OAuthProvider,
  type OpenIdProvider,
  type ProviderConfig,
  type SamlProvider,
} from './provider-config.ts'

/** What binds a provider's answer to the question. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  /** RFC 7636. */
  readonly codeVerifier: string
  /** The redirect URI, exactly as it is registered with the provider. */
  readonly callbackUrl: string
}

/** A flow whose answer has come. */
export interface AnsweredFlow extends FlowSecrets {
  readonly isReauthentication: boolean
  /** Where the browser is that brought the answer. */
  readonly address: string
}

export interface AuthorizationRequest extends FlowSecrets {
  /** Besides those that say who somebody is. */
  readonly scopes: readonly string[]
  /** Of the app, such as `login_hint`; those of the protocol itself are left out. */
  readonly customParameters: Readonly<Record<string, string>>
  /** The user is to prove anew who they are. */
  readonly isReauthentication: boolean
}

/** How this server talks to providers of one protocol. */
export interface ProviderClient<Provider extends ProviderConfig> {
  /** Where the user's browser goes. Throws `unavailable`/`PROVIDER_UNREACHABLE`. */
  authorizationUrl(provider: Provider, request: AuthorizationRequest): Promise<string>
  /**
   * Who the provider says it was; `answer` is what it sent the browser back with. Throws `USER_CANCELLED`, `INVALID_IDP_RESPONSE`,
   * `unavailable`/`PROVIDER_UNREACHABLE`.
   */
  exchange(provider: Provider, answer: URLSearchParams, flow: AnsweredFlow): Promise<IdpAssertion>
}

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

/** The parameters that are the app's to say. */
export function ownParameters({ customParameters }: AuthorizationRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(customParameters).filter(([name]) => !reserved.has(name)))
}

/** Each provider by its protocol. */
export class ProviderClients implements ProviderClient<ProviderConfig> {
  readonly #openId: ProviderClient<OpenIdProvider>
  readonly #oauth: ProviderClient<OAuthProvider>
  readonly #saml: ProviderClient<SamlProvider>

  constructor(options: {
    openId: ProviderClient<OpenIdProvider>
    oauth: ProviderClient<OAuthProvider>
    saml: ProviderClient<SamlProvider>
  }) {
    this.#openId = options.openId
    this.#saml = options.saml
    this.#oauth = options.oauth
  }

  async authorizationUrl(provider: ProviderConfig, request: AuthorizationRequest): Promise<string> {
    if (isOpenId(provider)) return await this.#openId.authorizationUrl(provider, request)
    if (isSaml(provider)) return await this.#saml.authorizationUrl(provider, request)
    return await this.#oauth.authorizationUrl(provider, request)
  }

  async exchange(provider: ProviderConfig, answer: URLSearchParams, flow: AnsweredFlow): Promise<IdpAssertion> {
    if (isOpenId(provider)) return await this.#openId.exchange(provider, answer, flow)
    if (isSaml(provider)) return await this.#saml.exchange(provider, answer, flow)
    return await this.#oauth.exchange(provider, answer, flow)
  }
}
