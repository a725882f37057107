import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { certificatesIn, kindOf, listIn, type ProviderField } from '../provider-kinds.ts'

const client = {
  /** Ends in the provider's id. */
  name: z.string(),
  displayName: z.optional(z.string()),
  enabled: z.boolean(),
}

const oidc = z.object({
  ...client,
  issuer: z.string(),
  clientId: z.string(),
  acceptedClientIds: z.optional(z.array(z.string())),
})

const apple = z.object({
  codeFlowConfig: z.object({ teamId: z.string(), keyId: z.string() }),
  bundleIds: z.array(z.string()),
})

const named = z.object({
  ...client,
  clientId: z.string(),
  acceptedClientIds: z.optional(z.array(z.string())),
  authorizationEndpoint: z.optional(z.string()),
  tokenEndpoint: z.optional(z.string()),
  userInfoEndpoint: z.optional(z.string()),
  appleSignInConfig: z.optional(apple),
  isServers: z.optional(z.boolean()),
  isPublicClient: z.optional(z.boolean()),
})

const saml = z.object({
  ...client,
  idpConfig: z.object({
    idpEntityId: z.string(),
    ssoUrl: z.string(),
    idpCertificates: z.array(z.object({ x509Certificate: z.string() })),
  }),
  spConfig: z.object({ spEntityId: z.string() }),
})

/** What is written of a provider, as its form has it. */
export type ProviderValues = Partial<Record<ProviderField, string>>

/** A provider that people sign in to the project's apps by. Its secrets are taken and never given back. */
export interface ProviderSettings {
  /** `google.com`, `oidc.<name>`, ... */
  readonly id: string
  readonly displayName: string
  readonly enabled: boolean
  /** Google by the server's own client, which its operator set up. */
  readonly isServers: boolean
  /** A client of a provider with a name that has no secret. */
  readonly isPublicClient: boolean
  /** What is known of it, of that which its form has. */
  readonly values: ProviderValues
}

const folders = {
  named: { path: 'defaultSupportedIdpConfigs', idName: 'idpId' },
  oidc: { path: 'oauthIdpConfigs', idName: 'oauthIdpConfigId' },
  saml: { path: 'inboundSamlConfigs', idName: 'inboundSamlConfigId' },
} as const

/** Those with a name first. */
export async function listProviders(project: ProjectSession): Promise<readonly ProviderSettings[]> {
  const [ofName, ofOpenId, ofSaml] = await Promise.all([
    project.call({
      path: pathOf(project, folders.named.path),
      answer: z.object({ defaultSupportedIdpConfigs: z.array(named) }),
    }),
    project.call({ path: pathOf(project, folders.oidc.path), answer: z.object({ oauthIdpConfigs: z.array(oidc) }) }),
    project.call({ path: pathOf(project, folders.saml.path), answer: z.object({ inboundSamlConfigs: z.array(saml) }) }),
  ])
  return [
    ...ofName.defaultSupportedIdpConfigs.map((config) => ({
      ...commonOf(config),
      isServers: config.isServers ?? false,
      isPublicClient: config.isPublicClient ?? false,
      values: valuesOfNamed(config),
    })),
    ...ofOpenId.oauthIdpConfigs.map(({ issuer, clientId, acceptedClientIds = [], ...config }) => ({
      ...commonOf(config),
      values: { displayName: config.displayName ?? '', issuer, clientId, otherIds: acceptedClientIds.join('\n') },
    })),
    ...ofSaml.inboundSamlConfigs.map(({ idpConfig, spConfig, ...config }) => ({
      ...commonOf(config),
      values: {
        displayName: config.displayName ?? '',
        idpEntityId: idpConfig.idpEntityId,
        ssoUrl: idpConfig.ssoUrl,
        certificates: idpConfig.idpCertificates.map(({ x509Certificate }) => x509Certificate).join('\n'),
        spEntityId: spConfig.spEntityId,
      },
    })),
  ]
}

export async function addProvider(
  project: ProjectSession,
  id: string,
  values: ProviderValues,
  enabled: boolean,
): Promise<void> {
  const { path, idName } = folderOf(id)
  await project.call({
    method: 'POST',
    path: `${pathOf(project, path)}?${new URLSearchParams({ [idName]: id })}`,
    body: { ...bodyOf(id, values), enabled },
    answer: z.unknown(),
  })
}

