import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MessageTurns } from './message-turns.ts'

function hold(ms: number): void {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
}

test('messages go on at once until the turn of the round is over, and wait by their site then', async () => {
  const turns = new MessageTurns()
  expect(turns.next('10.0.0.1', 60_000)).toBeUndefined()
  hold(20)
  const began: string[] = []
  for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) {
    void turns.next(address, 60_000)?.then(() => began.push(address))
  }
  for (let round = 0; began.length < 3; round++) {
    expect(round).toBeLessThan(5)
    expect(began.length).toBeLessThanOrEqual(2 * round)
    await nextRound()
  }
  expect(began).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.1'])
  await turns.next('10.0.0.3', 1)
})
