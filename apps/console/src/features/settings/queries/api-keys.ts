import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const apiKey = z.object({
  key: z.string(),
  name: z.string(),
  /** Null for a key that belongs to no app. */
  appId: z.nullable(z.string()),
  /** An app is configured with it. */
  isInUse: z.boolean(),
  /** RFC 3339; null for keys from before it was kept. */
  createdAt: z.nullable(z.string()),
  /** Empty: every page and program may use it. */
  websites: z.array(z.string()),
})

export type ApiKey = z.infer<typeof apiKey>

export interface ApiKeyDetails {
  readonly name: string
  readonly websites: readonly string[]
}

/** The newest first. */
export async function listApiKeys(project: ProjectSession): Promise<readonly ApiKey[]> {
  const answer = z.object({ apiKeys: z.array(apiKey) })
  return (await project.call({ path: pathOf(project), answer })).apiKeys
}

export async function createApiKey(project: ProjectSession, wanted: ApiKeyDetails): Promise<ApiKey> {
  return await project.call({ method: 'POST', path: pathOf(project), body: wanted, answer: apiKey })
}

export async function changeApiKey(project: ProjectSession, key: string, changes: ApiKeyDetails): Promise<ApiKey> {
  return await project.call({ method: 'PATCH', path: pathOf(project, key), body: changes, answer: apiKey })
}

/** A new key in its place, also in the configuration of its app; this one stays valid until it is revoked. */
export async function rotateApiKey(project: ProjectSession, key: string): Promise<ApiKey> {
  return await project.call({ method: 'POST', path: `${pathOf(project, key)}/rotate`, answer: apiKey })
}

/** Throws `failed-precondition` for one that an app is configured with. */
export async function revokeApiKey(project: ProjectSession, key: string): Promise<void> {
  await project.call({ method: 'DELETE', path: pathOf(project, key), answer: z.unknown() })
}

function pathOf(project: ProjectSession, key?: string): string {
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/api-keys`
  return key === undefined ? path : `${path}/${encodeURIComponent(key)}`
}
