import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { Turn } from '../../lib/turn.ts'
import { hashText } from '../hash-text.ts'
import { userKey } from '../roll-up/tally.ts'
import { readTrail } from '../roll-up/trail-records.ts'
import { RAW_EVENTS_MAX, readRawBlocks } from './raw-batches.ts'
import { type Filter, matchesFilter } from './report-request.ts'

/** Events that one funnel reads. */
export const FUNNEL_EVENTS_MAX = 5_000_000

/** What an event has to be to count as a step. */
export interface FunnelCondition {
  readonly eventName: string
  /** Of its parameters, by name; what an event does not have is an empty text. */
  readonly filter?: Filter | undefined
}

/** Alternately the steps that an event can be (bit n: step n) and when it happened, in milliseconds; in no order. */
export type UserEvents = number[]

/**
 * The events of a range of days, and perhaps some more, that are a step, by the hash of their user. Trails say who had an event when; where
 * a step asks for parameters its event is read from the log. Throws `invalid-argument`/`FUNNEL_TOO_LARGE`.
 */
export async function readFunnelEvents(
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
