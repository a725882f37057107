import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StatusError } from './status-error.ts'
import { decodeFields, decodeValue, encodeFields, encodeValue } from './typed-json.ts'
import { arbitraryFields, arbitraryValue } from './value.arbitrary.ts'
import type { Value } from './value.ts'

const reference = 'projects/p/databases/(default)/documents/users/ada'

describe('typed JSON', () => {
  it.each<[string, Value]>([
    ['{"nullValue":null}', { kind: 'null' }],
    ['{"booleanValue":true}', { kind: 'boolean', value: true }],
    ['{"integerValue":"-9223372036854775808"}', { kind: 'integer', value: -(2n ** 63n) }],
    ['{"doubleValue":1.5}', { kind: 'double', value: 1.5 }],
    ['{"doubleValue":"-0"}', { kind: 'double', value: -0 }],
    ['{"doubleValue":"NaN"}', { kind: 'double', value: NaN }],
    ['{"doubleValue":"-Infinity"}', { kind: 'double', value: -Infinity }],
    ['{"timestampValue":"1970-01-01T00:00:00Z"}', { kind: 'timestamp', micros: 0n }],
    ['{"timestampValue":"1969-12-31T23:59:59.999999Z"}', { kind: 'timestamp', micros: -1n }],
    ['{"timestampValue":"2026-11-21T09:30:00.250Z"}', { kind: 'timestamp', micros: 1795253400250000n }],
    ['{"timestampValue":"0001-01-01T00:00:00Z"}', { kind: 'timestamp', micros: -62135596800000000n }],
    ['{"timestampValue":"9999-12-31T23:59:59.999999Z"}', { kind: 'timestamp', micros: 253402300799999999n }],
    ['{"stringValue":"a\\"\\u0000é"}', { kind: 'string', value: 'a"\0é' }],
    ['{"bytesValue":"+/8="}', { kind: 'bytes', value: Uint8Array.of(251, 255) }],
    [`{"referenceValue":"${reference}"}`, { kind: 'reference', name: reference }],
    ['{"geoPointValue":{"latitude":1.5,"longitude":"-0"}}', { kind: 'geopoint', latitude: 1.5, longitude: -0 }],
    ['{"arrayValue":{}}', { kind: 'array', values: [] }],
    ['{"arrayValue":{"values":[{"nullValue":null}]}}', { kind: 'array', values: [{ kind: 'null' }] }],
    ['{"mapValue":{}}', { kind: 'map', fields: new Map() }],
    ['{"mapValue":{"fields":{"a":{"nullValue":null}}}}', { kind: 'map', fields: new Map([['a', { kind: 'null' }]]) }],
  ])('writes and reads %s', (text, value) => {
    expect(encodeValue(value)).toBe(text)
    expect(decodeValue(JSON.parse(text))).toStrictEqual(value)
  })

  it.each([
    ['{"nullValue":"NULL_VALUE"}', '{"nullValue":null}'],
    ['{"integerValue":7}', '{"integerValue":"7"}'],
    ['{"integer_value":"007"}', '{"integerValue":"7"}'],
    ['{"doubleValue":"1.5e3"}', '{"doubleValue":1500}'],
    ['{"doubleValue":-0}', '{"doubleValue":"-0"}'],
    ['{"bytesValue":"-_8"}', '{"bytesValue":"+/8="}'],
    ['{"bytesValue":""}', '{"bytesValue":""}'],
    ['{"timestampValue":"2026-11-21T09:30:00.123456789+01:00"}', '{"timestampValue":"2026-11-21T08:30:00.123456Z"}'],
    ['{"timestampValue":"1969-12-31T23:59:59.0000009-00:30"}', '{"timestampValue":"1970-01-01T00:29:59Z"}'],
    ['{"timestampValue":"2024-02-29T00:00:00Z"}', '{"timestampValue":"2024-02-29T00:00:00Z"}'],
    ['{"geoPointValue":{}}', '{"geoPointValue":{"latitude":0,"longitude":0}}'],
    ['{"arrayValue":{"values":[]}}', '{"arrayValue":{}}'],
    ['{"arrayValue":{"values":null}}', '{"arrayValue":{}}'],
    ['{"mapValue":{"fields":{}}}', '{"mapValue":{}}'],
    ['{"stringValue":"x","integerValue":null}', '{"stringValue":"x"}'],
  ])('reads %s too, and writes it as %s', (text, canonical) => {
    expect(encodeValue(decodeValue(JSON.parse(text)))).toBe(canonical)
  })

  it.each([
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    '{"stringValue":null}',
    '{"stringValue":1}',
    '{"stringValue":"\\ud800"}',
    '{"stringValue":"x","integerValue":"1"}',
    '{"noSuchValue":1}',
    '{"toString":1}',
    '{"__proto__":1}',
    '{"nullValue":1}',
    '{"booleanValue":"true"}',
    '{"integerValue":"9223372036854775808"}',
    '{"integerValue":"1.5"}',
    '{"integerValue":1e300}',
    '{"integerValue":""}',
    '{"doubleValue":1e999}',
    '{"doubleValue":"1e999"}',
    '{"doubleValue":"0x10"}',
    '{"doubleValue":""}',
    '{"doubleValue":[1]}',
    '{"timestampValue":"2026-02-29T00:00:00Z"}',
    '{"timestampValue":"2026-13-01T00:00:00Z"}',
    '{"timestampValue":"2026-01-01T24:00:00Z"}',
    '{"timestampValue":"2026-01-01 00:00:00Z"}',
    '{"timestampValue":"2026-01-01T00:00:00"}',
    '{"timestampValue":"0000-12-31T23:59:59Z"}',
    '{"timestampValue":"0001-01-01T00:00:00+00:01"}',
    '{"timestampValue":"9999-12-31T23:59:59-00:01"}',
    '{"timestampValue":0}',
    '{"bytesValue":"a"}',
    '{"bytesValue":"a==="}',
    '{"bytesValue":"a b="}',
    '{"bytesValue":"ééé="}',
    '{"referenceValue":"users/ada"}',
    '{"referenceValue":"projects/p/databases/d/documents/users"}',
    '{"geoPointValue":{"latitude":90.1}}',
    '{"geoPointValue":{"longitude":"NaN"}}',
    '{"geoPointValue":{"altitude":1}}',
    '{"geoPointValue":[]}',
    '{"arrayValue":[]}',
    '{"arrayValue":{"values":{}}}',
    '{"arrayValue":{"values":[null]}}',
    '{"arrayValue":{"elements":[]}}',
    '{"mapValue":{"fields":[]}}',
    '{"mapValue":{"fields":{"a":null}}}',
    '{"mapValue":{"a":{"nullValue":null}}}',
    '{"functionValue":{}}',
  ])('refuses %s', (text) => {
    expect(() => decodeValue(JSON.parse(text))).toThrow(StatusError)
    expect(() => decodeFields(`{"a":${text}}`)).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
  })

  it('refuses text that is not JSON or not an object, and takes absent fields for none', () => {
    for (const text of ['', '{', '[]', '1', '"x"']) expect(() => decodeFields(text)).toThrow(StatusError)
    expect(decodeFields(undefined).size).toBe(0)
    expect(decodeFields('{}').size).toBe(0)
  })

  it('survives any depth', () => {
    const nested = (levels: number) =>
      `${'{"mapValue":{"fields":{"a":'.repeat(levels)}{"nullValue":null}${'}}}'.repeat(levels)}`
    expect(encodeValue(decodeValue(JSON.parse(nested(100))))).toBe(nested(100))
    expect(() => decodeFields(`{"a":${nested(101)}}`)).toThrow('nested')
    expect(() => decodeFields(`{"a":${nested(100_000)}}`)).toThrow(StatusError)
    expect(() => decodeFields(`{"a":${'{"arrayValue":{"values":['.repeat(50_000)}`)).toThrow(StatusError)
  })

  it('keeps the names of object members as plain names', () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', '']
    const text = `{${names
      .toSorted()
      .map((name) => `"${name}":{"mapValue":{"fields":{"__proto__":{"stringValue":"x"}}}}`)
      .join(',')}}`
    const fields = decodeFields(text)
    expect([...fields.keys()].toSorted()).toEqual(names.toSorted())
    expect(encodeFields(fields)).toBe(text)
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('writes fields in the order of UTF-8, whatever order they came in', () => {
    const text =
      '{"\u{1f600}":{"nullValue":null},"b":{"nullValue":null},"\u{fffd}":{"nullValue":null},"10":{"nullValue":null},"9":{"nullValue":null}}'
    expect(Object.keys(JSON.parse(encodeFields(decodeFields(text)))).slice(2)).toEqual(['b', '\u{fffd}', '\u{1f600}'])
    expect(encodeFields(decodeFields(text))).toMatch(/^\{"10":.*"9":.*"b":/)
  })

  it('reads back what it writes, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        const text = encodeValue(value)
        expect(encodeValue(decodeValue(JSON.parse(text)))).toBe(text)
      }),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(arbitraryFields, (fields) => {
        expect(decodeFields(encodeFields(fields))).toEqual(fields)
      }),
      { numRuns: 500 },
    )
  })

  it('answers any JSON with a value or invalid-argument, never with another error', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('arrayValue', 'mapValue', 'geoPointValue', 'timestampValue', 'doubleValue'),
        (json, type) => {
          for (const candidate of [json, { [type]: json }]) {
            try {
              decodeValue(candidate)
            } catch (error) {
              expect(error).toMatchObject({ code: 'invalid-argument' })
            }
          }
        },
      ),
    )
  })
})
