import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export type AppPlatform = api.AppPlatform
export type ProjectApp = api.ProjectApp

export interface AppDetails {
  readonly name: string
  readonly bundleId?: string
}

/** By name. */
export async function listApps(project: ProjectSession): Promise<readonly ProjectApp[]> {
  const { apps } = await callApi(api.listApps, { project: project.id }, project)
  return apps.toSorted((a, b) => a.name.localeCompare(b.name))
}

export async function addApp(
  project: ProjectSession,
  body: AppDetails & { readonly platform: AppPlatform },
): Promise<ProjectApp> {
  return await callApi(api.createApp, { project: project.id, body }, project)
}

export async function changeApp(project: ProjectSession, appId: string, body: AppDetails): Promise<ProjectApp> {
  return await callApi(api.updateApp, { project: project.id, app: appId, body }, project)
}

/** With its keys. Throws `failed-precondition` for the project's only web app. */
export async function removeApp(project: ProjectSession, appId: string): Promise<void> {
  await callApi(api.removeApp, { project: project.id, app: appId }, project)
}
