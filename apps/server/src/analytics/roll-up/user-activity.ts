import { weekOf } from '../days.ts'

/** What is kept of one user: the first day and the latest days with an event, ascending. */
export interface UserActivity {
  readonly firstDay: number
  readonly days: readonly number[]
}

/** Days kept of a user: an event is never dated further back than 30 days, and a window has 28. */
export const DAYS_KEPT = 64
/** Windows that end on a day and in which users are counted, in days. */
export const windows = [1, 7, 28] as const
/** Cohorts are followed for so many units after their first. */
export const cohortOffsetsMax = { day: 89, week: 59 } as const
export type CohortUnit = keyof typeof cohortOffsetsMax

/** Something that is counted: users in a window that ends on a day, or users of a cohort that came back. */
export type ActivityCounter =
  | { readonly kind: 'window'; readonly day: number; readonly window: (typeof windows)[number] }
  | { readonly kind: 'cohort'; readonly unit: CohortUnit; readonly first: number; readonly offset: number }

/**
 * Counts a further day of a user: tells `count` by how much each counter changes, and returns what is kept from now on. Whatever the
 * order in which the days of a user come, the counters come to the same.
 */
export function addDay(
  user: UserActivity | undefined,
  day: number,
  count: (counter: ActivityCounter, change: 1 | -1) => void,
): UserActivity {
  const known = user?.days ?? []
  if (known.includes(day)) return user ?? { firstDay: day, days: [day] }
  const days = [...known, day].toSorted((a, b) => a - b)
  for (const window of windows) {
    for (let end = day; end < day + window; end++) {
      if (!known.some((other) => other > end - window && other <= end)) count({ kind: 'window', day: end, window }, 1)
    }
  }
  const firstDay = Math.min(user?.firstDay ?? day, day)
  if (user === undefined || firstDay === user.firstDay) {
    countReturn(firstDay, day, known, (counter) => count(counter, 1))
  } else {
    // An event of a day before the first came late: the user belongs to another cohort.
    countReturns(user.firstDay, known, (counter) => count(counter, -1))
    countReturns(firstDay, days, (counter) => count(counter, 1))
  }
  return { firstDay, days: days.slice(-DAYS_KEPT) }
}

function countReturns(firstDay: number, days: readonly number[], count: (counter: ActivityCounter) => void): void {
  for (const [index, day] of days.entries()) countReturn(firstDay, day, days.slice(0, index), count)
}

/** A day on which a user came back, and its week unless another day of it was counted. */
function countReturn(
  firstDay: number,
  day: number,
  counted: readonly number[],
  count: (counter: ActivityCounter) => void,
): void {
  const add = (unit: CohortUnit, first: number, offset: number): void => {
    if (offset <= cohortOffsetsMax[unit]) count({ kind: 'cohort', unit, first, offset })
  }
  add('day', firstDay, day - firstDay)
  const week = weekOf(day)
  if (!counted.some((other) => weekOf(other) === week)) add('week', weekOf(firstDay), week - weekOf(firstDay))
}
