import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

/** The last so many days, today included, the oldest first. */
export async function listTrends(project: ProjectSession, days: number): Promise<readonly api.DayTrend[]> {
  return (await callApi(api.listTrends, { project: project.id, query: { days: String(days) } }, project)).days
}
