import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitOfSeconds, valueScale } from './value-scale.ts'

describe('the axis of values', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [4, [0, 1, 2, 3, 4]],
    [10, [0, 2, 4, 6, 8, 10]],
    [11, [0, 5, 10, 15]],
    [270, [0, 100, 200, 300]],
    [843, [0, 250, 500, 750, 1000]],
    [12_480, [0, 5000, 10_000, 15_000]],
  ])('for %d has the ticks %j', (max, ticks) => {
    expect(valueScale(max).ticks).toEqual(ticks)
  })

  it('holds every count in three to five whole steps, and leaves no more than a third empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 2_000_000_000 }), (max) => {
        const { top, ticks } = valueScale(max)
        expect(top).toBeGreaterThanOrEqual(max)
        expect((top - max) / top).toBeLessThanOrEqual(1 / 3)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(ticks.length).toBeGreaterThanOrEqual(4)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('is round in the unit that values are said in', () => {
    expect(valueScale(500, unitOfSeconds(500)).ticks).toEqual([0, 2.5, 5, 7.5, 10].map((one) => one * 60))
    expect(valueScale(0, 60).top).toBe(60)
  })
})
