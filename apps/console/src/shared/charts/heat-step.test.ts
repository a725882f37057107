import { expect, it } from 'vitest'
import { heatStep } from './heat-step.ts'

it('spreads five colours over the range that the data has', () => {
  const range = { low: 0.31, high: 0.57 }
  expect([0.31, 0.36, 0.38, 0.41, 0.44, 0.49, 0.52, 0.57].map((share) => heatStep(share, range))).toEqual([
    1, 1, 2, 2, 3, 4, 5, 5,
  ])
})

it('has one colour where everything is the same', () => {
  expect(heatStep(0.5, { low: 0.5, high: 0.5 })).toBe(3)
})
