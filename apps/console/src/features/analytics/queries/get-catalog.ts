import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

/** What was ever seen, by name; `firstDay` is `null` before the first event. */
export type AnalyticsCatalog = api.AnalyticsCatalog

export async function getCatalog(project: ProjectSession): Promise<AnalyticsCatalog> {
  return await callApi(api.getCatalog, { project: project.id }, project)
}
