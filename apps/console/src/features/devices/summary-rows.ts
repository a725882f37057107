import type { InstallationSummary } from './queries/get-summary.ts'

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

const dayMs = 86_400_000

/** A row for each app, the one with the most devices first. */
export function appRows({ apps, days }: InstallationSummary): readonly AppRow[] {
  return apps
    .map(({ appId, platform, count }) => {
      const own = days.filter((day) => day.appId === appId)
      return { appId, platform, count, came: sumOf(own, 'new'), went: sumOf(own, 'lost') }
    })
    .toSorted((one, other) => other.count - one.count)
}

/** Each day of the last `length` ones, in UTC, the oldest first. `now` is in milliseconds since the epoch. */
export function dayRows({ days }: InstallationSummary, length: number, now: number): readonly DayRow[] {
  return Array.from({ length }, (_, at) => {
    const date = new Date(now - (length - 1 - at) * dayMs).toISOString().slice(0, 10)
    const own = days.filter((day) => day.date === date)
    return { date, came: sumOf(own, 'new'), went: sumOf(own, 'lost') }
  })
}

function sumOf(days: InstallationSummary['days'], kind: 'new' | 'lost'): number {
  return days.reduce((sum, day) => sum + day[kind], 0)
}
