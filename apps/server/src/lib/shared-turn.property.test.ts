import { setImmediate as nextRound } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SharedTurn } from './shared-turn.ts'

const TURN_MS = 8

interface Work {
  readonly whose: string
  readonly ms: number
  /** Others that are brought before, in the same round, end with it. */
  readonly isLastOfRound: boolean
}

const works = fc.array(
  fc.record({ whose: fc.constantFrom('a', 'b', 'c'), ms: fc.constantFrom(0, 1, 3, 20), isLastOfRound: fc.boolean() }),
  { maxLength: 40 },
)

/** What was begun in each round, by its place among those that were brought. */
async function roundsOf(brought: readonly Work[], advance: (ms: number) => void): Promise<number[][]> {
  const turn = new SharedTurn()
  const rounds: number[][] = [[]]
  let begun = 0
  const begin = (index: number): void => {
    rounds.at(-1)?.push(index)
    begun++
    advance(brought[index]?.ms ?? 0)
  }
  // Armed before the turn's own, so it goes before it in each round.
  const beginRound = (): void => {
    rounds.push([])
    if (begun < brought.length) setImmediate(beginRound)
  }
  setImmediate(beginRound)
  for (const [index, { whose, isLastOfRound }] of brought.entries()) {
    const waiting = turn.wait(() => whose)
    if (waiting === undefined) begin(index)
    else void waiting.then(() => begin(index))
    if (isLastOfRound) await nextRound()
  }
  for (let round = 0; begun < brought.length && round < 2 * brought.length; round++) await nextRound()
  return rounds
}

test('all work is done once, each one’s in order, for one turn in a round', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  await fc.assert(
    fc.asyncProperty(works, async (brought) => {
      const rounds = await roundsOf(brought, (ms) => (now += ms))
      const order = rounds.flat()
      expect(order.toSorted((a, b) => a - b)).toEqual([...brought.keys()])
      for (const one of ['a', 'b', 'c']) {
        const own = order.filter((index) => brought[index]?.whose === one)
        expect(own).toEqual(own.toSorted((a, b) => a - b))
      }
      // The last may be long; before it the turn was not over.
      for (const round of rounds) {
        const before = round.slice(0, -1).reduce((sum, index) => sum + (brought[index]?.ms ?? 0), 0)
        expect(before).toBeLessThan(TURN_MS)
      }
    }),
    { numRuns: 200 },
  )
})

test('who brings much waits for oneself', async () => {
  const turn = new SharedTurn()
  const begun: string[] = []
  const bring = (whose: string): Promise<void> => {
    const waiting = turn.wait(() => whose) ?? Promise.resolve()
    return waiting.then(() => void begun.push(whose))
  }
  const many = Array.from({ length: 2_000 }, () => bring('many'))
  await bring('few')
  expect(begun.length).toBeLessThan(5)
  await Promise.all(many)
  expect(begun).toHaveLength(2_001)
})
