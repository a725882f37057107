import type { Cohort } from './cohorts.ts'

export interface HeatRange {
  readonly low: number
  readonly high: number
}

/** The least and the greatest share of those who came back, all cohorts together. Of those who are new, all are there: the first unit is left out. */
export function heatRange(cohorts: readonly Pick<Cohort, 'users' | 'active'>[]): HeatRange {
  const shares = cohorts.flatMap(({ users, active }) =>
    users === 0 ? [] : active.slice(1).map((count) => count / users),
  )
  return shares.length === 0 ? { low: 0, high: 0 } : { low: Math.min(...shares), high: Math.max(...shares) }
}
