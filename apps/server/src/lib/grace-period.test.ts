import { expect, it } from 'vitest'
import { beginGracePeriod, countOn, leftMs, stepMsMax } from './grace-period.ts'

const dayMs = 24 * 60 * 60_000
const weekMs = 7 * dayMs

it('counts the time between looks', () => {
  let period = beginGracePeriod(1_000)
  for (let day = 1; day <= 3; day++) period = countOn(period, 1_000 + day * dayMs)
  expect(period.since).toBe(1_000)
  expect(leftMs(period, weekMs, 1_000 + 3 * dayMs)).toBe(4 * dayMs)
  expect(leftMs(period, weekMs, 1_000 + 3.5 * dayMs)).toBe(3.5 * dayMs)
})

it('loses a day at most to a clock that jumps forward, and nothing to one that is put back', () => {
  const period = beginGracePeriod(1_000)
  const jumped = countOn(period, 1_000 + 10_000 * dayMs)
  expect(leftMs(jumped, weekMs, 1_000 + 10_000 * dayMs)).toBe(weekMs - stepMsMax)
  const back = countOn(jumped, 2_000)
  expect(leftMs(back, weekMs, 2_000)).toBe(weekMs - stepMsMax)
  expect(leftMs(back, weekMs, 2_000 + dayMs)).toBe(weekMs - stepMsMax - dayMs)
})

it('is over when all of it was counted', () => {
  let period = beginGracePeriod(0)
  for (let day = 1; day <= 8; day++) period = countOn(period, day * dayMs)
  expect(leftMs(period, weekMs, 8 * dayMs)).toBe(0)
})
