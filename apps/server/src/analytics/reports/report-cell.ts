import type { UserSet } from '../roll-up/user-set.ts'

/** What a report adds up: all events of one period, app, name and value of the dimensions that it needs. */
export interface ReportCell {
  /** The day; in a real-time report the minute. */
  readonly period: number
  readonly app: string
  readonly event: string
  /** Of a stored dimension; undefined where the events have none. */
  readonly valueOf: (dimension: string) => string
  readonly count: number
  readonly engagementMs: number
  readonly valueSum: number
  readonly ownSum: number
  readonly ownCount: number
  readonly addUsersTo: (set: UserSet) => void
}
