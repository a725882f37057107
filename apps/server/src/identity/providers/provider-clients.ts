import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import type { AnsweredFlow, AuthorizationRequest, ProviderClient } from './provider-client.ts'
import {
  isOpenId,
  isSaml,
  type OAuthProvider,
  type OpenIdProvider,
  type ProviderConfig,
  type SamlProvider,
} from './provider-config.ts'

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
