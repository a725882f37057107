import { type Comparison, type DateRange, dayMs, dayOf, defaultSpan, lengthOf, type Span } from './date-range.ts'

/** 52 weeks, so that weekdays meet. */
const yearDays = 364

/** What an address says of the days: their number up to today, or the first and the last. */
export interface AskedDays {
  readonly days?: Span
  readonly from?: string
  readonly to?: string
}

/** The days that an address speaks of. `today` is a day such as `2026-11-20`. */
export function rangeOf({ days = defaultSpan, from, to }: AskedDays, today: string): DateRange {
  return from !== undefined && to !== undefined ? { start: from, end: to } : lastDays(days, today)
}

export function lastDays(span: number, today: string): DateRange {
  return { start: dayOf(Date.parse(today) - (span - 1) * dayMs), end: today }
}

/** The range that a range is held against. */
export function comparedRange({ start, end }: DateRange, comparison: Comparison): DateRange {
  const days = comparison === 'year' ? yearDays : lengthOf({ start, end })
  return { start: dayOf(Date.parse(start) - days * dayMs), end: dayOf(Date.parse(end) - days * dayMs) }
}

/** Each day of a range, the first first. */
export function daysOf(range: DateRange): readonly string[] {
  const first = Date.parse(range.start)
  return Array.from({ length: lengthOf(range) }, (_, at) => dayOf(first + at * dayMs))
}
