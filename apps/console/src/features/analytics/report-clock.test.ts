import { expect, test, vi } from 'vitest'
import { ReportClock } from './report-clock.ts'

test('reports on one screen are as old as the oldest of them, and are asked for together', () => {
  const clock = new ReportClock()
  const told = vi.fn<() => void>()
  clock.subscribe(told)
  expect(clock.getOldest()).toBeUndefined()
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
  clock.note(one, 2000)
  clock.note(other, undefined)
  // Of one that has no answer yet nothing can be said.
  expect(clock.getOldest()).toBeUndefined()
  clock.note(other, 1000)
  expect(clock.getOldest()).toBe(1000)
  clock.askAgain()
  expect(one).toHaveBeenCalledTimes(1)
  expect(other).toHaveBeenCalledTimes(1)
  clock.note(other, 3000)
  expect(clock.getOldest()).toBe(2000)
  clock.leave(one)
  expect(clock.getOldest()).toBe(3000)
  expect(told).toHaveBeenCalledTimes(5)
})
