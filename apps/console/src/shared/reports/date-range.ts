/** 52 weeks, so that weekdays meet. */
const yearDays = 364

/** Days of the project's time zone, such as `2026-11-20`; both ends count. */
export interface DateRange {
  readonly start: string
  readonly end: string
}

export const spans = [7, 28, 90, 365] as const
/** The last so many days, today included. */
export type Span = (typeof spans)[number]
export const defaultSpan: Span = 28

/** With what a range is compared: the days right before it, or the same weekdays of a year before. */
export type Comparison = 'before' | 'year'

/** What the reports take in one range. */
export const daysMax = 400
export const dayMs = 86_400_000

export function lengthOf({ start, end }: DateRange): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1
}

/** Whether a text is a day that there is, such as `2026-02-28`. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && dayOf(at) === text
}

/** Whether two days make a range that may be asked for. */
export function isRange(range: DateRange): boolean {
  return isDay(range.start) && isDay(range.end) && lengthOf(range) >= 1 && lengthOf(range) <= daysMax
}

export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** What an address says of the days: their number up to today, or the first and the last. */
interface AskedDays {
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
