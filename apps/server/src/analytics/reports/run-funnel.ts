import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { Turn } from '../../lib/turn.ts'
import { readSettings } from '../analytics-settings.ts'
import { DAY_MS, formatDay } from '../days.ts'
import { hashText } from '../hash-text.ts'
import { userKey } from '../roll-up/tally.ts'
import { readTrail } from '../roll-up/trail-records.ts'
import { RAW_EVENTS_MAX, readRawBlocks } from './raw-cells.ts'
import { type Filter, matchesFilter } from './report-request.ts'

export interface FunnelRequest {
  readonly steps: readonly (FunnelCondition & { readonly name: string })[]
  /** The days on which users enter; both count. */
  readonly first: number
  readonly last: number
  readonly windowSeconds: number
  /** Of this app alone. */
  readonly app: string | undefined
}

export interface FunnelStep {
  readonly eventName: string
  readonly name: string
  readonly users: number
  /** Between 0 and 1, of those who entered, and of those who reached the step before. */
  readonly ofFirst: number
  readonly ofPrevious: number
  /** Those who reached this step and not the next; of the last step those who reached it. */
  readonly lost: number
  readonly medianSecondsFromPrevious: number | null
}

export interface Funnel {
  readonly users: number
  readonly steps: readonly FunnelStep[]
  readonly startDate: string
  readonly endDate: string
  readonly windowSeconds: number
}

/** How many users go through events in their order. Throws `invalid-argument`/`FUNNEL_TOO_LARGE`. */
export async function runFunnel(store: ProjectStore, request: FunnelRequest): Promise<Funnel> {
  const { steps, first, last, windowSeconds } = request
  const { zone } = await readSettings(store)
  const mayEnter = (time: number): boolean => {
    const day = zone.dayOf(time)
    return day >= first && day <= last
  }
  // Who enters on the last day may go on after it.
  const days = { first, last: last + Math.ceil((windowSeconds * 1000) / DAY_MS) }
  const users = await readFunnelEvents(store, steps, days, request.app)
  const turn = new Turn()
  const reached = steps.map(() => 0)
  const delays: number[][] = steps.map(() => [])
  for (const user of users.values()) {
    const path = longestPath(sorted(user), steps.length, windowSeconds * 1000, mayEnter)
    for (const [index, time] of path.entries()) {
      reached[index] = (reached[index] ?? 0) + 1
      const before = path[index - 1]
      if (before !== undefined) delays[index]?.push((time - before) / 1000)
    }
    await turn.pause()
  }
  const entered = reached[0] ?? 0
  return {
    users: entered,
    steps: steps.map(({ eventName, name }, index) => {
      const own = reached[index] ?? 0
      const before = index === 0 ? own : (reached[index - 1] ?? 0)
      return {
        eventName,
        name,
        users: own,
        ofFirst: part(own, entered),
        ofPrevious: part(own, before),
        lost: own - (reached[index + 1] ?? 0),
        medianSecondsFromPrevious: median(delays[index] ?? []),
      }
    }),
    startDate: formatDay(first),
    endDate: formatDay(last),
    windowSeconds,
  }
}

function sorted(flat: UserEvents): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < flat.length; i += 2) steps.push({ mask: flat[i] ?? 0, time: flat[i + 1] ?? 0 })
  // Of what happened at once the event of the earlier step comes first.
  return steps.toSorted((one, other) => one.time - other.time || (one.mask & -one.mask) - (other.mask & -other.mask))
}

function part(users: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((users / whole) * 1_000_000) / 1_000_000
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const ascending = values.toSorted((a, b) => a - b)
  const middle = ascending.length >> 1
  const upper = ascending[middle] ?? 0
  return ascending.length % 2 === 1 ? upper : (upper + (ascending[middle - 1] ?? 0)) / 2
}

/** An event of a user: which steps of the funnel it can be (bit n: step n), and when, in milliseconds. */
interface Step {
  readonly mask: number
  readonly time: number
}

/**
 * How far a user gets through a funnel: the times of the steps of the way that gets farthest; of several the one that is there first.
 * A funnel has `length` steps; each is another event than the one before, not earlier, and within `windowMs` of the first.
 * `steps` ascend by time. What begins at a time that `mayEnter` refuses does not count.
 */
