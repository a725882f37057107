import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const keyMaker = z.union([
  z.object({
    uid: z.string(),
    email: z.nullable(z.string()),
    /** As it is now; null for who left the project or lost the account. */
    role: z.nullable(z.string()),
  }),
  /** The id of another key. */
  z.object({ serviceKey: z.string() }),
])
const listedKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** RFC 3339. */
  createdAt: z.string(),
  /** Not known of old keys. */
  createdBy: z.optional(keyMaker),
})
const keyFile = z.looseObject({ type: z.literal('service_account'), private_key_id: z.string() })

/** What a key may only where an owner said so. */
export const keyScopes = ['backups', 'keys', 'project', 'sign-in', 'webhooks'] as const
export type KeyScope = (typeof keyScopes)[number]

export interface KeyOrder {
  readonly name: string
  readonly scopes: readonly KeyScope[]
}

export type ServiceKey = z.infer<typeof listedKey>
export type KeyMaker = z.infer<typeof keyMaker>

/** What a program keeps: the JSON of the vendor's key files. The server doesn't show it again. */
export interface KeyFile {
  readonly id: string
  readonly json: string
}

/** The keys of a project, without their private parts. */
export async function listServiceKeys(project: ProjectSession): Promise<readonly ServiceKey[]> {
  const answer = z.object({ serviceKeys: z.array(listedKey) })
  return (await project.call({ path: pathOf(project), answer })).serviceKeys
}

export async function createServiceKey(project: ProjectSession, body: KeyOrder): Promise<KeyFile> {
  const file = await project.call({ method: 'POST', path: pathOf(project), body, answer: keyFile })
  return { id: file.private_key_id, json: `${JSON.stringify(file, undefined, 2)}\n` }
}

/** Programs with this key are turned away from now on. Throws `not-found` for a key that is revoked already. */
export async function revokeServiceKey(project: ProjectSession, id: string): Promise<void> {
  await project.call({ method: 'DELETE', path: `${pathOf(project)}/${encodeURIComponent(id)}`, answer: z.unknown() })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/service-keys`
}
