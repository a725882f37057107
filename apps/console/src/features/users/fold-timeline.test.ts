import { expect, it } from 'vitest'
import { foldTimeline } from './fold-timeline.ts'
import type { TimelineEntry } from './queries/person-queries.ts'

const at = (minute: number, day = 20): string => new Date(2026, 10, day, 12, minute).toISOString()

function reported(time: string, clientId: string): TimelineEntry {
  return { kind: 'reported', time, events: { names: ['view'], clientId, appId: 'web', platform: 'web' } }
}

function denied(time: string, path: string, line: number): TimelineEntry {
  const rule = { fileName: 'firestore.rules', line, column: 1 }
  const request = { id: time, time, service: 'documents', operation: 'update', path, verdict: 'denied', rule } as const
  return { kind: 'denied', time, request: { ...request, caller: { kind: 'user', uid: 'ada' } } }
}

const timesOf = (entries: readonly TimelineEntry[]): number[] =>
  foldTimeline(entries).map(({ others }) => others.length + 1)

it('what one browser reported in a row is one, and another browser’s begins anew', () => {
  expect(timesOf([reported(at(9), 'a'), reported(at(8), 'a'), reported(at(7), 'b'), reported(at(6), 'a')])).toEqual([
    2, 1, 1,
  ])
})

it('the same request is one as long as the same line denies it', () => {
  expect(
    timesOf([denied(at(9), 'a/1', 4), denied(at(8), 'a/1', 4), denied(at(7), 'a/1', 5), denied(at(6), 'a/2', 5)]),
  ).toEqual([2, 1, 1])
})

it('each day has its own', () => {
  expect(timesOf([reported(at(1, 21), 'a'), reported(at(9), 'a')])).toEqual([1, 1])
})

it('acts of the team are told one by one', () => {
  const joined: TimelineEntry = { kind: 'joined', time: at(1) }
  expect(timesOf([joined, joined])).toEqual([1, 1])
})
