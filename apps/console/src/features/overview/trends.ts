import type { DayTrend } from '@hearth/api'

export interface Trend {
  /** One for each day shown, the oldest first. Undefined: nothing was noted then. */
  readonly values: readonly (number | undefined)[]
  /** Of a level: what it is. Of what is counted: that of the days shown together. */
  readonly now: number
  /** The same for the days before; undefined where that isn't known. */
  readonly before: number | undefined
  /** The days before one by one, where they are shown. */
  readonly past?: readonly number[]
}

export const trendNames = ['people', 'written', 'storedBytes', 'denied'] as const
export type TrendName = (typeof trendNames)[number]

export interface Trends extends Readonly<Record<TrendName, Trend>> {
  /** Days in UTC, such as `2026-11-20`. */
  readonly days: readonly string[]
  /** As many before these. */
  readonly daysBefore: readonly string[]
}

/** People who were active: somebody who came on three days is one person, so that days can't be added up. */
export interface ActivePeople {
  /** Those of the days shown, and of as many before. */
  readonly byDay: ReadonlyMap<string, number>
  readonly now: number
  readonly before: number
}

/** @param days as many before those that are shown as are shown */
export function trendsOf(days: readonly DayTrend[], people: ActivePeople, span: number): Trends {
  const [before, shown] = [days.slice(0, -span), days.slice(-span)]
  const counted = (count: (day: DayTrend) => number): Trend => ({
    values: shown.map(count),
    now: sum(shown.map(count)),
    // Days from before anything was noted say nothing of those since.
    before: before[0]?.levels === undefined ? undefined : sum(before.map(count)),
  })
  return {
    days: shown.map(({ day }) => day),
    daysBefore: before.map(({ day }) => day),
    people: {
      values: shown.map(({ day }) => people.byDay.get(day) ?? 0),
      now: people.now,
      before: people.before,
      past: before.map(({ day }) => people.byDay.get(day) ?? 0),
    },
    written: counted(({ documentsWritten }) => documentsWritten),
    storedBytes: {
      values: shown.map(({ levels }) => levels?.storedBytes),
      now: shown.at(-1)?.levels?.storedBytes ?? 0,
      before: before.at(-1)?.levels?.storedBytes,
    },
    denied: counted(({ requestsDenied }) => requestsDenied),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
