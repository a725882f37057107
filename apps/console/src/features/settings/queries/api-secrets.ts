import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const listedSecret = z.object({
  id: z.string(),
  appId: z.string(),
  name: z.string(),
  /** RFC 3339. */
  createdAt: z.string(),
})
const madeSecret = z.object({ id: z.string(), secret: z.string() })

/** What lets a server report events of one app, without the secret itself. */
export type ApiSecret = z.infer<typeof listedSecret>

export interface NewApiSecret {
  readonly appId: string
  readonly name: string
}

export async function listApiSecrets(project: ProjectSession): Promise<readonly ApiSecret[]> {
  const answer = z.object({ secrets: z.array(listedSecret) })
  return (await project.call({ path: pathOf(project), answer })).secrets
}

/** Returns the secret, which the server doesn't show again. */
export async function createApiSecret(project: ProjectSession, body: NewApiSecret): Promise<string> {
  return (await project.call({ method: 'POST', path: pathOf(project), body, answer: madeSecret })).secret
}

/** Servers with this secret are turned away from now on. Throws `not-found` for one that is revoked already. */
export async function revokeApiSecret(project: ProjectSession, id: string): Promise<void> {
  await project.call({ method: 'DELETE', path: `${pathOf(project)}/${encodeURIComponent(id)}`, answer: z.unknown() })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/analytics/secrets`
}
