import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const oidc = z.object({
  /** Ends in the provider's id. */
  name: z.string(),
  displayName: z.optional(z.string()),
  enabled: z.boolean(),
  issuer: z.string(),
  clientId: z.string(),
  acceptedClientIds: z.optional(z.array(z.string())),
})

const google = z.object({
  enabled: z.boolean(),
  clientId: z.string(),
  acceptedClientIds: z.optional(z.array(z.string())),
  isServers: z.optional(z.boolean()),
})

/** A provider that people sign in to the project's apps by. Its secret is taken and never given back. */
export interface ProviderSettings {
  /** `google.com` or `oidc.<name>`. */
  readonly id: string
  readonly displayName: string
  readonly enabled: boolean
  readonly issuer: string
  readonly clientId: string
  /** Of apps that bring tokens for themselves. */
  readonly acceptedClientIds: readonly string[]
  /** Google by the server's own client, which its operator set up. */
  readonly isServers: boolean
}

/** What is written of one; an absent secret stays as it is. */
export interface ProviderChange {
  readonly displayName?: string
  readonly enabled?: boolean
  readonly issuer?: string
  readonly clientId?: string
  readonly acceptedClientIds?: readonly string[]
  readonly clientSecret?: string
}

export const googleId = 'google.com'
const googlePath = 'defaultSupportedIdpConfigs'
const oidcPath = 'oauthIdpConfigs'

/** Google first, where there is one. */
export async function listProviders(project: ProjectSession): Promise<readonly ProviderSettings[]> {
  const [googles, others] = await Promise.all([
    project.call({ path: pathOf(project, googlePath), answer: z.object({ [googlePath]: z.array(google) }) }),
    project.call({ path: pathOf(project, oidcPath), answer: z.object({ [oidcPath]: z.array(oidc) }) }),
  ])
  return [
    ...googles[googlePath].map(({ enabled, clientId, acceptedClientIds = [], isServers = false }) => ({
      id: googleId,
      displayName: 'Google',
      issuer: '',
      enabled,
      clientId,
      acceptedClientIds,
      isServers,
    })),
    ...others[oidcPath].map(({ name, displayName, acceptedClientIds = [], ...rest }) => {
      const id = name.slice(name.lastIndexOf('/') + 1)
      return { id, displayName: displayName ?? id, acceptedClientIds, isServers: false, ...rest }
    }),
  ]
}

export async function addProvider(project: ProjectSession, id: string, provider: ProviderChange): Promise<void> {
  const [folder, name] = id === googleId ? [googlePath, 'idpId'] : [oidcPath, 'oauthIdpConfigId']
  const path = `${pathOf(project, folder)}?${new URLSearchParams({ [name]: id })}`
  const isOidc = id !== googleId
  const body = { ...provider, ...(isOidc && { responseType: { code: true } }) }
  await project.call({ method: 'POST', path, body, answer: z.unknown() })
}

export async function changeProvider(project: ProjectSession, id: string, change: ProviderChange): Promise<void> {
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

function providerPath(project: ProjectSession, id: string): string {
  return pathOf(project, `${id === googleId ? googlePath : oidcPath}/${encodeURIComponent(id)}`)
}

function pathOf(project: ProjectSession, rest: string): string {
  return `/identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(project.id)}/${rest}`
}
