import type { ProjectUsage } from '../projects/project-usage.ts'

/** What is counted as it happens. */
export const countNames = ['requestsAllowed', 'requestsDenied', 'documentsWritten'] as const
export type CountName = (typeof countNames)[number]
export type DayCounts = Readonly<Record<CountName, number>>

/** How much there was at the end of a day. */
export type DayLevels = Pick<ProjectUsage, 'users' | 'documents' | 'files' | 'storedBytes'>

/** One day of a project, in UTC. */
export interface DayTrend extends DayCounts {
  /** `2026-11-20` */
  readonly day: string
  /** Undefined for days before anything was noted. */
  readonly levels: DayLevels | undefined
}

export const noCounts: DayCounts = { requestsAllowed: 0, requestsDenied: 0, documentsWritten: 0 }

export function added(one: DayCounts, other: DayCounts): DayCounts {
  return {
    requestsAllowed: one.requestsAllowed + other.requestsAllowed,
    requestsDenied: one.requestsDenied + other.requestsDenied,
    documentsWritten: one.documentsWritten + other.documentsWritten,
  }
}
