import * as z from 'zod/mini'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { projectUser, type ProjectUser, accountsPath } from './project-user.ts'

const lookUpAnswer = z.object({ users: z.optional(z.array(projectUser)) })

/** How many may be asked for at once. */
export const lookedUpAtOnce = 100

/** Those of the project's users who have one of these ids or addresses; `lookedUpAtOnce` in all at most. */
export async function lookUpUsers(
  project: ProjectSession,
  wanted: { readonly localId?: readonly string[]; readonly email?: readonly string[] },
): Promise<readonly ProjectUser[]> {
  const path = accountsPath(project, ':lookup')
  return (await project.call({ method: 'POST', path, body: wanted, answer: lookUpAnswer })).users ?? []
}
