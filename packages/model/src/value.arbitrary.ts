import fc from 'fast-check'
import { MAX_TIMESTAMP_MICROS, MIN_TIMESTAMP_MICROS } from './timestamp.ts'
import type { Fields, Value } from './value.ts'

/** Generators for property tests, dense where ties and boundaries are. */

export const arbitraryText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'b', '\0', '\u0001', '\u0002', '"', '\\', '\u{7f}', 'é', '\u{ffff}', '\u{fffd}', '\u{1f600}'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 6,
})

export const arbitraryId = fc.constantFrom(
  'a',
  'ab',
  'b',
  '\0',
  '\u0001x',
  '____',
  '\u{1f600}',
  '\u{ffff}',
  '__id1__',
  '__id-7__',
  '__id20__',
)

export const arbitraryDocumentPath = fc
  .array(fc.tuple(fc.constantFrom('c', 'd', 'c\0'), arbitraryId), { minLength: 1, maxLength: 3 })
  .map((pairs) => pairs.flat().join('/'))

const edges = [0n, 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 62n, 2n ** 63n - 1n, 2n ** 63n - 1024n]
const integer = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.constantFrom(...edges, ...edges.map((edge) => -edge), -(2n ** 63n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
)
const double = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    0.5,
    NaN,
    Infinity,
    -Infinity,
    Number.MIN_VALUE,
    Number.MAX_VALUE,
    2 ** 53,
    2 ** 62,
    2 ** 63,
    -(2 ** 63),
  ),
  integer.map(Number),
  fc.double(),
)

export const arbitraryInteger: fc.Arbitrary<Value> = integer.map((value) => ({ kind: 'integer', value }))
export const arbitraryDouble: fc.Arbitrary<Value> = double.map((value) => ({ kind: 'double', value }))
export const arbitraryNumber = fc.oneof(arbitraryInteger, arbitraryDouble)

const arbitraryReference: fc.Arbitrary<Value> = fc
  .tuple(fc.constantFrom('p', 'documents'), fc.constantFrom('(default)', 'd'), arbitraryDocumentPath)
  .map(([project, database, path]) => ({
    kind: 'reference',
    name: `projects/${project}/databases/${database}/documents/${path}`,
  }))

const arbitraryScalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constant<Value>({ kind: 'null' }),
  fc.boolean().map((value): Value => ({ kind: 'boolean', value })),
  arbitraryNumber,
  arbitraryText.map((value): Value => ({ kind: 'string', value })),
  fc.uint8Array({ maxLength: 4 }).map((value): Value => ({ kind: 'bytes', value })),
  fc
    .oneof(
      fc.constantFrom(0n, 1n, -1n, 1000n, MIN_TIMESTAMP_MICROS, MAX_TIMESTAMP_MICROS),
      fc.bigInt({ min: MIN_TIMESTAMP_MICROS, max: MAX_TIMESTAMP_MICROS }),
    )
    .map((micros): Value => ({ kind: 'timestamp', micros })),
  arbitraryReference,
  fc
    .tuple(
      fc.oneof(fc.constantFrom(0, -0, 90, -90), fc.double({ min: -90, max: 90, noNaN: true })),
      fc.oneof(fc.constantFrom(0, -0, 180), fc.double({ min: -180, max: 180, noNaN: true })),
    )
    .map(([latitude, longitude]): Value => ({ kind: 'geopoint', latitude, longitude })),
)

export function vector(...elements: number[]): Value {
  const values = elements.map((value): Value => ({ kind: 'double', value }))
  return {
    kind: 'map',
    fields: new Map<string, Value>([
      ['__type__', { kind: 'string', value: '__vector__' }],
      ['value', { kind: 'array', values }],
    ]),
  }
}

const arbitraryVector = fc.array(double, { minLength: 1, maxLength: 3 }).map((elements) => vector(...elements))

const arbitraryName = fc.constantFrom(
  'a',
  'b',
  'ab',
  'a.b',
  '\0',
  '\u{ffff}',
  '\u{1f600}',
  'constructor',
  '__proto',
  '`',
)

function fieldsOf(value: fc.Arbitrary<Value>): fc.Arbitrary<Fields> {
  return fc.array(fc.tuple(arbitraryName, value), { maxLength: 4 }).map((entries) => new Map(entries))
}

/** `any` may put arrays in arrays, which only queries can; `stored` is what a document may hold. */
const { any, stored } = fc.letrec<{ any: Value; stored: Value; storedInArray: Value }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    arbitraryScalar,
    arbitraryVector,
    fc.constant(vector()),
    fc.array(tie('any'), { maxLength: 3 }).map((values): Value => ({ kind: 'array', values })),
    fieldsOf(tie('any')).map((fields): Value => ({ kind: 'map', fields })),
  ),
  storedInArray: fc.oneof(
    { depthSize: 'small' },
    arbitraryScalar,
    arbitraryVector,
    fieldsOf(tie('stored')).map((fields): Value => ({ kind: 'map', fields })),
  ),
  stored: fc.oneof(
    { depthSize: 'small' },
    tie('storedInArray'),
    fc.array(tie('storedInArray'), { maxLength: 3 }).map((values): Value => ({ kind: 'array', values })),
  ),
}))

export const arbitraryValue: fc.Arbitrary<Value> = any
export const arbitraryStoredValue: fc.Arbitrary<Value> = stored
export const arbitraryFields: fc.Arbitrary<Fields> = fieldsOf(stored)
