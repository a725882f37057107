import { expect, it } from 'vitest'
import { comparedSteps, grainsOf, stepsOf } from './time-steps.ts'

it('names weeks and months as the reports do, and cuts them where the range does', () => {
  const range = { start: '2026-12-30', end: '2027-01-05' }
  expect(stepsOf(range, 'week')).toEqual([
    { key: '202653', first: '2026-12-30', last: '2027-01-03' },
    { key: '202701', first: '2027-01-04', last: '2027-01-05' },
  ])
  expect(stepsOf(range, 'month')).toEqual([
    { key: '202612', first: '2026-12-30', last: '2026-12-31' },
    { key: '202701', first: '2027-01-01', last: '2027-01-05' },
  ])
  expect(stepsOf({ start: '2026-11-20', end: '2026-11-20' }, 'day')).toEqual([
    { key: '20261120', first: '2026-11-20', last: '2026-11-20' },
  ])
})

it('offers steps of which a range has some', () => {
  expect(grainsOf({ start: '2026-11-01', end: '2026-11-07' })).toEqual(['day'])
  expect(grainsOf({ start: '2026-10-27', end: '2026-11-23' })).toEqual(['day', 'week'])
  expect(grainsOf({ start: '2026-08-26', end: '2026-11-23' })).toEqual(['day', 'week', 'month'])
})

it.each([
  // 90 days are no whole weeks: 91 before, each week begins on the same weekday.
  ['week', false, { start: '2026-08-26', end: '2026-11-23' }, { start: '2026-05-27', end: '2026-08-24' }],
  ['week', true, { start: '2026-11-02', end: '2026-11-15' }, { start: '2025-11-03', end: '2025-11-16' }],
  ['month', false, { start: '2026-05-31', end: '2026-07-15' }, { start: '2026-02-28', end: '2026-04-15' }],
  ['month', true, { start: '2024-02-10', end: '2024-02-29' }, { start: '2023-02-10', end: '2023-02-28' }],
] as const)('holds a %s against one that is cut alike (%j)', (grain, isYearBefore, range, expected) => {
  const before = comparedSteps(range, grain, isYearBefore)
  expect(before).toEqual(expected)
  expect(stepsOf(before, grain)).toHaveLength(stepsOf(range, grain).length)
})
