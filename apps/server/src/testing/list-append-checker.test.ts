import { describe, expect, test } from 'vitest'
import { type Attempt, checkHistory } from './list-append-checker.ts'

interface Told {
  readonly at?: readonly [number, number]
  readonly outcome?: Attempt['outcome']
  readonly reads?: Readonly<Record<string, readonly number[]>>
  readonly appends?: Readonly<Record<string, number>>
}

function attempt(id: string, { at = [0, 100], outcome = 'committed', reads = {}, appends = {} }: Told): Attempt {
  const [startMs, endMs] = at
  return {
    id,
    startMs,
    endMs,
    outcome,
    reads: new Map(Object.entries(reads)),
    appends: new Map(Object.entries(appends)),
  }
}

function check(finals: Readonly<Record<string, readonly number[]>>, ...attempts: Attempt[]): readonly string[] {
  return checkHistory(attempts, new Map(Object.entries(finals)))
}

describe('a history that could have happened in order', () => {
  test('of overlapping transactions', () => {
    const complaints = check(
      { x: [1, 2], y: [3] },
      attempt('a', { reads: { x: [] }, appends: { x: 1 } }),
      attempt('b', { reads: { x: [1] }, appends: { x: 2, y: 3 } }),
      attempt('c', { reads: { x: [1], y: [] } }),
      attempt('d', { outcome: 'failed', appends: { x: 4 } }),
      attempt('e', { outcome: 'unknown', at: [0, Infinity], appends: { y: 5 } }),
    )
    expect(complaints).toEqual([])
  })
})

describe('finds', () => {
  test.each<[string, readonly string[]]>([
    ['a lost update', check({ x: [2] }, attempt('a', { appends: { x: 1 } }), attempt('b', { appends: { x: 2 } }))],
    ['a value of a failed transaction', check({ x: [1] }, attempt('a', { outcome: 'failed', appends: { x: 1 } }))],
    ['a value that came twice', check({ x: [1, 1] }, attempt('a', { appends: { x: 1 } }))],
    ['half a transaction', check({ x: [1], y: [] }, attempt('a', { outcome: 'unknown', appends: { x: 1, y: 2 } }))],
    [
      'a read of a state that never was',
      check(
        { x: [1, 2] },
        attempt('w', { appends: { x: 1 } }),
        attempt('v', { appends: { x: 2 } }),
        attempt('r', { reads: { x: [2] } }),
      ),
    ],
    [
      'two transactions that did not see each other (write skew)',
      check(
        { x: [1], y: [2] },
        attempt('a', { reads: { y: [] }, appends: { x: 1 } }),
        attempt('b', { reads: { x: [] }, appends: { y: 2 } }),
      ),
    ],
    [
      'a read that is older than what ended before it began',
      check(
        { x: [1] },
        attempt('a', { at: [0, 1], appends: { x: 1 } }),
        attempt('b', { at: [2, 3], reads: { x: [] } }),
      ),
    ],
    [
      'two readers that saw two writes in different orders',
      check(
        { x: [1], y: [2] },
        attempt('a', { appends: { x: 1 } }),
        attempt('b', { appends: { y: 2 } }),
        attempt('r', { reads: { x: [1], y: [] } }),
        attempt('s', { reads: { x: [], y: [2] } }),
      ),
    ],
  ])('%s', (_, complaints) => expect(complaints).not.toEqual([]))
})
