import fc from 'fast-check'
import { expect, it } from 'vitest'
import { equalityKey } from './equality-key.ts'
import { arbitraryNumber, arbitraryValue } from './value.arbitrary.ts'
import { equalsInArrayTransform } from './value-order.ts'
import type { Value } from './value.ts'

const list = (values: Value[]): Value => ({ kind: 'array', values })

it('is the same where array transforms find values equal', () => {
  for (const values of [arbitraryNumber, arbitraryValue, fc.array(arbitraryNumber, { maxLength: 2 }).map(list)]) {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(equalityKey(a) === equalityKey(b)).toBe(equalsInArrayTransform(a, b))
      }),
      { numRuns: 2000 },
    )
  }
})
