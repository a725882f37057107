import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GoneDocuments } from './gone-documents.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is deleted is told at once, until it is dropped or made again', () => {
  const gone = new GoneDocuments()
  const told = vi.fn<() => void>()
  gone.subscribe(told)
  gone.add(['db/orders/one', 'db/orders/two'])
  expect([...gone.getSnapshot()]).toEqual(['db/orders/one', 'db/orders/two'])
  expect(told).toHaveBeenCalledTimes(1)
  const before = gone.getSnapshot()
  gone.remove(['db/orders/one', 'db/orders/three'])
  expect([...gone.getSnapshot()]).toEqual(['db/orders/two'])
  expect([...before]).toHaveLength(2)
  expect(told).toHaveBeenCalledTimes(2)
  // Nobody paints anew for what changes nothing.
  gone.remove(['db/orders/one'])
  gone.add([])
  expect(told).toHaveBeenCalledTimes(2)
})

test('they are forgotten after a minute, and the oldest where there are very many', () => {
  const gone = new GoneDocuments()
  gone.add(['db/orders/first'])
  gone.add(Array.from({ length: 5_000 }, (_, at) => `db/orders/${at}`))
  expect(gone.getSnapshot().size).toBe(5_000)
  expect(gone.getSnapshot().has('db/orders/first')).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(gone.getSnapshot().size).toBe(0)
})