function longestPath(
  steps: readonly Step[],
  length: number,
  windowMs: number,
  mayEnter: (time: number) => boolean,
): readonly number[] {
  let best: readonly number[] = []
  // For each step the way to it that began last: it leaves the most time for what follows.
  const paths: (readonly number[] | undefined)[] = Array.from({ length })
  for (const { mask, time } of steps) {
    // From the end, so that one event is not two steps.
    for (let index = length - 1; index >= 0; index--) {
      if ((mask & (1 << index)) === 0) continue
      const before = index === 0 ? [] : paths[index - 1]
      const start = index === 0 ? time : before?.[0]
      if (before === undefined || start === undefined || time - start > windowMs) continue
      if (index === 0 && !mayEnter(time)) continue
      const path = [...before, time]
      paths[index] = path
      if (path.length > best.length) best = path
    }
    if (best.length === length) break
  }
  return best
}

/** Events that one funnel reads. */
const FUNNEL_EVENTS_MAX = 5_000_000

/** What an event has to be to count as a step. */
interface FunnelCondition {
  readonly eventName: string
  /** Of its parameters, by name; what an event does not have is an empty text. */
  readonly filter?: Filter | undefined
}

/** Alternately the steps that an event can be (bit n: step n) and when it happened, in milliseconds; in no order. */
type UserEvents = number[]

/**
 * The events of a range of days, and perhaps some more, that are a step, by the hash of their user. Trails say who had an event when; where
 * a step asks for parameters its event is read from the log. Throws `invalid-argument`/`FUNNEL_TOO_LARGE`.
 */
async function readFunnelEvents(
  store: ProjectStore,
  steps: readonly FunnelCondition[],
  days: { first: number; last: number },
  app: string | undefined,
): Promise<Map<number, UserEvents>> {
  const users = new Map<number, UserEvents>()
  const add = (user: number, mask: number, time: number): void => {
    const events = users.get(user)
    if (events === undefined) users.set(user, [mask, time])
    else events.push(mask, time)
  }
  const byName = Map.groupBy(steps.keys(), (index) => steps[index]?.eventName ?? '')
  const logged = new Map<string, readonly number[]>()
  const turn = new Turn()
  let count = 0
  for (const [name, indexes] of byName) {
    // All steps of an event are read from one place: one event is known as one.
    if (indexes.some((index) => steps[index]?.filter !== undefined)) {
      logged.set(name, indexes)
      continue
    }
    const mask = maskOf(indexes)
    // What was counted before the project changed its time zone may lie under another day.
    for await (const part of readTrail(store, name, { first: days.first - 1, last: days.last + 1 }, app)) {
      count += part.length / 2
      if (count > FUNNEL_EVENTS_MAX) throw tooLarge(`A funnel reads at most ${FUNNEL_EVENTS_MAX} events.`)
      for (let i = 0; i < part.length; i += 2) add(part[i] ?? 0, mask, part[i + 1] ?? 0)
      await turn.pause()
    }
  }
  if (logged.size === 0) return users
  const overflow = () => tooLarge(`A funnel with conditions reads the events themselves, at most ${RAW_EVENTS_MAX}.`)
  for await (const blocks of readRawBlocks(store, days, overflow)) {
    for (const { appId, clientId, events } of blocks.flatMap(({ batches }) => batches)) {
      if (app !== undefined && appId !== app) continue
      const user = hashText(userKey(appId, clientId))
      for (const { name, params, time } of events) {
        const read = (parameter: string): string => String(Object.hasOwn(params, parameter) ? params[parameter] : '')
        const fitting = logged.get(name)?.filter((index) => {
          const filter = steps[index]?.filter
          return filter === undefined || matchesFilter(filter, read)
        })
        if (fitting !== undefined && fitting.length > 0) add(user, maskOf(fitting), time)
      }
    }
  }
  return users
}

function maskOf(indexes: readonly number[]): number {
  return indexes.reduce((mask, index) => mask | (1 << index), 0)
}

function tooLarge(text: string): StatusError {
  const message = `${text} Choose fewer days, or events that are less frequent.`
  return new StatusError('invalid-argument', 'FUNNEL_TOO_LARGE', message)
}
