import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refineFields } from './refine.ts'
import { asGuessed, isAmbiguous, isWrittenExactly } from './sdk-value.ts'
import { typedFields } from './testing/arbitrary-value.ts'
import { equalFields, equals, type TypedFields, type TypedValue } from './typed-value.ts'
import { decodeFields, documentsRoot, encodeFields } from './wire-value.ts'

const root = documentsRoot('demo-app', '(default)')

describe('values on the wire', () => {
  it('come back as they went out, over JSON', () => {
    fc.assert(
      fc.property(typedFields, (fields) => {
        const answer: unknown = JSON.parse(JSON.stringify(encodeFields(fields, root)))
        expect(equalFields(decodeFields(answer, root), fields)).toBe(true)
      }),
    )
  })

  it('keep integers beyond 2^53 and whole doubles apart', () => {
    const fields = decodeFields({ n: { integerValue: '9007199254740993' }, d: { doubleValue: 3 } }, root)
    expect(fields.get('n')).toEqual({ kind: 'integer', value: 9007199254740993n })
    expect(fields.get('d')).toEqual({ kind: 'double', value: 3 })
  })
})

describe('a guess from the SDK’s numbers', () => {
  const guessed = (fields: TypedFields): TypedFields =>
    new Map([...fields].map(([name, value]) => [name, asGuessed(value)]))

  it('is put right by what the server said', () => {
    fc.assert(
      fc.property(typedFields, (fields) => {
        expect(equalFields(refineFields(guessed(fields), fields), fields)).toBe(true)
      }),
    )
  })

  it('is right by itself where it is not ambiguous', () => {
    fc.assert(
      fc.property(typedFields, (fields) => {
        for (const value of fields.values()) {
          const guess = asGuessed(value)
          if (!isAmbiguous(guess)) expect(equals(guess, value)).toBe(true)
        }
      }),
    )
  })

  it('keeps the types of what did not change', () => {
    const three: TypedValue = { kind: 'double', value: 3 }
    const refined = refineFields(
      new Map([
        ['a', asGuessed(three)],
        ['b', { kind: 'integer', value: 5n }],
      ]),
      new Map([
        ['a', three],
        ['b', { kind: 'double', value: 4 }],
      ]),
    )
    expect([...refined.values()]).toEqual([three, { kind: 'integer', value: 5n }])
  })

  it.each<[boolean, TypedValue]>([
    [true, { kind: 'integer', value: 2n ** 53n - 1n }],
    [false, { kind: 'integer', value: 2n ** 53n }],
    [false, { kind: 'double', value: 3 }],
    [true, { kind: 'double', value: 3.5 }],
    [true, { kind: 'double', value: -0 }],
    [false, { kind: 'array', values: [{ kind: 'double', value: 1 }] }],
    [false, { kind: 'increment', by: { kind: 'double', value: 1 } }],
  ])('tells whether the SDK writes the value: %s', (isExact, value) => {
    expect(isWrittenExactly(value)).toBe(isExact)
  })
})
