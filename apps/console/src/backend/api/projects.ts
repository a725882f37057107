import * as api from '@hearth/api'
import { asAccount, callApi } from './call-api.ts'

export type ProjectUsage = api.ProjectUsage

/** Makes a project with a web app and its key; the caller owns it. Throws `already-exists`/`PROJECT_EXISTS`. */
export async function createProject(body: { projectId: string; name: string }, idToken: string): Promise<string> {
  return (await callApi(api.createProject, { body }, asAccount(idToken))).projectId
}

/** Takes out what the first start put in, and nothing else. Answers how many documents that was. */
export async function removeSampleData(project: string, idToken: string): Promise<number> {
  return (await callApi(api.removeSampleData, { project }, asAccount(idToken))).documents
}

/** The project with everything in it. Owners who signed in lately may. */
export async function deleteProject(project: string, idToken: string): Promise<void> {
  await callApi(api.deleteProject, { project }, asAccount(idToken))
}
