import type { ProjectStore } from '../../persistence/persistence.ts'
import { firstDayOfWeek, formatDay, weekOf } from '../days.ts'
import { readCohorts } from '../roll-up/activity-records.ts'
import { cohortOffsetsMax, type CohortUnit } from '../roll-up/user-activity.ts'

export interface Cohort {
  /** The first day of its unit, as `2026-11-02`. */
  readonly start: string
  readonly users: number
  /** How many of them came back so many units later; the first is `users`, the last the unit of today. */
  readonly active: readonly number[]
}

export interface Retention {
  readonly unit: CohortUnit
  readonly cohorts: readonly Cohort[]
  /** `of`: the users of the cohorts that are old enough to have come back after so many units; `active`: those of them that did. */
  readonly total: { readonly users: number; readonly active: readonly number[]; readonly of: readonly number[] }
}

/** The cohorts that began in a range of days. */
export async function readRetention(
  store: ProjectStore,
  apps: readonly string[],
  { unit, first, last, today }: { unit: CohortUnit; first: number; last: number; today: number },
): Promise<Retention> {
  const unitOf = unit === 'day' ? (day: number) => day : weekOf
  const startOf = unit === 'day' ? (day: number) => day : firstDayOfWeek
  const range = { first: unitOf(first), last: Math.min(unitOf(last), unitOf(today)) }
  const byApp = await store.read(async (snapshot) => {
    const found = []
    for (const app of apps) found.push(await readCohorts(snapshot, unit, app, range))
    return found
  })
  const cohorts: Cohort[] = []
  for (let start = range.first; start <= range.last; start++) {
    const length = Math.min(unitOf(today) - start, cohortOffsetsMax[unit]) + 1
    const active = Array.from({ length }, (_none, offset) =>
      byApp.reduce((sum, counts) => sum + (counts.get(start)?.[offset] ?? 0), 0),
    )
    cohorts.push({ start: formatDay(startOf(start)), users: active[0] ?? 0, active })
  }
  return { unit, cohorts, total: totalOf(cohorts) }
}

function totalOf(cohorts: readonly Cohort[]): Retention['total'] {
  const length = Math.max(0, ...cohorts.map(({ active }) => active.length))
  const offsets = Array.from({ length }, (_none, offset) => {
    const old = cohorts.filter(({ active }) => active.length > offset)
    return {
      active: old.reduce((sum, cohort) => sum + (cohort.active[offset] ?? 0), 0),
      of: old.reduce((sum, { users }) => sum + users, 0),
    }
  })
  return {
    users: cohorts.reduce((sum, { users }) => sum + users, 0),
    active: offsets.map(({ active }) => active),
    of: offsets.map(({ of }) => of),
  }
}
