import { listApps } from '@hearth/api'
import type { ProjectSession } from '../sdk/project-session.ts'
import { callApi } from './call-api.ts'

/** An app of a project, with the id that it gives with whatever it asks. */
export interface ProjectApp {
  readonly name: string
  readonly platform: string
  readonly appId: string
}

export async function listProjectApps(project: ProjectSession): Promise<readonly ProjectApp[]> {
  const { apps } = await callApi(listApps, { project: project.id }, project)
  return apps.map(({ name, platform, config }) => ({ name, platform, appId: config.appId }))
}
