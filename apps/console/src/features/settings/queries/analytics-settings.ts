import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export type AnalyticsSettings = api.AnalyticsSettings

export async function getAnalyticsSettings(project: ProjectSession): Promise<AnalyticsSettings> {
  return await callApi(api.getAnalyticsSettings, { project: project.id }, project)
}

export async function changeAnalyticsSettings(
  project: ProjectSession,
  body: Partial<AnalyticsSettings>,
): Promise<AnalyticsSettings> {
  return await callApi(api.updateAnalyticsSettings, { project: project.id, body }, project)
}
