import * as fc from 'fast-check'
import { MAX_TIMESTAMP_MICROS, MIN_TIMESTAMP_MICROS } from '@hearth/model/timestamp'
import type { TypedFields, TypedValue } from '../typed-value.ts'

const fieldName = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !/^__.*__$/.test(name))
const path = fc
  .array(fc.stringMatching(/^[a-z0-9]{1,6}$/), { minLength: 1, maxLength: 2 })
  .map((ids) => ids.flatMap((id) => [id, id]).join('/'))

const leaf: fc.Arbitrary<TypedValue> = fc.oneof(
  fc.constant<TypedValue>({ kind: 'null' }),
  fc.boolean().map((value): TypedValue => ({ kind: 'boolean', value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value): TypedValue => ({ kind: 'integer', value })),
  fc.double().map((value): TypedValue => ({ kind: 'double', value })),
  fc.integer().map((value): TypedValue => ({ kind: 'double', value })),
  fc
    .bigInt({ min: MIN_TIMESTAMP_MICROS, max: MAX_TIMESTAMP_MICROS })
    .map((micros): TypedValue => ({ kind: 'timestamp', micros })),
  fc.string().map((value): TypedValue => ({ kind: 'string', value })),
  fc.uint8Array().map((value): TypedValue => ({ kind: 'bytes', value })),
  path.map((one): TypedValue => ({ kind: 'reference', path: one })),
  path.map((one): TypedValue => ({ kind: 'reference', path: one, database: 'projects/other/databases/(default)' })),
  fc
    .tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -1800, max: 1800 }))
    .map(([latitude, longitude]): TypedValue => ({
      kind: 'geopoint',
      latitude: latitude / 10,
      longitude: longitude / 10,
    })),
  fc.array(fc.double(), { minLength: 1, maxLength: 4 }).map((values): TypedValue => ({ kind: 'vector', values })),
)

const { value: anyValue } = fc.letrec<{ value: TypedValue; map: TypedValue; array: TypedValue }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, tie('map'), tie('array')),
  map: fc
    .array(fc.tuple(fieldName, tie('value')), { maxLength: 3 })
    .map((entries): TypedValue => ({ kind: 'map', fields: new Map(entries) })),
  array: fc
    .array(tie('value'), { maxLength: 3 })
    .map((values): TypedValue => ({ kind: 'array', values: values.filter(({ kind }) => kind !== 'array') })),
}))

/** Fields of a document of any kind that the database holds. */
export const typedFields: fc.Arbitrary<TypedFields> = fc
  .array(fc.tuple(fieldName, anyValue), { maxLength: 4 })
  .map((entries) => new Map(entries))
