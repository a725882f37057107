import type { Fields, Value } from '@hearth/model'
import fc from 'fast-check'

const names = ['a', 'b', 'c'] as const

/** Values on the borders of each type. */
export const scalarArbitrary: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(
    { kind: 'null' },
    { kind: 'boolean', value: true },
    { kind: 'integer', value: 1n },
    { kind: 'integer', value: 2n },
    { kind: 'integer', value: 2n ** 53n + 1n },
    { kind: 'double', value: 1 },
    { kind: 'double', value: -0 },
    { kind: 'double', value: 1.5 },
    { kind: 'double', value: Number.NaN },
    { kind: 'string', value: 'x' },
    { kind: 'string', value: 'y' },
    { kind: 'string', value: '' },
    { kind: 'timestamp', micros: 0n },
  ),
)
export const valueArbitrary: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: scalarArbitrary },
  fc.array(scalarArbitrary, { maxLength: 2 }).map((values): Value => ({ kind: 'array', values })),
  fc.dictionary(fc.constantFrom(...names), scalarArbitrary, { maxKeys: 2 }).map((fields): Value => {
    return { kind: 'map', fields: new Map(Object.entries(fields)) }
  }),
)
/** Documents with some of the fields `a`, `b` and `c`. */
export const fieldsArbitrary: fc.Arbitrary<Fields> = fc
  .dictionary(fc.constantFrom(...names), valueArbitrary, { maxKeys: 3 })
  .map((record) => new Map(Object.entries(record)))
