import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

/** Where a user is signed in, the session used last first. */
export async function listUserSessions(project: ProjectSession, uid: string): Promise<readonly api.ListedSession[]> {
  return (await callApi(api.listUserSessions, { project: project.id, uid }, project)).sessions
}

/** Throws `not-found` for one that is over already. */
export async function endUserSession(project: ProjectSession, uid: string, id: string): Promise<void> {
  await callApi(api.endUserSession, { project: project.id, uid, session: id }, project)
}
