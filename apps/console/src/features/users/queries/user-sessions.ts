import * as z from 'zod/mini'
import { listedSession, type ListedSession } from '../../../api/listed-session.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'

/** Where a user is signed in, the session used last first. */
export async function listUserSessions(project: ProjectSession, uid: string): Promise<readonly ListedSession[]> {
  const answer = z.object({ sessions: z.array(listedSession) })
  return (await project.call({ path: pathOf(project, uid), answer })).sessions
}

/** Throws `not-found` for one that is over already. */
export async function endUserSession(project: ProjectSession, uid: string, id: string): Promise<void> {
  const path = `${pathOf(project, uid)}/${encodeURIComponent(id)}`
  await project.call({ method: 'DELETE', path, answer: z.unknown() })
}

function pathOf(project: ProjectSession, uid: string): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/users/${encodeURIComponent(uid)}/sessions`
}
