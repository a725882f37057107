import { expect, test } from 'vitest'
import { ReadTurns, WAITING_OF_ONE_MAX } from './read-turns.ts'

const READERS = 16
const SLICES_EACH = 30

/** Busy for two milliseconds, as a page of a read is. */
function work(): void {
  const until = performance.now() + 2
  while (performance.now() < until);
}

test('many long reads together hold the event loop no longer than one of them', async () => {
  const turns = new ReadTurns()
  let slices = 0
  const read = async () => {
    for (let i = 0; i < SLICES_EACH; i++) {
      work()
      slices++
      if (turns.isOver) await turns.wait(i === 0)
    }
  }
  const all = Promise.all(Array.from({ length: READERS }, read))
  // Each has begun by now; from here on they share what the others leave.
  let most = 0
  for (let before = slices; before < READERS * SLICES_EACH; before = slices) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    most = Math.max(most, slices - before)
  }
  await all
  expect(slices).toBe(READERS * SLICES_EACH)
  // Two rounds of the loop may pass before a timer fires; each reader for itself would take three slices in each of them.
  expect(most).toBeLessThan(READERS)
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

test('a client with hundreds of long reads waits for itself, and others wait for one of its pages at a time', async () => {
  const turns = new ReadTurns()
  const order: string[] = []
  const read = async (place: string, pages: number) => {
    for (let i = 0; i < pages; i++) {
      work()
      if (turns.isOver) await turns.wait(i === 0, { place, isGone: false })
    }
    order.push(place)
  }
  const many = Array.from({ length: 60 }, () => read('many', 6))
  await new Promise((resolve) => setTimeout(resolve, 10))
  await read('one', 6)
  expect(order.length).toBeLessThan(30)
  await Promise.all(many)
})

test('a read whose client has gone is not gone on with', async () => {
  const turns = new ReadTurns()
  const client = { place: 'one', isGone: false }
  while (!turns.isOver) work()
  const waiting = turns.wait(true, client)
  const other = turns.wait(true, { place: 'other', isGone: false })
  client.isGone = true
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled', reason: 'CLIENT_GONE' })
  await other
})

test('so many reads of one client wait, and those of others do beside them', async () => {
  const turns = new ReadTurns()
  while (!turns.isOver) work()
  const client = { place: 'one', isGone: false }
  const waiting = Array.from({ length: WAITING_OF_ONE_MAX }, () => turns.wait(false, client))
  await expect(turns.wait(false, client)).rejects.toMatchObject({ reason: 'READ_QUEUE_FULL' })
  waiting.push(turns.wait(false, { place: 'other', isGone: false }), turns.wait(false))
  await Promise.all(waiting)
})
