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
import { optionalFlag, optionalText, optionalTexts } from './define-method.ts'
import { providerMethods, written } from './provider-methods.ts'

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

type ConfigRequest = z.infer<typeof configRequest>

/**
 * Providers that the SDKs know by name, and those of OAuth 2.0 alone (`oauth.<name>`), by the vendor's methods for the former. The vendor's
 * fields are `enabled`, `clientId`, `clientSecret` and `appleSignInConfig`. `isServers` marks the server's client at Google, which holds for
 * projects without one of their own; `isPublicClient` one without a secret, whose redirect address is the project's own.
 */
export const namedProviderMethods = providerMethods<ConfigRequest>({
  collection: 'defaultSupportedIdpConfigs',
  idParameter: 'idpId',
  request: configRequest,
  idOf: namedId,
  async list(realm, identity, encode) {
    const named = (await identity.providers.list(realm)).filter(isNamed)
    const servers = identity.providers.findServersGoogle(realm)
    const isOwn = servers === undefined || named.some(({ providerId }) => providerId === servers.providerId)
    return [...(isOwn ? [] : [{ ...encode(servers), isServers: true }]), ...named.map(encode)]
  },
  newConfig,
  changesOf,
  encode: encodeConfig,
})

function newConfig(providerId: string, request: ConfigRequest): ProviderConfig {
  const { enabled = true, clientId = '', clientSecret } = request
  const { issuer } = knownOpenId[providerId] ?? {}
  const config = { providerId, enabled, clientId, clientSecret, ...(issuer !== undefined && { issuer }) }
  return { ...config, ...changesOf(config, request) }
}

function changesOf(current: ProviderConfig, request: Partial<ConfigRequest>): ProviderChanges {
  const { enabled, clientId, clientSecret, displayName, appleSignInConfig: apple } = request
  const acceptedClientIds = request.acceptedClientIds ?? apple?.bundleIds ?? undefined
  const own = isOpenId(current)
    ? { ...(apple?.codeFlowConfig && { appleKey: appleKeyOf(current.appleKey, apple.codeFlowConfig) }) }
    : { endpoints: endpointsOf(current as OAuthProvider, request) }
  return { ...written({ enabled, clientId, clientSecret, displayName, acceptedClientIds }), ...own }
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
function endpointsOf({ endpoints }: OAuthProvider, request: Partial<ConfigRequest>): OAuthProvider['endpoints'] {
  const { authorizationEndpoint, tokenEndpoint, userInfoEndpoint } = request
  const kept = Object.entries({ ...endpoints, ...written({ authorizationEndpoint, tokenEndpoint, userInfoEndpoint }) })
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

function encodeConfig(config: ProviderConfig, name: string): Record<string, unknown> {
  const { enabled, displayName, clientId, clientSecret } = config as OpenIdProvider | OAuthProvider
  const isPublicClient = clientSecret === undefined && (config as OpenIdProvider).appleKey === undefined
  const shared = { name, displayName, enabled, clientId, ...(isPublicClient && { isPublicClient }) }
  if (!isOpenId(config)) return { ...shared, ...(config as OAuthProvider).endpoints }
  const { acceptedClientIds, appleKey } = config
  if (appleKey === undefined) return { ...shared, acceptedClientIds }
  const codeFlowConfig = { teamId: appleKey.teamId, keyId: appleKey.keyId }
  return { ...shared, appleSignInConfig: { codeFlowConfig, bundleIds: acceptedClientIds ?? [] } }
}
