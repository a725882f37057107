import * as fc from 'fast-check'
import { formatTimestamp } from '../timestamp.ts'
import type { TypedFields, TypedValue } from '../typed-value.ts'

const fieldName = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !/^__.*__$/.test(name))
const path = fc
  .array(fc.stringMatching(/^[a-z0-9]{1,6}$/), { minLength: 1, maxLength: 2 })
  .map((ids) => ids.flatMap((id) => [id, id]).join('/'))

const leaf: fc.Arbitrary<TypedValue> = fc.oneof(
  fc.constant<TypedValue>({ type: 'null' }),
  fc.boolean().map((value): TypedValue => ({ type: 'boolean', value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value): TypedValue => ({ type: 'integer', value })),
  fc.double().map((value): TypedValue => ({ type: 'double', value })),
  fc.integer().map((value): TypedValue => ({ type: 'double', value })),
  fc
    .tuple(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([seconds, nanoseconds]): TypedValue => ({ type: 'timestamp', value: formatTimestamp(seconds, nanoseconds) })),
  fc.string().map((value): TypedValue => ({ type: 'string', value })),
  fc.base64String().map((value): TypedValue => ({ type: 'bytes', value })),
  path.map((one): TypedValue => ({ type: 'reference', path: one })),
  path.map((one): TypedValue => ({ type: 'reference', path: one, database: 'projects/other/databases/(default)' })),
  fc
    .tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -1800, max: 1800 }))
    .map(([latitude, longitude]): TypedValue => ({
      type: 'geopoint',
      latitude: latitude / 10,
      longitude: longitude / 10,
    })),
  fc.array(fc.double(), { minLength: 1, maxLength: 4 }).map((values): TypedValue => ({ type: 'vector', values })),
)

const { value: anyValue } = fc.letrec<{ value: TypedValue; map: TypedValue; array: TypedValue }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, tie('map'), tie('array')),
  map: fc
    .array(fc.tuple(fieldName, tie('value')), { maxLength: 3 })
    .map((entries): TypedValue => ({ type: 'map', fields: new Map(entries) })),
  array: fc
    .array(tie('value'), { maxLength: 3 })
    .map((values): TypedValue => ({ type: 'array', values: values.filter(({ type }) => type !== 'array') })),
}))

/** Fields of a document of any kind that the database holds. */
export const typedFields: fc.Arbitrary<TypedFields> = fc
  .array(fc.tuple(fieldName, anyValue), { maxLength: 4 })
  .map((entries) => new Map(entries))
