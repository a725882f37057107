import type { ReadSnapshot, RecordChange } from '../../persistence/persistence.ts'
import type { UserDay } from './tally.ts'
import { userKey } from './tally.ts'
import { type ActivityCounter, addDay, type CohortUnit, type UserActivity, windows } from './user-activity.ts'

/** `UserActivity` by `<app>|<client id>`, as `[firstDay, ...days]`. */
const USER_SPACE = 'analytics-user'
/** By `<app>|<day, 6 digits>`: `[1 day, 7 days, 28 days]`, the users with an event in the days that end on it. */
const ACTIVITY_SPACE = 'analytics-activity'
/** By `<unit>|<app>|<first day or week, 6 digits>`: users by offset. */
const COHORT_SPACE = 'analytics-cohort'
/** User-days that are known to be counted: of each generation at most so many. */
const COUNTED_MAX = 100_000

/** Counts users by the days on which they had events, in records. */
export class ActivityRecords {
  #counted = new Set<string>()
  #countedBefore = new Set<string>()

  /** The records that change when these user-days are counted; those that are counted already change nothing. */
  async changes(snapshot: ReadSnapshot, userDays: Iterable<UserDay>): Promise<RecordChange[]> {
    const users = new Map<string, UserActivity>()
    const deltas = new CounterDeltas()
    for (const { app, clientId, day } of userDays) {
      const key = userKey(app, clientId)
      if (this.#isCounted(`${day}|${key}`)) continue
      const user = users.get(key) ?? decodeUser((await snapshot.getRecord(USER_SPACE, key))?.value)
      const next = addDay(user, day, (counter, change) => deltas.add(app, counter, change))
      if (next !== user) users.set(key, next)
    }
    const changes: RecordChange[] = []
    for (const [key, user] of users) changes.push({ space: USER_SPACE, key, value: encodeUser(user) })
    for (const [space, key, by] of deltas.entries()) {
      const counts = decodeCounts((await snapshot.getRecord(space, key))?.value)
      by.forEach((change, index) => {
        counts[index] = (counts[index] ?? 0) + change
      })
      changes.push({ space, key, value: JSON.stringify(Array.from(counts, (count) => count ?? 0)) })
    }
    return changes
  }

  /** To be called when what `changes` returned is durable. */
  noteCounted(userDays: Iterable<UserDay>): void {
    for (const { app, clientId, day } of userDays) {
      if (this.#counted.size >= COUNTED_MAX) {
        this.#countedBefore = this.#counted
        this.#counted = new Set()
      }
      this.#counted.add(`${day}|${userKey(app, clientId)}`)
    }
  }

  #isCounted(key: string): boolean {
    return this.#counted.has(key) || this.#countedBefore.has(key)
  }
}

/** By how much counters change. A user's day changes some forty. */
class CounterDeltas {
  readonly #windows = new Map<string, Map<number, number[]>>()
  readonly #cohorts = new Map<string, number[]>()

  add(app: string, counter: ActivityCounter, change: number): void {
    const [by, index] =
      counter.kind === 'window'
        ? [this.#windowOf(app, counter.day), windows.indexOf(counter.window)]
        : [this.#cohortOf(`${counter.unit}|${app}|${pad(counter.first)}`), counter.offset]
    by[index] = (by[index] ?? 0) + change
  }

  *entries(): Iterable<[space: string, key: string, by: readonly number[]]> {
    for (const [app, days] of this.#windows) {
      for (const [day, by] of days) yield [ACTIVITY_SPACE, `${app}|${pad(day)}`, by]
    }
    for (const [key, by] of this.#cohorts) yield [COHORT_SPACE, key, by]
  }

  #windowOf(app: string, day: number): number[] {
    let days = this.#windows.get(app)
    if (days === undefined) {
      days = new Map()
      this.#windows.set(app, days)
    }
    let by = days.get(day)
    if (by === undefined) {
      by = []
      days.set(day, by)
    }
    return by
  }

  #cohortOf(key: string): number[] {
    let by = this.#cohorts.get(key)
    if (by === undefined) {
      by = []
      this.#cohorts.set(key, by)
    }
    return by
  }
}

/** By day, the users of an app in the 1, 7 and 28 days that end on it. */
export async function readActivity(
  snapshot: ReadSnapshot,
  app: string,
  days: { first: number; last: number },
): Promise<Map<number, readonly number[]>> {
  const range = { start: `${app}|${pad(days.first)}`, end: `${app}|${pad(days.last + 1)}` }
  const records = await snapshot.listRecords(ACTIVITY_SPACE, range, { limit: 10_000, reverse: false })
  return new Map(records.map(({ key, value }) => [Number(key.slice(-6)), decodeCounts(value)]))
}

/** By first day or week, the users of a cohort by offset. */
export async function readCohorts(
  snapshot: ReadSnapshot,
  unit: CohortUnit,
  app: string,
  firsts: { first: number; last: number },
): Promise<Map<number, readonly number[]>> {
  const start = `${unit}|${app}|`
  const range = { start: start + pad(firsts.first), end: start + pad(firsts.last + 1) }
  const records = await snapshot.listRecords(COHORT_SPACE, range, { limit: 10_000, reverse: false })
  return new Map(records.map(({ key, value }) => [Number(key.slice(-6)), decodeCounts(value)]))
}

/** One page of users; those without an event since a day are removed. Returns where the next page begins. */
export async function trimUsers(
  snapshot: ReadSnapshot,
  { after, sinceDay, limit }: { after: string; sinceDay: number; limit: number },
): Promise<{ changes: RecordChange[]; next: string | undefined }> {
  const page = await snapshot.listRecords(USER_SPACE, { start: `${after}\0` }, { limit, reverse: false })
  const changes = page
    .filter(({ value }) => (decodeUser(value)?.days.at(-1) ?? 0) < sinceDay)
    .map(({ key }): RecordChange => ({ space: USER_SPACE, key, value: undefined }))
  return { changes, next: page.length < limit ? undefined : page.at(-1)?.key }
}

function decodeUser(text: string | undefined): UserActivity | undefined {
  if (text === undefined) return undefined
  const [firstDay = 0, ...days] = JSON.parse(text) as number[]
  return { firstDay, days }
}

function encodeUser({ firstDay, days }: UserActivity): string {
  return JSON.stringify([firstDay, ...days])
}

function decodeCounts(text: string | undefined): number[] {
  return text === undefined ? [] : (JSON.parse(text) as number[])
}

function pad(number: number): string {
  return String(number).padStart(6, '0')
}
