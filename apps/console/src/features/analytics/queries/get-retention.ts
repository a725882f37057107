import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'

export type RetentionUnit = 'day' | 'week'

export type Retention = api.Retention

export interface RetentionQuestion {
  readonly unit: RetentionUnit
  /** The days on which users were new. */
  readonly range: DateRange
  /** An app id; absent for all apps. */
  readonly app?: string | undefined
}

/** The cohorts that began in a range of days; weeks that are in it in part are whole. */
export async function getRetention(
  project: ProjectSession,
  { unit, range, app }: RetentionQuestion,
): Promise<Retention> {
  const query = { unit, startDate: range.start, endDate: range.end, appId: app }
  return await callApi(api.getRetention, { project: project.id, query }, project)
}
