import { analyticsTexts as texts } from '../../texts/en/analytics.ts'
import { type DateRange, dayMs, dayOf } from '../../shared/reports/date-range.ts'
import type { Retention, RetentionUnit } from './queries/analytics-queries.ts'

export type Cohort = Retention['cohorts'][number]

/** Rows of a table; a CSV has all. */
const cohortsMax = 60

/** Before somebody was new there is nothing to see; a later unit without anybody new stays. */
export function cohortsOf({ cohorts }: Retention): readonly Cohort[] {
  const first = cohorts.findIndex(({ users }) => users > 0)
  return first < 0 ? [] : cohorts.slice(first)
}

/** The latest of them, as many as a table shows. */
export function cohortsShown(retention: Retention): readonly Cohort[] {
  return cohortsOf(retention).slice(-cohortsMax)
}

/** Whether weeks are counted as a whole that are only in part in a range of days. */
export function hasCutWeeks({ cohorts }: Retention, unit: RetentionUnit, range: DateRange): boolean {
  const [first, last] = [cohorts[0], cohorts.at(-1)]
  if (unit === 'day' || first === undefined || last === undefined) return false
  return first.start < range.start || dayOf(Date.parse(last.start) + 6 * dayMs) > range.end
}

/** As the table has them, with the users in place of shares; a unit that is not there yet is empty. */
export function cohortLines(
  now: Retention,
  before: Retention | undefined,
  unit: RetentionUnit,
): (readonly (string | number)[])[] {
  const [cohorts, compared] = [cohortsOf(now), before === undefined ? [] : cohortsOf(before)]
  const length = Math.max(0, ...[...cohorts, ...compared].map(({ active }) => active.length))
  const offsets = Array.from({ length }, (_, at) => at)
  const header = [texts.cohort[unit], texts.cohortUsers, ...offsets.map((at) => texts.offset[unit](at))]
  const lineOf = ({ start, users, active }: Cohort) => [start, users, ...offsets.map((at) => active[at] ?? '')]
  if (before === undefined) return [header, ...cohorts.map(lineOf)]
  return [
    [texts.comparedRange, ...header],
    ...cohorts.map((cohort) => [texts.now, ...lineOf(cohort)]),
    ...compared.map((cohort) => [texts.before, ...lineOf(cohort)]),
  ]
}
