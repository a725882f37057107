import { expect, it } from 'vitest'
import { heatRange } from './heat-range.ts'

it('is that of the data, without the unit in which everybody is new', () => {
  const cohorts = [
    { users: 100, active: [100, 46, 31] },
    { users: 200, active: [200, 114] },
    { users: 0, active: [0] },
  ]
  expect(heatRange(cohorts)).toEqual({ low: 0.31, high: 0.57 })
})

it('is nothing before anybody could come back', () => {
  expect(heatRange([{ users: 4, active: [4] }])).toEqual({ low: 0, high: 0 })
})
