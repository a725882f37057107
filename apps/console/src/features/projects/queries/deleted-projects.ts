import * as api from '@hearth/api'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'

export type DeletedProject = api.DeletedProject

/** Those that the signed-in person owns and may take back. */
export async function listDeletedProjects(idToken: string): Promise<readonly DeletedProject[]> {
  return (await callApi(api.listDeletedProjects, {}, asAccount(idToken))).deletedProjects
}

/** Throws `not-found` for one that is gone for good, or was taken back. */
export async function undeleteProject(project: string, idToken: string): Promise<void> {
  await callApi(api.undeleteProject, { project }, asAccount(idToken))
}

/** For good, at once. Owners who signed in lately may. Throws as `undeleteProject`. */
export async function removeDeletedProject(project: string, idToken: string): Promise<void> {
  await callApi(api.removeDeletedProject, { project }, asAccount(idToken))
}
