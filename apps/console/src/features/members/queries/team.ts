import type { FirebaseApp } from 'firebase/app'
import * as z from 'zod/mini'
import { callHearth } from '../../../api/call-hearth.ts'
import type { OperatorRole } from '../../../api/operator-session.ts'
import { commitToConsole } from '../../../console-data/console-database.ts'
import { type FieldChange, update } from '../../../documents/commit.ts'

/** Owners who signed in lately may. Throws `permission-denied` for everybody else. */
export async function changeRole(app: FirebaseApp, project: string, uid: string, role: OperatorRole): Promise<void> {
  await changeTeam(app, project, [{ path: ['roles', uid], value: { type: 'string', value: role } }])
}

/** Takes somebody out of the project. Owners who signed in lately may, and nobody the founder. */
export async function removeMember(app: FirebaseApp, project: string, uid: string): Promise<void> {
  await changeTeam(app, project, [
    { path: ['roles', uid], value: undefined },
    { path: ['memberIds'], value: { type: 'array-remove', values: [{ type: 'string', value: uid }] } },
  ])
}

/** Leaves the project on one's own wish. Throws `failed-precondition`/`LAST_OWNER` for the only owner. */
export async function leaveProject(project: string, idToken: string): Promise<void> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project)}/leave`
  await callHearth({ method: 'POST', path, idToken, body: {}, answer: z.unknown() })
}

/** With the newest ID token: whoever is not an owner any more, or signed in long ago, may not. */
async function changeTeam(app: FirebaseApp, project: string, changes: readonly FieldChange[]): Promise<void> {
  await commitToConsole(app, (database) => [
    update(database, `projects/${project}`, [...changes, { path: ['updatedAt'], value: { type: 'server-time' } }], {
      exists: true,
    }),
  ])
}
