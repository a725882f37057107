import { describe, expect, it } from 'vitest'
import { linePath, roundTop, xOf } from './scale.ts'

describe('the scale of a chart', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 4],
    [10, 10],
    [11, 20],
    [480, 600],
    [801, 1000],
  ])('ends for %d at %d', (value, top) => {
    expect(roundTop(value)).toBe(top)
  })

  it('draws from the left to the right, upwards for more', () => {
    expect(linePath([0, 5, 10], 10)).toBe('M0 100 L50 50 L100 0')
  })

  it('puts a single point and single bars in the middle', () => {
    expect(xOf(0, 1, 'line')).toBe(50)
    expect(xOf(0, 2, 'bars')).toBe(25)
  })
})
