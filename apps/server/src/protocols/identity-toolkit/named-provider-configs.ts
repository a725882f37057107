import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { knownOpenId } from '../../identity/providers/known-providers.ts'
import {
  type AppleKey,
  isOpenId,
  type OAuthProvider,
  type OpenIdProvider,
  type ProviderChanges,
  type ProviderConfig,
  protocolOf,
} from '../../identity/providers/provider-config.ts'
import {
  always,
  defineAdminMethod,
  type Method,
  optionalFlag,
  optionalText,
  optionalTexts,
  providerParents,
} from './define-method.ts'

const appleSignInConfig = z
  .strictObject({
    codeFlowConfig: z.strictObject({ teamId: optionalText, keyId: optionalText, privateKey: optionalText }).nullish(),
    bundleIds: optionalTexts,
  })
  .nullish()

const configRequest = z.strictObject({
  name: optionalText,
  displayName: optionalText,
  enabled: optionalFlag,
  clientId: optionalText,
  clientSecret: optionalText,
  acceptedClientIds: optionalTexts,
  authorizationEndpoint: optionalText,
  tokenEndpoint: optionalText,
  userInfoEndpoint: optionalText,
  appleSignInConfig,
})

type ConfigRequest = Partial<z.infer<typeof configRequest>>

/**
 * Providers that the SDKs know by name, and those of OAuth 2.0 alone (`oauth.<name>`), by the vendor's methods for the former. The vendor's
 * fields are `enabled`, `clientId`, `clientSecret` and `appleSignInConfig`. Secrets are taken and never given back. `isServers` marks the
 * server's client at Google, which holds for projects without one of their own.
 */
export const namedProviderMethods: readonly Method[] = providerParents.flatMap((parent) => {
  const path = `${parent}/defaultSupportedIdpConfigs`
  return [
    defineAdminMethod({
      method: 'GET',
      path,
      needs: 'viewer',
      request: z.object({}),
      async handle(_request, { realm, identity }) {
        const own = (await identity.providers.list(realm)).filter(isNamed).map((config) => encodeConfig(realm, config))
        if (own.some(({ name }) => name.endsWith('/google.com'))) return { defaultSupportedIdpConfigs: own }
        const servers = identity.providers.findServersGoogle(realm)
        const ofServer = servers === undefined ? [] : [{ ...encodeConfig(realm, servers), isServers: true }]
        return { defaultSupportedIdpConfigs: [...ofServer, ...own] }
      },
    }),
    defineAdminMethod({
      method: 'POST',
      path,
      needs: 'owner',
      needsRecentSignIn: always,
      request: configRequest,
      async handle(request, { realm, exchange, identity }) {
        const providerId = namedId(exchange.query.get('idpId'))
        return encodeConfig(realm, await identity.providers.create(realm, newConfig(providerId, request)))
      },
    }),
    defineAdminMethod({
      method: 'GET',
      path: `${path}/:id`,
      needs: 'viewer',
      request: z.object({}),
      async handle(_request, { realm, params, identity }) {
        return encodeConfig(realm, await identity.providers.get(realm, namedId(params['id'])))
      },
    }),
    defineAdminMethod({
      method: 'PATCH',
      path: `${path}/:id`,
      needs: 'owner',
      needsRecentSignIn: always,
      request: configRequest,
      async handle(request, { realm, params, exchange, identity }) {
        const providerId = namedId(params['id'])
        const named = exchange.query.get('updateMask')?.split(',')
        const isNamedInMask = (name: string): boolean =>
          named?.some((path) => path === name || path.startsWith(`${name}.`)) !== false
        const asked = Object.fromEntries(Object.entries(request).filter(([name]) => isNamedInMask(name)))
        const changed = await identity.providers.update(realm, providerId, (current) => changesOf(current, asked))
        return encodeConfig(realm, changed)
      },
    }),
    defineAdminMethod({
      method: 'DELETE',
      path: `${path}/:id`,
      needs: 'owner',
      needsRecentSignIn: always,
      request: z.object({}),
      async handle(_request, { realm, params, identity }) {
        await identity.providers.delete(realm, namedId(params['id']))
        return {}
      },
    }),
  ]
})

function newConfig(providerId: string, request: ConfigRequest): ProviderConfig {
  const { enabled = true, clientId = '', clientSecret } = request
  const { issuer } = knownOpenId[providerId] ?? {}
  const config = { providerId, enabled, clientId, clientSecret, ...(issuer !== undefined && { issuer }) }
  return { ...config, ...changesOf(config, request) }
}

function changesOf(current: ProviderConfig, request: ConfigRequest): ProviderChanges {
  const { enabled, clientId, clientSecret, displayName, appleSignInConfig: apple } = request
  const acceptedClientIds = request.acceptedClientIds ?? apple?.bundleIds ?? undefined
  const texts = { enabled, clientId, clientSecret, displayName, acceptedClientIds }
  const written = Object.entries(texts).filter(([, value]) => value !== undefined)
  const own = isOpenId(current)
    ? { ...(apple?.codeFlowConfig && { appleKey: appleKeyOf(current.appleKey, apple.codeFlowConfig) }) }
    : { endpoints: endpointsOf(current as OAuthProvider, request) }
  return { ...Object.fromEntries(written), ...own }
}

/** An absent key stays as it is: nobody can read it to write it again. */
function appleKeyOf(
  current: AppleKey | undefined,
  written: { readonly [Name in keyof AppleKey]?: string | undefined },
): AppleKey {
  return {
    teamId: written.teamId ?? current?.teamId ?? '',
    keyId: written.keyId ?? current?.keyId ?? '',
    privateKey: written.privateKey ?? current?.privateKey ?? '',
  }
}

/** An empty text stands for the provider's public address again. */
function endpointsOf({ endpoints }: OAuthProvider, request: ConfigRequest): OAuthProvider['endpoints'] {
  const { authorizationEndpoint, tokenEndpoint, userInfoEndpoint } = request
  const written = Object.entries({ authorizationEndpoint, tokenEndpoint, userInfoEndpoint })
  const kept = Object.entries({
    ...endpoints,
    ...Object.fromEntries(written.filter(([, value]) => value !== undefined)),
  })
  return Object.fromEntries(kept.filter(([, value]) => value !== ''))
}

function isNamed({ providerId }: ProviderConfig): boolean {
  return !/^(?:oidc|saml)\./.test(providerId)
}

function namedId(id: string | null | undefined): string {
  if (!id || protocolOf(id) === undefined || !isNamed({ providerId: id } as ProviderConfig)) {
    throw identityError(
      'INVALID_CONFIG_ID',
      'Of the providers with a name there are google.com, apple.com, yahoo.com, github.com, facebook.com, microsoft.com and twitter.com; others of OAuth 2.0 are called oauth.<name>.',
    )
  }
  return id
}

function encodeConfig(realm: string, config: ProviderConfig): { readonly name: string } & Record<string, unknown> {
  const { providerId, enabled, displayName, clientId } = config as OpenIdProvider | OAuthProvider
  const parent = realm.replace('/', '/tenants/')
  const name = `projects/${parent}/defaultSupportedIdpConfigs/${providerId}`
  const shared = { name, displayName, enabled, clientId }
  if (!isOpenId(config)) return { ...shared, ...(config as OAuthProvider).endpoints }
  const { acceptedClientIds, appleKey } = config
  if (appleKey === undefined) return { ...shared, acceptedClientIds }
  const codeFlowConfig = { teamId: appleKey.teamId, keyId: appleKey.keyId }
  return { ...shared, appleSignInConfig: { codeFlowConfig, bundleIds: acceptedClientIds ?? [] } }
}
