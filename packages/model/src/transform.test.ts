import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyTransform, equalityKey } from './transform.ts'
import { arbitraryStoredValue, arbitraryValue, arbitraryNumber } from './value.arbitrary.ts'
import { equalsInArrayTransform } from './value-order.ts'
import type { Value } from './value.ts'

const int = (value: bigint | number): Value => ({ kind: 'integer', value: BigInt(value) })
const double = (value: number): Value => ({ kind: 'double', value })
const text = (value: string): Value => ({ kind: 'string', value })
const array = (...values: Value[]): Value => ({ kind: 'array', values })
const MAX = 2n ** 63n - 1n
const MIN = -(2n ** 63n)

describe('numeric transforms', () => {
  it.each<['increment' | 'maximum' | 'minimum', Value | undefined, Value, Value]>([
    ['increment', int(1), int(2), int(3)],
    ['increment', int(1), double(0.5), double(1.5)],
    ['increment', double(1), int(2), double(3)],
    ['increment', undefined, int(2), int(2)],
    ['increment', text('x'), double(2), double(2)],
    ['increment', int(MAX), int(1), int(MAX)],
    ['increment', int(MIN), int(-1), int(MIN)],
    ['increment', int(MAX), int(MIN), int(-1)],
    ['increment', double(NaN), int(1), double(NaN)],
    ['increment', double(1e308), double(1e308), double(Infinity)],
    ['maximum', int(1), double(1.5), double(1.5)],
    ['maximum', int(3), double(3), int(3)],
    ['maximum', double(3), int(3), double(3)],
    ['maximum', double(-0), int(0), double(-0)],
    ['maximum', int(2n ** 53n), int(2n ** 53n + 1n), int(2n ** 53n + 1n)],
    ['maximum', double(NaN), int(1), double(NaN)],
    ['maximum', int(1), double(NaN), double(NaN)],
    ['maximum', undefined, int(-1), int(-1)],
    ['maximum', text('x'), int(-1), int(-1)],
    ['minimum', int(1), double(0.5), double(0.5)],
    ['minimum', int(3), double(3), int(3)],
    ['minimum', int(0), double(-0), int(0)],
    ['minimum', int(1), double(NaN), double(NaN)],
  ])('case %#: %s', (kind, base, operand, expected) => {
    const answer = applyTransform(base, { field: ['f'], kind, operand }, 0)
    expect(answer).toEqual({ value: expected, result: expected })
  })

  it('refuse an operand that is no number', () => {
    const transform = { field: ['f'], kind: 'increment', operand: text('1') } as const
    expect(() => applyTransform(int(1), transform, 0)).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
  })
})

describe('array transforms', () => {
  const union = (base: Value | undefined, ...values: Value[]) =>
    applyTransform(base, { field: ['f'], kind: 'array-union', values }, 0).value
  const remove = (base: Value | undefined, ...values: Value[]) =>
    applyTransform(base, { field: ['f'], kind: 'array-remove', values }, 0).value

  it('append what is not there, the first of equal operands', () => {
    expect(union(array(int(1)), double(1), int(3), double(3), int(2))).toEqual(array(int(1), int(3), int(2)))
    expect(union(array(int(1), int(1)), int(1))).toEqual(array(int(1), int(1)))
    expect(union(array(double(NaN), { kind: 'null' }), double(NaN), { kind: 'null' })).toEqual(
      array(double(NaN), { kind: 'null' }),
    )
    expect(union(undefined, int(1))).toEqual(array(int(1)))
    expect(union(text('x'), int(1))).toEqual(array(int(1)))
  })

  it('remove every equal element', () => {
    expect(remove(array(int(1), int(2), double(1), double(NaN)), double(1), double(NaN))).toEqual(array(int(2)))
    expect(remove(undefined, int(1))).toEqual(array())
  })

  it('answer null, and refuse arrays in arrays', () => {
    expect(applyTransform(undefined, { field: ['f'], kind: 'array-union', values: [] }, 0).result).toEqual({
      kind: 'null',
    })
    expect(() => union(undefined, array())).toThrow('Cannot convert an array value in an array value.')
  })

  it('do what the plain definition says', () => {
    const elements = fc.array(
      fc.oneof(
        arbitraryStoredValue.filter(({ kind }) => kind !== 'array'),
        fc.constantFrom(int(1), double(1), double(NaN)),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.array(arbitraryValue, { maxLength: 8 }), elements, (base, operands) => {
        const expected = [...base]
        for (const operand of operands) {
          if (!expected.some((element) => equalsInArrayTransform(element, operand))) expected.push(operand)
        }
        expect(union(array(...base), ...operands)).toEqual(array(...expected))
        const rest = base.filter((element) => !operands.some((operand) => equalsInArrayTransform(element, operand)))
        expect(remove(array(...base), ...operands)).toEqual(array(...rest))
      }),
      { numRuns: 1000 },
    )
  })
})

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
