import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turn } from './turn.ts'

test('one has its turn in each round, however many wait', async () => {
  const perRound: number[] = []
  let inRound = 0
  const workers = new Set<object>()
  const work = async (): Promise<void> => {
    const turn = new Turn()
    workers.add(turn)
    for (let step = 0; step < 5; step++) {
      await turn.next()
      inRound++
    }
    workers.delete(turn)
  }
  const all = Promise.all(Array.from({ length: 20 }, work))
  while (workers.size > 0) {
    await nextRound()
    perRound.push(inRound)
    inRound = 0
  }
  await all
  expect(Math.max(...perRound)).toBe(1)
  expect(perRound.reduce((sum, count) => sum + count, 0)).toBe(100)
})

test('who waits for a further turn for the first time does not wait for all the others', async () => {
  const order: string[] = []
  const work = async (name: string, turns: number): Promise<void> => {
    const turn = new Turn()
    for (let step = 0; step < turns; step++) await turn.next()
    order.push(name)
  }
  const long = Array.from({ length: 10 }, (_, i) => work(`long ${i}`, 20))
  for (let round = 0; round < 30; round++) await nextRound()
  await work('short', 1)
  expect(order).toEqual(['short'])
  await Promise.all(long)
})

test('a turn that waits after nobody did for a while has it all the same', async () => {
  await new Turn().next()
  for (let round = 0; round < 3; round++) await nextRound()
  await new Turn().next()
})
