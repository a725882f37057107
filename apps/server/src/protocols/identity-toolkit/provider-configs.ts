import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import type { OpenIdProvider, ProviderConfig } from '../../identity/providers/provider-config.ts'
import {
  always,
  defineAdminMethod,
  type Method,
  optionalFlag,
  optionalText,
  optionalTexts,
  providerParents,
} from './define-method.ts'

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

/** OpenID Connect providers, as the admin SDKs configure them (wire-protocol 1.8). A client secret is taken and never given back. */
export const providerConfigMethods: readonly Method[] = providerParents.flatMap((parent) => [
  defineAdminMethod({
    method: 'GET',
    path: `${parent}/oauthIdpConfigs`,
    needs: 'viewer',
    request: z.object({}),
    async handle(_request, { realm, identity }) {
      const configs = await identity.providers.list(realm)
      const generic = configs.filter(({ providerId }) => providerId.startsWith('oidc.'))
      return { oauthIdpConfigs: generic.map((config) => encodeConfig(realm, config)) }
    },
  }),
  defineAdminMethod({
    method: 'POST',
    path: `${parent}/oauthIdpConfigs`,
    needs: 'owner',
    needsRecentSignIn: always,
    request: configRequest,
    async handle(request, { realm, exchange, identity }) {
      assertCodeFlow(request.responseType)
      const config = {
        providerId: genericId(exchange.query.get('oauthIdpConfigId')),
        displayName: request.displayName,
        enabled: request.enabled ?? false,
        issuer: request.issuer ?? '',
        clientId: request.clientId ?? '',
        clientSecret: request.clientSecret,
        acceptedClientIds: request.acceptedClientIds,
      }
      return encodeConfig(realm, await identity.providers.create(realm, config))
    },
  }),
  defineAdminMethod({
    method: 'GET',
    path: `${parent}/oauthIdpConfigs/:id`,
    needs: 'viewer',
    request: z.object({}),
    async handle(_request, { realm, params, identity }) {
      return encodeConfig(realm, await identity.providers.get(realm, genericId(params['id'])))
    },
  }),
  defineAdminMethod({
    method: 'PATCH',
    path: `${parent}/oauthIdpConfigs/:id`,
    needs: 'owner',
    needsRecentSignIn: always,
    request: configRequest,
    async handle(request, { realm, params, exchange, identity }) {
      assertCodeFlow(request.responseType)
      const { displayName, enabled, issuer, clientId, clientSecret, acceptedClientIds } = request
      const named = exchange.query.get('updateMask')?.split(',')
      const changes = Object.entries({
        displayName,
        enabled,
        issuer,
        clientId,
        clientSecret,
        acceptedClientIds,
      }).filter(([name, value]) => value !== undefined && named?.includes(name) !== false)
      return encodeConfig(
        realm,
        await identity.providers.update(realm, genericId(params['id']), () => Object.fromEntries(changes)),
      )
    },
  }),
  defineAdminMethod({
    method: 'DELETE',
    path: `${parent}/oauthIdpConfigs/:id`,
    needs: 'owner',
    needsRecentSignIn: always,
    request: z.object({}),
    async handle(_request, { realm, params, identity }) {
      await identity.providers.delete(realm, genericId(params['id']))
      return {}
    },
  }),
])

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

function encodeConfig(realm: string, config: ProviderConfig): Record<string, unknown> {
  const { providerId, displayName, enabled, issuer, clientId, acceptedClientIds } = config as OpenIdProvider
  const parent = realm.replace('/', '/tenants/')
  const name = `projects/${parent}/oauthIdpConfigs/${providerId}`
  return { name, displayName, enabled, issuer, clientId, acceptedClientIds, responseType: { code: true } }
}
