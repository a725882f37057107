import { expect, it } from 'vitest'
import { beginGracePeriod, countOn, leftMs, STEP_MS_MAX } from './grace-period.ts'

const DAY_MS = 24 * 60 * 60_000
const WEEK_MS = 7 * DAY_MS

it('counts the time between looks', () => {
  let period = beginGracePeriod(1_000)
  for (let day = 1; day <= 3; day++) period = countOn(period, 1_000 + day * DAY_MS)
  expect(period.since).toBe(1_000)
  expect(leftMs(period, WEEK_MS, 1_000 + 3 * DAY_MS)).toBe(4 * DAY_MS)
  expect(leftMs(period, WEEK_MS, 1_000 + 3.5 * DAY_MS)).toBe(3.5 * DAY_MS)
})

it('loses a day at most to a clock that jumps forward, and nothing to one that is put back', () => {
  const period = beginGracePeriod(1_000)
  const jumped = countOn(period, 1_000 + 10_000 * DAY_MS)
  expect(leftMs(jumped, WEEK_MS, 1_000 + 10_000 * DAY_MS)).toBe(WEEK_MS - STEP_MS_MAX)
  const back = countOn(jumped, 2_000)
  expect(leftMs(back, WEEK_MS, 2_000)).toBe(WEEK_MS - STEP_MS_MAX)
  expect(leftMs(back, WEEK_MS, 2_000 + DAY_MS)).toBe(WEEK_MS - STEP_MS_MAX - DAY_MS)
})

it('is over when all of it was counted', () => {
  let period = beginGracePeriod(0)
  for (let day = 1; day <= 8; day++) period = countOn(period, day * DAY_MS)
  expect(leftMs(period, WEEK_MS, 8 * DAY_MS)).toBe(0)
})
