import * as api from '@hearth/api'
import type { FirebaseApp } from 'firebase/app'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'
import type { OperatorRole } from '../../../backend/api/operator-session.ts'
import { changeProjectDocument } from './project-document.ts'

/** Owners who signed in lately may. Throws `permission-denied` for everybody else. */
export async function changeRole(app: FirebaseApp, project: string, uid: string, role: OperatorRole): Promise<void> {
  await changeProjectDocument(app, project, [{ path: ['roles', uid], value: { kind: 'string', value: role } }])
}

/** Takes somebody out of the project. Owners who signed in lately may, and nobody the founder. */
export async function removeMember(app: FirebaseApp, project: string, uid: string): Promise<void> {
  await changeProjectDocument(app, project, [
    { path: ['roles', uid], value: undefined },
    { path: ['memberIds'], value: { kind: 'array-remove', values: [{ kind: 'string', value: uid }] } },
  ])
}

/** Leaves the project on one's own wish. Throws `failed-precondition`/`LAST_OWNER` for the only owner. */
export async function leaveProject(project: string, idToken: string): Promise<void> {
  await callApi(api.leaveProject, { project }, asAccount(idToken))
}
