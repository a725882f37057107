import fc from 'fast-check'
import { PATHS, ROOM, ROOT, type WireValue } from './wire.ts'

/** Values that tie, and values at the edges of their type. */
const number: fc.Arbitrary<WireValue> = fc.oneof(
  fc
    .constantFrom('0', '1', '2', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808')
    .map((integerValue) => ({
      integerValue,
    })),
  fc
    .constantFrom<number | string>(
      0,
      '-0',
      1,
      1.5,
      -1,
      9007199254740992,
      2 ** 63,
      1e308,
      5e-324,
      'NaN',
      'Infinity',
      '-Infinity',
    )
    .map((doubleValue) => ({ doubleValue })),
)

const vector: fc.Arbitrary<WireValue> = fc
  .array(fc.constantFrom(0, 1, -1, 2.5), { minLength: 1, maxLength: 3 })
  .map((numbers) => ({
    mapValue: {
      fields: {
        __type__: { stringValue: '__vector__' },
        value: { arrayValue: { values: numbers.map((doubleValue) => ({ doubleValue })) } },
      },
    },
  }))

/** Few enough that filters find something. */
const familiar: fc.Arbitrary<WireValue> = fc.constantFrom<WireValue>(
  { integerValue: '1' },
  { integerValue: '2' },
  { doubleValue: 1 },
  { doubleValue: 1.5 },
  { doubleValue: 'NaN' },
  { stringValue: 'a' },
  { stringValue: 'b' },
  { nullValue: null },
)

const scalar: fc.Arbitrary<WireValue> = fc.oneof(
  { weight: 20, arbitrary: familiar },
  { weight: 4, arbitrary: number },
  { weight: 1, arbitrary: fc.constant<WireValue>({ nullValue: null }) },
  { weight: 1, arbitrary: fc.boolean().map((booleanValue) => ({ booleanValue })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', 'a', 'aa', 'b', 'B', '\0', 'ä', '\u{ffff}', '\u{1f600}')
      .map((stringValue) => ({ stringValue })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '2020-01-01T00:00:00Z',
        '2020-01-01T00:00:00.000001Z',
        '2020-01-01T00:00:00.000001999Z',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59.999999999Z',
      )
      .map((timestampValue) => ({ timestampValue })),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'AA==', 'AQ==', 'AQA=', '/w==').map((bytesValue) => ({ bytesValue })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...PATHS, `${ROOM}a/d1/x/y`).map((path) => ({ referenceValue: `${ROOT}/${path}` })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(0, -0.5, 90, -90), fc.constantFrom(0, 1, 180, -180))
      .map(([latitude, longitude]) => ({ geoPointValue: { latitude, longitude } })),
  },
)

const mapKey = fc.constantFrom('x', 'y', 'a b')

function mapOf(inner: fc.Arbitrary<WireValue>): fc.Arbitrary<WireValue> {
  return fc.dictionary(mapKey, inner, { maxKeys: 2 }).map((fields) => ({ mapValue: { fields: { ...fields } } }))
}

const flatArray: fc.Arbitrary<WireValue> = fc
  .array(fc.oneof({ weight: 5, arbitrary: scalar }, { weight: 1, arbitrary: mapOf(scalar) }), { maxLength: 3 })
  .map((values) => ({ arrayValue: { values } }))

/** About as long as what the vendor's indexes hold of a value, and longer. */
export const arbitraryLongText: fc.Arbitrary<WireValue> = fc
  .constantFrom('x'.repeat(1499), 'x'.repeat(1500), 'x'.repeat(2000), `${'x'.repeat(2000)}y`, 'ä'.repeat(800))
  .map((stringValue) => ({ stringValue }))

export const arbitraryNumber = number
export const arbitraryScalar = scalar
export const arbitraryValue: fc.Arbitrary<WireValue> = fc.oneof(
  { weight: 10, arbitrary: scalar },
  { weight: 2, arbitrary: flatArray },
  {
    weight: 2,
    arbitrary: mapOf(
      fc.oneof(
        { weight: 3, arbitrary: scalar },
        { weight: 1, arbitrary: flatArray },
        { weight: 1, arbitrary: mapOf(scalar) },
      ),
    ),
  },
  { weight: 1, arbitrary: vector },
)

export const arbitraryMap: fc.Arbitrary<WireValue> = fc.oneof(mapOf(scalar), arbitraryValue)
