import type { FirebaseApp } from 'firebase/app'
import { arrayRemove, deleteField, doc, FieldPath, runTransaction, serverTimestamp } from 'firebase/firestore'
import * as z from 'zod/mini'
import { callHearth } from '../../../api/call-hearth.ts'
import type { OperatorRole } from '../../../api/operator-session.ts'
import { firestoreOf } from '../../../firebase/firestore.ts'
import { trackWrite } from '../../../live/track-write.ts'

/** Owners who signed in lately may. Throws `permission-denied` for everybody else. */
export async function changeRole(app: FirebaseApp, project: string, uid: string, role: OperatorRole): Promise<void> {
  await changeTeam(app, project, [new FieldPath('roles', uid), role])
}

/** Takes somebody out of the project. Owners who signed in lately may, and nobody the founder. */
export async function removeMember(app: FirebaseApp, project: string, uid: string): Promise<void> {
  await changeTeam(app, project, [new FieldPath('roles', uid), deleteField(), 'memberIds', arrayRemove(uid)])
}

/** Leaves the project on one's own wish. Throws `failed-precondition`/`LAST_OWNER` for the only owner. */
export async function leaveProject(project: string, idToken: string): Promise<void> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project)}/leave`
  await callHearth({ method: 'POST', path, idToken, body: {}, answer: z.unknown() })
}

/** By a transaction, which goes with the newest ID token: a stream that is open goes on with the sign-in it began with. */
async function changeTeam(
  app: FirebaseApp,
  project: string,
  [field, value, ...more]: readonly [FieldPath, unknown, ...unknown[]],
): Promise<void> {
  const firestore = firestoreOf(app)
  await trackWrite(
    app,
    runTransaction(firestore, async (transaction) => {
      const team = doc(firestore, 'projects', project)
      await transaction.get(team)
      transaction.update(team, field, value, ...more, 'updatedAt', serverTimestamp())
    }),
  )
}
