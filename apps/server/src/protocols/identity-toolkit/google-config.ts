import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { googleIssuer, googleProviderId, type ProviderConfig } from '../../identity/providers/provider-config.ts'
import { always, defineAdminMethod, type Method, optionalFlag, optionalText, optionalTexts } from './define-method.ts'

const configRequest = z.strictObject({
  name: optionalText,
  enabled: optionalFlag,
  clientId: optionalText,
  clientSecret: optionalText,
  acceptedClientIds: optionalTexts,
})

const path = 'v2/projects/:project/defaultSupportedIdpConfigs'

/**
 * A project's own client at Google, by the vendor's methods for the providers that it knows by name; of those this server has Google alone. The
 * secret is taken and never given back. `isServers` marks the server's client, which holds for projects without one of their own.
 */
export const googleConfigMethods: readonly Method[] = [
  defineAdminMethod({
    method: 'GET',
    path,
    needs: 'viewer',
    request: z.object({}),
    async handle(_request, { realm, identity }) {
      const own = (await identity.providers.list(realm)).find(({ providerId }) => providerId === googleProviderId)
      if (own !== undefined) return { defaultSupportedIdpConfigs: [encodeConfig(realm, own)] }
      const servers = identity.providers.findServersGoogle(realm)
      return {
        defaultSupportedIdpConfigs: servers === undefined ? [] : [{ ...encodeConfig(realm, servers), isServers: true }],
      }
    },
  }),
  defineAdminMethod({
    method: 'POST',
    path,
    needs: 'owner',
    needsRecentSignIn: always,
    request: configRequest,
    async handle(request, { realm, exchange, identity }) {
      assertGoogle(exchange.query.get('idpId'))
      const { enabled = true, clientId = '', clientSecret, acceptedClientIds } = request
      const client = { clientId, clientSecret, acceptedClientIds }
      const config = { providerId: googleProviderId, issuer: googleIssuer, enabled, ...client }
      return encodeConfig(realm, await identity.providers.create(realm, config))
    },
  }),
  defineAdminMethod({
    method: 'PATCH',
    path: `${path}/:id`,
    needs: 'owner',
    needsRecentSignIn: always,
    request: configRequest,
    async handle({ enabled, clientId, clientSecret, acceptedClientIds }, { realm, params, exchange, identity }) {
      assertGoogle(params['id'])
      const named = exchange.query.get('updateMask')?.split(',')
      const changes = Object.entries({ enabled, clientId, clientSecret, acceptedClientIds }).filter(
        ([name, value]) => value !== undefined && named?.includes(name) !== false,
      )
      return encodeConfig(realm, await identity.providers.update(realm, googleProviderId, Object.fromEntries(changes)))
    },
  }),
  defineAdminMethod({
    method: 'DELETE',
    path: `${path}/:id`,
    needs: 'owner',
    needsRecentSignIn: always,
    request: z.object({}),
    async handle(_request, { realm, params, identity }) {
      assertGoogle(params['id'])
      await identity.providers.delete(realm, googleProviderId)
      return {}
    },
  }),
]

function assertGoogle(id: string | null | undefined): void {
  if (id !== googleProviderId)
    throw identityError('INVALID_CONFIG_ID', 'Of the providers with a name there is google.com.')
}

function encodeConfig(
  realm: string,
  { enabled, clientId, acceptedClientIds }: ProviderConfig,
): Record<string, unknown> {
  const parent = realm.replace('/', '/tenants/')
  return {
    name: `projects/${parent}/defaultSupportedIdpConfigs/${googleProviderId}`,
    enabled,
    clientId,
    acceptedClientIds,
  }
}
