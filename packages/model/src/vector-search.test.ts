import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vector } from './value.arbitrary.ts'
import {
  compareDistances,
  distanceTo,
  type DistanceMeasure,
  type NearestNeighbours,
  validateNearest,
} from './vector-search.ts'

function search(measure: DistanceMeasure, more: Partial<NearestNeighbours> = {}): NearestNeighbours {
  return { field: ['v'], vector: [3, 4], measure, limit: 10, threshold: undefined, resultField: undefined, ...more }
}

test('each measure is what its name says', () => {
  const fields = new Map([['v', vector(0, 0)]])
  expect(distanceTo(search('euclidean'), fields)).toBe(5)
  expect(distanceTo(search('dot-product'), new Map([['v', vector(2, 1)]]))).toBe(10)
  expect(distanceTo(search('cosine'), new Map([['v', vector(-4, 3)]]))).toBe(1)
})

test('only a vector of as many dimensions has a distance', () => {
  for (const value of [vector(1), vector(1, 2, 3), { kind: 'array', values: [] } as const]) {
    expect(distanceTo(search('euclidean'), new Map([['v', value]]))).toBeUndefined()
  }
  expect(distanceTo(search('euclidean'), new Map())).toBeUndefined()
  expect(distanceTo(search('cosine'), new Map([['v', vector(0, 0)]]))).toBeUndefined()
})

test('a threshold keeps what is at it, from below or, for a dot product, from above', () => {
  const fields = new Map([['v', vector(3, 5)]])
  expect(distanceTo(search('euclidean', { threshold: 1 }), fields)).toBe(1)
  expect(distanceTo(search('euclidean', { threshold: 0.9 }), fields)).toBeUndefined()
  expect(distanceTo(search('dot-product', { threshold: 29 }), fields)).toBe(29)
  expect(distanceTo(search('dot-product', { threshold: 30 }), fields)).toBeUndefined()
})

test('nothing is nearer to a vector than itself', () => {
  const numbers = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const nearest = search('euclidean', { vector: a })
      const own = distanceTo(nearest, new Map([['v', vector(...a)]])) ?? NaN
      const other = distanceTo(nearest, new Map([['v', vector(...b)]])) ?? NaN
      expect(compareDistances(nearest, own, other)).toBeLessThanOrEqual(0)
    }),
  )
})

test.each([
  ['no vector', { vector: { kind: 'null' } as const }],
  ['an empty vector', { vector: vector() }],
  ['too many dimensions', { vector: vector(...Array.from({ length: 2049 }, () => 1)) }],
  ['no measure', { measure: undefined }],
  ['no limit', { limit: undefined }],
  ['a limit of zero', { limit: 0 }],
  ['a limit above 1000', { limit: 1001 }],
  ['a result in the name', { resultField: '__name__' }],
])('a search with %s is refused', (_, wrong) => {
  const asked = { field: ['v'], vector: vector(1), measure: 'cosine' as const, limit: 1, threshold: undefined }
  expect(() => validateNearest({ ...asked, resultField: '', ...wrong })).toThrow(
    expect.objectContaining({ code: 'invalid-argument' }),
  )
})
