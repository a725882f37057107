import type { DayTrend } from './queries/list-trends.ts'

export interface Trend {
  /** One for each day shown, the oldest first. Undefined: nothing was noted then. */
  readonly values: readonly (number | undefined)[]
  /** Of a level: what it is. Of what is counted: all of the days shown together. */
  readonly now: number
  /** The same for the days before; undefined where that isn't known. */
  readonly before: number | undefined
}

export const trendNames = ['users', 'documents', 'storedBytes', 'requests', 'denied', 'events'] as const
export type TrendName = (typeof trendNames)[number]

export interface Trends extends Readonly<Record<TrendName, Trend>> {
  /** Days in UTC, such as `2026-11-20`. */
  readonly days: readonly string[]
}

export interface Day extends DayTrend {
  readonly events: number
}

/** @param days as many before those that are shown as are shown */
export function trendsOf(days: readonly Day[], span: number): Trends {
  const [before, shown] = [days.slice(0, -span), days.slice(-span)]
  const level = (name: 'users' | 'documents' | 'storedBytes'): Trend => ({
    values: shown.map(({ levels }) => levels?.[name]),
    now: shown.at(-1)?.levels?.[name] ?? 0,
    before: before.at(-1)?.levels?.[name],
  })
  const counted = (count: (day: Day) => number): Trend => ({
    values: shown.map(count),
    now: sum(shown.map(count)),
    // Days from before anything was noted say nothing of those since.
    before: before[0]?.levels === undefined ? undefined : sum(before.map(count)),
  })
  return {
    days: shown.map(({ day }) => day),
    users: level('users'),
    documents: level('documents'),
    storedBytes: level('storedBytes'),
    requests: counted(({ requestsAllowed, requestsDenied }) => requestsAllowed + requestsDenied),
    denied: counted(({ requestsDenied }) => requestsDenied),
    events: { ...counted(({ events }) => events), before: sum(before.map(({ events }) => events)) },
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
