import { expect, test } from 'vitest'
import { ReadTurns } from './read-turns.ts'

const readers = 16
const slicesEach = 30

/** Busy for two milliseconds, as a page of a read is. */
function work(): void {
  const until = performance.now() + 2
  while (performance.now() < until);
}

test('many long reads together hold the event loop no longer than one of them', async () => {
  const turns = new ReadTurns()
  let slices = 0
  const read = async () => {
    for (let i = 0; i < slicesEach; i++) {
      work()
      slices++
      if (turns.isOver) await turns.wait(i === 0)
    }
  }
  const all = Promise.all(Array.from({ length: readers }, read))
  // Each has begun by now; from here on they share what the others leave.
  let most = 0
  for (let before = slices; before < readers * slicesEach; before = slices) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    most = Math.max(most, slices - before)
  }
  await all
  expect(slices).toBe(readers * slicesEach)
  // Two rounds of the loop may pass before a timer fires; each reader for itself would take three slices in each of them.
  expect(most).toBeLessThan(readers)
})

test('whoever comes later and needs little is not last in line', async () => {
  const turns = new ReadTurns()
  const order: string[] = []
  const read = async (name: string, pages: number) => {
    for (let i = 0; i < pages; i++) {
      work()
      work()
      work()
      work()
      if (turns.isOver) await turns.wait(i === 0)
    }
    order.push(name)
  }
  const large = Array.from({ length: 8 }, (_, i) => read(`large ${i}`, 12))
  await new Promise((resolve) => setTimeout(resolve, 20))
  await Promise.all([...large, read('small', 2)])
  expect(order[0]).toBe('small')
})
