import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { dayMs, dayOf, formatDay } from '../days.ts'
import { readTrail } from '../roll-up/trail-records.ts'
import { Turn } from '../../turn.ts'
import { longestPath, type Step } from './funnel-path.ts'

/** Events that one funnel reads. */
export const funnelEventsMax = 5_000_000

export interface FunnelRequest {
  readonly steps: readonly { readonly eventName: string; readonly name: string }[]
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
  const names = [...new Set(steps.map(({ eventName }) => eventName))]
  const wanted = steps.map(({ eventName }) => names.indexOf(eventName))
  const users = await readSteps(store, names, request)
  const range = { from: first * dayMs, to: (last + 1) * dayMs }
  const turn = new Turn()
  const reached = steps.map(() => 0)
  const delays: number[][] = steps.map(() => [])
  for (const user of users.values()) {
    const path = longestPath(sorted(user), wanted, windowSeconds * 1000, range)
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

/** By user, alternately which event and when. */
async function readSteps(
  store: ProjectStore,
  names: readonly string[],
  { first, last, windowSeconds, app }: FunnelRequest,
): Promise<Map<number, number[]>> {
  const users = new Map<number, number[]>()
  const turn = new Turn()
  // Who enters on the last day may go on after it.
  const days = { first, last: last + dayOf(windowSeconds * 1000 + dayMs - 1) }
  let events = 0
  for (const [event, name] of names.entries()) {
    for await (const part of readTrail(store, name, days, app)) {
      events += part.length / 2
      if (events > funnelEventsMax) {
        const text = `A funnel reads at most ${funnelEventsMax} events. Choose fewer days, or events that are less frequent.`
        throw new StatusError('invalid-argument', 'FUNNEL_TOO_LARGE', text)
      }
      for (let i = 0; i < part.length; i += 2) {
        const user = part[i] ?? 0
        const steps = users.get(user)
        if (steps === undefined) users.set(user, [event, part[i + 1] ?? 0])
        else steps.push(event, part[i + 1] ?? 0)
      }
      await turn.pause()
    }
  }
  return users
}

function sorted(flat: readonly number[]): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < flat.length; i += 2) steps.push({ event: flat[i] ?? 0, time: flat[i + 1] ?? 0 })
  return steps.toSorted((one, other) => one.time - other.time || one.event - other.event)
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
