import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const listedKey = z.object({
  id: z.string(),
  name: z.string(),
  /** RFC 3339. */
  createdAt: z.string(),
})
const keyFile = z.looseObject({ type: z.literal('service_account'), private_key_id: z.string() })

export type ServiceKey = z.infer<typeof listedKey>

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

export async function createServiceKey(project: ProjectSession, name: string): Promise<KeyFile> {
  const file = await project.call({ method: 'POST', path: pathOf(project), body: { name }, answer: keyFile })
  return { id: file.private_key_id, json: `${JSON.stringify(file, undefined, 2)}\n` }
}

/** Programs with this key are turned away from now on. Throws `not-found` for a key that is revoked already. */
export async function revokeServiceKey(project: ProjectSession, id: string): Promise<void> {
  await project.call({ method: 'DELETE', path: `${pathOf(project)}/${encodeURIComponent(id)}`, answer: z.unknown() })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/service-keys`
}
