import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LateSaves } from './late-saves.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('changes that come through together are told of once, with their number', () => {
  const late = new LateSaves()
  const told = vi.fn<(count: number) => void>()
  const stop = late.subscribe(told)
  late.add()
  late.add()
  expect(told).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(told.mock.calls).toEqual([[2]])
  late.add()
  vi.advanceTimersByTime(500)
  expect(told.mock.calls).toEqual([[2], [1]])
  stop()
  late.add()
  vi.advanceTimersByTime(500)
  expect(told).toHaveBeenCalledTimes(2)
})
