import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import type { OpenIdProvider } from '../../identity/providers/provider-config.ts'
import { optionalFlag, optionalText, optionalTexts } from './define-method.ts'
import { providerMethods, written } from './provider-methods.ts'

const responseType = z.strictObject({ code: optionalFlag, idToken: optionalFlag, token: optionalFlag }).nullish()

const configRequest = z.strictObject({
  name: optionalText,
  displayName: optionalText,
  enabled: optionalFlag,
  issuer: optionalText,
  clientId: optionalText,
  clientSecret: optionalText,
  acceptedClientIds: optionalTexts,
  responseType,
})

type ConfigRequest = z.infer<typeof configRequest>

/** OpenID Connect providers. */
export const providerConfigMethods = providerMethods<ConfigRequest>({
  collection: 'oauthIdpConfigs',
  idParameter: 'oauthIdpConfigId',
  request: configRequest,
  idOf: genericId,
  assertServed: (request) => assertCodeFlow(request.responseType),
  async list(realm, identity, encode) {
    const configs = await identity.providers.list(realm)
    return configs.filter(({ providerId }) => providerId.startsWith('oidc.')).map(encode)
  },
  newConfig: (providerId, request) => ({
    providerId,
    displayName: request.displayName,
    enabled: request.enabled ?? false,
    issuer: request.issuer ?? '',
    clientId: request.clientId ?? '',
    clientSecret: request.clientSecret,
    acceptedClientIds: request.acceptedClientIds,
  }),
  changesOf: (_current, { displayName, enabled, issuer, clientId, clientSecret, acceptedClientIds }) =>
    written({ displayName, enabled, issuer, clientId, clientSecret, acceptedClientIds }),
  encode(config, name) {
    const { displayName, enabled, issuer, clientId, acceptedClientIds } = config as OpenIdProvider
    return { name, displayName, enabled, issuer, clientId, acceptedClientIds, responseType: { code: true } }
  },
})

/** Those with a name have methods of their own. */
function genericId(id: string | null | undefined): string {
  if (id?.startsWith('oidc.') !== true) throw identityError('INVALID_CONFIG_ID')
  return id
}

/** Tokens by way of the browser are what PKCE and the code flow replace (RFC 9700, section 2.1.2). */
function assertCodeFlow(asked: z.infer<typeof responseType>): void {
  if (asked?.idToken !== true && asked?.token !== true && asked?.code !== false) return
  if (asked.code === true) return
  throw identityError('OPERATION_NOT_ALLOWED', 'Only the code flow is supported: { responseType: { code: true } }.')
}
