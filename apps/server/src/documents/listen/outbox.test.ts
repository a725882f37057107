import { makeDocument, StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import type { ListenEvent } from '../documents.ts'
import { Outbox } from './outbox.ts'

const change = (n: number, bytes = 10): ListenEvent => {
  const document = makeDocument({ path: `c/${n}`, createTime: 1, updateTime: n, json: 'x'.repeat(bytes) })
  return { kind: 'change', document, targetIds: [1], removedTargetIds: [] }
}
const snapshot = (readTime: number): ListenEvent => ({ kind: 'snapshot', readTime, resumeToken: new Uint8Array(0) })
const removed: ListenEvent = { kind: 'removed', targetId: 2 }

/** Pauses whenever something has left, as a client does that reads slowly. */
function slowOutbox(): { outbox: Outbox; left: ListenEvent[] } {
  const left: ListenEvent[] = []
  const outbox: Outbox = new Outbox((event) => {
    left.push(event)
    outbox.pause()
  })
  return { outbox, left }
}

function goOn(outbox: Outbox, steps: number): void {
  for (let step = 0; step < steps; step++) outbox.resume()
}

test('a snapshot of which something has left is told to its end, though all that follows is forgotten', () => {
  const { outbox, left } = slowOutbox()
  const events = [change(1), change(2), snapshot(2), change(3), snapshot(3), removed]
  for (const event of events) outbox.send(event)
  expect(left).toEqual([events[0]])
  expect(outbox.forgetChanges()).toBe(true)
  goOn(outbox, 10)
  expect(left).toEqual([events[0], events[1], events[2], removed])
})

test('a snapshot of which nothing has left is forgotten whole', () => {
  const { outbox, left } = slowOutbox()
  for (const event of [snapshot(1), change(2), snapshot(2), removed]) outbox.send(event)
  expect(outbox.forgetChanges()).toBe(true)
  goOn(outbox, 10)
  expect(left).toEqual([snapshot(1), removed])
})

test('it says when something has left of what no snapshot speaks for yet', () => {
  const { outbox } = slowOutbox()
  for (const event of [change(1), change(2), removed]) outbox.send(event)
  expect(outbox.forgetChanges()).toBe(false)
})

test('who waits for it goes on when everything has left, or when nobody listens any more', async () => {
  const { outbox, left } = slowOutbox()
  for (const event of [change(1), change(2), change(3)]) outbox.send(event)
  const leftWhenOpened = outbox.opened().then(() => left.length)
  goOn(outbox, 2)
  expect(outbox.isOpen).toBe(false)
  outbox.resume()
  expect(outbox.isOpen).toBe(true)
  expect(await leftWhenOpened).toBe(3)
  outbox.pause()
  const closed = outbox.opened()
  outbox.close()
  await closed
})

test('answers to requests are never forgotten, and say when there are too many of them', () => {
  const { outbox, left } = slowOutbox()
  outbox.pause()
  for (let n = 0; n < 30; n++) outbox.send(change(n, 1_000_000))
  expect([outbox.isFull, outbox.isFlooded]).toEqual([true, false])
  outbox.forgetChanges()
  let sent = 0
  for (; !outbox.isFlooded && sent < 100_000; sent++) outbox.send(removed)
  outbox.forgetChanges()
  expect([outbox.isFull, outbox.isFlooded]).toEqual([false, true])
  expect(sent).toBeLessThan(20_000)
  goOn(outbox, 1)
  expect([outbox.isFlooded, left]).toEqual([false, [removed]])
})

/** Room for so many bytes. */
class Room {
  heldBytes = 0
  readonly #bytesMax: number

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  take(bytes: number): void {
    if (this.heldBytes + bytes > this.#bytesMax) throw new StatusError('resource-exhausted', 'TOO_MUCH_HELD', 'Full.')
    this.heldBytes += bytes
  }

  give(bytes: number): void {
    this.heldBytes -= bytes
  }
}

test('what is held is counted until it has left, was forgotten or nobody waits for it', () => {
  const room = new Room(100_000)
  const outbox = new Outbox(() => undefined, room)
  const fill = (): void => {
    outbox.pause()
    for (const event of [change(1, 5_000), snapshot(1), removed]) outbox.send(event)
    expect(room.heldBytes).toBeGreaterThan(5_000)
  }
  fill()
  outbox.resume()
  expect(room.heldBytes).toBe(0)
  fill()
  outbox.forgetChanges()
  expect(room.heldBytes).toBeLessThan(1_000)
  fill()
  outbox.close()
  expect(room.heldBytes).toBe(0)
})

test('what there is no room for is not held, and it says so', () => {
  const room = new Room(10_000)
  const outbox = new Outbox(() => undefined, room)
  outbox.pause()
  outbox.send(change(1, 5_000))
  expect(outbox.refusal).toBeUndefined()
  outbox.send(change(2, 5_000))
  expect(outbox.refusal?.reason).toBe('TOO_MUCH_HELD')
  expect(room.heldBytes).toBeLessThan(10_000)
})