/** What isn't named stays as it is. */
export async function changeProvider(
  project: ProjectSession,
  id: string,
  values: ProviderValues,
  enabled: boolean | undefined,
): Promise<void> {
  const change = { ...bodyOf(id, values), ...(enabled !== undefined && { enabled }) }
  if (Object.keys(change).length === 0) return
  const query = new URLSearchParams({ updateMask: Object.keys(change).join(',') })
  await project.call({
    method: 'PATCH',
    path: `${providerPath(project, id)}?${query}`,
    body: change,
    answer: z.unknown(),
  })
}

export async function removeProvider(project: ProjectSession, id: string): Promise<void> {
  await project.call({ method: 'DELETE', path: providerPath(project, id), answer: z.unknown() })
}

function commonOf({
  name,
  displayName,
  enabled,
}: {
  name: string
  displayName?: string | undefined
  enabled: boolean
}) {
  const id = name.slice(name.lastIndexOf('/') + 1)
  return { id, displayName: displayName ?? kindOf(id).name ?? id, enabled, isServers: false, isPublicClient: false }
}

function valuesOfNamed(config: z.infer<typeof named>): ProviderValues {
  const { displayName = '', clientId, acceptedClientIds = [], appleSignInConfig: team } = config
  const { authorizationEndpoint = '', tokenEndpoint = '', userInfoEndpoint = '' } = config
  return {
    displayName,
    clientId,
    otherIds: (team?.bundleIds ?? acceptedClientIds).join('\n'),
    teamId: team?.codeFlowConfig.teamId ?? '',
    keyId: team?.codeFlowConfig.keyId ?? '',
    authorizationEndpoint,
    tokenEndpoint,
    userInfoEndpoint,
  }
}

/** The fields of the protocol. An empty secret is none that is written; an empty address is the provider's public one again. */
function bodyOf(id: string, values: ProviderValues): Record<string, unknown> {
  const { protocol } = kindOf(id)
  if (protocol === 'saml') return samlBodyOf(values)
  const { displayName, issuer, clientId, clientSecret, otherIds, teamId, keyId, privateKey } = values
  const { authorizationEndpoint, tokenEndpoint, userInfoEndpoint } = values
  const codeFlowConfig = present({ teamId, keyId, privateKey: privateKey || undefined })
  const acceptedClientIds = otherIds === undefined ? undefined : listIn(otherIds)
  const ofApple = present({
    codeFlowConfig: Object.keys(codeFlowConfig).length > 0 ? codeFlowConfig : undefined,
    bundleIds: acceptedClientIds,
  })
  return present({
    displayName: displayName === '' ? undefined : displayName,
    issuer,
    clientId,
    clientSecret: clientSecret || undefined,
    authorizationEndpoint,
    tokenEndpoint,
    userInfoEndpoint,
    ...(id === 'apple.com'
      ? { appleSignInConfig: Object.keys(ofApple).length > 0 ? ofApple : undefined }
      : { acceptedClientIds }),
    ...(id.startsWith('oidc.') && { responseType: { code: true } }),
  })
}

function samlBodyOf({ displayName, idpEntityId, ssoUrl, certificates, spEntityId }: ProviderValues) {
  const idpCertificates =
    certificates === undefined
      ? undefined
      : certificatesIn(certificates).map((x509Certificate) => ({ x509Certificate }))
  const idpConfig = present({ idpEntityId, ssoUrl, idpCertificates })
  return present({
    displayName: displayName === '' ? undefined : displayName,
    idpConfig: Object.keys(idpConfig).length > 0 ? idpConfig : undefined,
    spConfig: spEntityId === undefined ? undefined : { spEntityId },
  })
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function folderOf(id: string) {
  if (id.startsWith('saml.')) return folders.saml
  return id.startsWith('oidc.') ? folders.oidc : folders.named
}

function providerPath(project: ProjectSession, id: string): string {
  return pathOf(project, `${folderOf(id).path}/${encodeURIComponent(id)}`)
}

function pathOf(project: ProjectSession, rest: string): string {
  return `/identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.id)}/${rest}`
}
