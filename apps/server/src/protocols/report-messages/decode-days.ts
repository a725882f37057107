import { parseDay } from '../../analytics/days.ts'
import type { DayRange } from '../../analytics/reports/report-request.ts'
import { invalidReport } from './invalid-report.ts'

const DAYS_MAX = 400
/** Within these years every day has a number of six digits. */
const LAST_DAY = 376_200

/** The day that `2026-11-20`, `today`, `yesterday` or `7daysAgo` names. Throws `invalid-argument`/`INVALID_REQUEST`. */
export function decodeDay(text: string, today: number): number {
  const ago = /^(\d{1,5})daysAgo$/.exec(text)?.[1]
  const day =
    text === 'today'
      ? today
      : text === 'yesterday'
        ? today - 1
        : ago !== undefined
          ? today - Number(ago)
          : parseDay(text)
  if (day === undefined || day > LAST_DAY) {
    throw invalidReport('A day is written as 2026-11-20, today, yesterday or 7daysAgo.')
  }
  // Nothing happened before the epoch.
  return Math.max(0, day)
}

/** Throws `invalid-argument`/`INVALID_REQUEST` for a range that ends before it starts or is too long. */
export function decodeDayRange(
  { startDate, endDate, name }: { startDate: string; endDate: string; name?: string | undefined },
  nameDefault: string,
  today: number,
): DayRange {
  const first = decodeDay(startDate, today)
  const last = decodeDay(endDate, today)
  if (last < first) throw invalidReport('The range ends before it starts.')
  if (last - first >= DAYS_MAX) throw invalidReport(`A range has at most ${DAYS_MAX} days.`)
  return { first, last, name: name ?? nameDefault }
}
