import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { DateRange } from '../date-range.ts'
import { analyticsPath } from './analytics-path.ts'

export type RetentionUnit = 'day' | 'week'

const retention = z.object({
  cohorts: z.array(z.object({ start: z.string(), users: z.number(), active: z.array(z.number()) })),
  total: z.object({ users: z.number(), active: z.array(z.number()), of: z.array(z.number()) }),
})

/** `active[n]` of a cohort are those who came back after `n` units; `total.of[n]` are those who could have. */
export type Retention = z.infer<typeof retention>

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
  const query = new URLSearchParams({
    unit,
    startDate: range.start,
    endDate: range.end,
    ...(app !== undefined && { appId: app }),
  })
  return await project.call({ path: analyticsPath(project, `retention?${query}`), answer: retention })
}
