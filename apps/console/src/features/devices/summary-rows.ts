import { daysOf, lastDays } from '../../shared/reports/date-range.ts'
import { dayIn } from '../../shared/reports/time-zone.ts'
import type { InstallationSummary } from './queries/devices-queries.ts'

export interface AppRow {
  readonly appId: string
  readonly platform: string
  readonly count: number
  /** In the days of the summary. */
  readonly came: number
  readonly went: number
}

export interface DayRow {
  /** `2026-11-20` */
  readonly date: string
  readonly came: number
  readonly went: number
}

/** A row for each app, the one with the most devices first. */
export function appRows({ apps, days }: InstallationSummary): readonly AppRow[] {
  return apps
    .map(({ appId, platform, count }) => {
      const own = days.filter((day) => day.appId === appId)
      return { appId, platform, count, came: sumOf(own, 'new'), went: sumOf(own, 'lost') }
    })
    .toSorted((one, other) => other.count - one.count)
}

/** Each day of the last `length` ones, the oldest first. `now` is in milliseconds since the epoch. */
export function dayRows({ days, timeZone }: InstallationSummary, length: number, now: number): readonly DayRow[] {
  return daysOf(lastDays(length, dayIn(timeZone, now))).map((date) => {
    const own = days.filter((day) => day.date === date)
    return { date, came: sumOf(own, 'new'), went: sumOf(own, 'lost') }
  })
}

function sumOf(days: InstallationSummary['days'], kind: 'new' | 'lost'): number {
  return days.reduce((sum, day) => sum + day[kind], 0)
}
