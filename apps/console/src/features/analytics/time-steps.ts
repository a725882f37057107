import { type DateRange, dayMs, dayOf, daysOf, lengthOf } from '../../shared/reports/date-range.ts'

export const grains = ['day', 'week', 'month'] as const
/** What a point of a chart stands for; weeks begin on Monday. */
export type Grain = (typeof grains)[number]

/** The dimension of a report that adds up each. */
export const dimensionOf: Readonly<Record<Grain, string>> = {
  day: 'date',
  week: 'isoYearIsoWeek',
  month: 'yearMonth',
}

/** A day, a week or a month as far as it lies in a range. */
export interface TimeStep {
  /** As a report calls it: `20261120`, `202647`, `202611`. */
  readonly key: string
  /** Days such as `2026-11-20`; both ends count. */
  readonly first: string
  readonly last: string
}

/** In how many days there are two whole steps at least. */
const daysMin: Readonly<Record<Grain, number>> = { day: 1, week: 14, month: 62 }

/** Those that make a course of a range; in a shorter one there would be a point or two. */
export function grainsOf(range: DateRange): readonly Grain[] {
  return grains.filter((grain) => lengthOf(range) >= daysMin[grain])
}

/** The steps of a range, the first first. */
export function stepsOf(range: DateRange, grain: Grain): readonly TimeStep[] {
  const steps: { key: string; first: string; last: string }[] = []
  for (const day of daysOf(range)) {
    const key = keyOf(day, grain)
    const latest = steps.at(-1)
    if (latest?.key === key) latest.last = day
    else steps.push({ key, first: day, last: day })
  }
  return steps
}

/** The range that steps are held against, cut in the same places: whole weeks or whole months before. */
export function comparedSteps(range: DateRange, grain: 'week' | 'month', isYearBefore: boolean): DateRange {
  if (grain === 'week') {
    const days = isYearBefore ? 364 : Math.ceil(lengthOf(range) / 7) * 7
    return { start: daysBefore(range.start, days), end: daysBefore(range.end, days) }
  }
  const months = isYearBefore ? 12 : stepsOf(range, 'month').length
  return { start: monthsBefore(range.start, months), end: monthsBefore(range.end, months) }
}

function keyOf(day: string, grain: Grain): string {
  if (grain === 'day') return day.replaceAll('-', '')
  return grain === 'month' ? day.slice(0, 7).replace('-', '') : isoWeekOf(day)
}

/** The Thursday of a week decides which year it belongs to. */
function isoWeekOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  const thursday = new Date(Date.parse(day) + (3 - weekday) * dayMs)
  const year = thursday.getUTCFullYear()
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs))
  return `${year}${String(week).padStart(2, '0')}`
}

function daysBefore(day: string, count: number): string {
  return dayOf(Date.parse(day) - count * dayMs)
}

/** The same day of an earlier month; the last one where this is the last, or where that month is shorter. */
function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOf = (back: number): number => new Date(Date.UTC(year, month - back, 0)).getUTCDate()
  const wanted = date === lastOf(0) ? lastOf(count) : Math.min(date, lastOf(count))
  return dayOf(Date.UTC(year, month - 1 - count, wanted))
}
