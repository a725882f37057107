import * as api from '@hearth/api'
import { asAccount, callApi } from './call-api.ts'
import type { ProjectSession } from '../sdk/project-session.ts'

export type ProjectUsage = api.ProjectUsage

/** Makes a project with a web app and its key; the caller owns it. Throws `already-exists`/`PROJECT_EXISTS`. */
export async function createProject(body: { projectId: string; name: string }, idToken: string): Promise<string> {
  return (await callApi(api.createProject, { body }, asAccount(idToken))).projectId
}

/** Puts a small shop into a project without documents. Answers how many documents that is. Throws `failed-precondition`/`PROJECT_NOT_EMPTY`. */
export async function addSampleData(project: ProjectSession): Promise<number> {
  return (await callApi(api.addSampleData, { project: project.id }, asAccount(await project.idToken()))).documents
}

/** Takes out what was put in as a sample, and nothing else. Answers how many documents that was. */
export async function removeSampleData(project: string, idToken: string): Promise<number> {
  return (await callApi(api.removeSampleData, { project }, asAccount(idToken))).documents
}

/** The project with everything in it. Owners who signed in lately may. */
export async function deleteProject(project: string, idToken: string): Promise<void> {
  await callApi(api.deleteProject, { project }, asAccount(idToken))
}

export type FileSettings = api.FileSettings

export async function getFileSettings(project: ProjectSession): Promise<FileSettings> {
  return await callApi(api.getFileSettings, { project: project.id }, project)
}

export async function changeFileSettings(project: ProjectSession, body: Partial<FileSettings>): Promise<FileSettings> {
  return await callApi(api.updateFileSettings, { project: project.id, body }, project)
}

/** An app of a project, with the id that it gives with whatever it asks. */
export interface ProjectApp {
  readonly name: string
  readonly platform: string
  readonly appId: string
}

export async function listProjectApps(project: ProjectSession): Promise<readonly ProjectApp[]> {
  const { apps } = await callApi(api.listApps, { project: project.id }, project)
  return apps.map(({ name, platform, config }) => ({ name, platform, appId: config.appId }))
}
