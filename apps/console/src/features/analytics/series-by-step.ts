import { analyticsTexts } from '../../texts/en/analytics.ts'
import { rangeNames, type Report } from '../../shared/reports/run-report.ts'
import { type DateRange, lengthOf, daysOf } from '../../shared/reports/date-range.ts'

export interface DaySeries {
  readonly name: string
  /** One for each day of the range; a day without a row is zero. */
  readonly values: readonly number[]
}

/**
 * The metrics of a report by day as lines; a single metric has a second line for the range it is compared with, whose days are laid over
 * those of the first.
 */
export function seriesByDay(
  { dimensions, rows }: Report,
  { range, before }: { readonly range: DateRange; readonly before?: DateRange | undefined },
  names: readonly string[],
): readonly DaySeries[] {
  const [dateAt, rangeAt] = [dimensions.indexOf('date'), dimensions.indexOf('dateRange')]
  const values = (days: readonly string[], rangeName: string, metric: number): readonly number[] => {
    const ofDay = new Map(
      rows
        .filter(({ keys }) => rangeAt < 0 || keys[rangeAt] === rangeName)
        .map((row) => [row.keys[dateAt] ?? '', row.values[metric] ?? 0]),
    )
    return days.map((day) => ofDay.get(day.replaceAll('-', '')) ?? 0)
  }
  const now = names.map((name, at) => ({ name, values: values(daysOf(range), rangeNames.now, at) }))
  if (before === undefined || now.length !== 1) return now
  const past = values(daysOf(before), rangeNames.before, 0)
  return [
    { name: names[0] ?? '', values: now[0]?.values ?? [] },
    { name: nameOfPast(range, before), values: past },
  ]
}

function nameOfPast(range: DateRange, before: DateRange): string {
  const days = lengthOf(range)
  const isRightBefore = lengthOf({ start: before.start, end: range.start }) - 1 === days
  return isRightBefore ? analyticsTexts.daysBefore(days) : analyticsTexts.yearBefore
}
