import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimestamp } from '@hearth/model/timestamp'
import { formatDocument, parseDocument, parseJsonList, placeIn } from './document-json.ts'
import { typedFields } from './testing/arbitrary-value.ts'
import { equalFields, type TypedValue } from './typed-value.ts'

function valueOf(text: string): TypedValue | undefined {
  const parsed = parseDocument(`{"f": ${text}}`)
  return 'problem' in parsed ? undefined : parsed.value.get('f')
}

function problemOf(text: string): string {
  const parsed = parseDocument(text)
  if (!('problem' in parsed)) throw new Error('It was accepted.')
  const { line, column } = placeIn(text, parsed.at)
  return `${line}:${column} ${parsed.problem}`
}

describe('typed JSON', () => {
  it('comes back as it went in, whatever the document holds', () => {
    fc.assert(
      fc.property(typedFields, (fields) => {
        const parsed = parseDocument(formatDocument(fields))
        expect('value' in parsed && equalFields(parsed.value, fields)).toBe(true)
      }),
    )
  })

  it.each<[string, TypedValue]>([
    ['3', { kind: 'integer', value: 3n }],
    ['3.0', { kind: 'double', value: 3 }],
    ['9007199254740993', { kind: 'integer', value: 9007199254740993n }],
    ['{"$double": "NaN"}', { kind: 'double', value: Number.NaN }],
    [
      '{"$timestamp": "2026-11-20T10:14:03+01:00"}',
      { kind: 'timestamp', micros: parseTimestamp('2026-11-20T09:14:03Z') },
    ],
    ['{"$reference": "users/ada"}', { kind: 'reference', path: 'users/ada' }],
    ['{"$vector": [1, -0.5]}', { kind: 'vector', values: [1, -0.5] }],
    ['{"$map": {"$timestamp": 1}}', { kind: 'map', fields: new Map([['$timestamp', { kind: 'integer', value: 1n }]]) }],
    ['{"$server-time": true}', { kind: 'server-time' }],
  ])('reads %s', (text, value) => {
    expect(valueOf(text)).toEqual(value)
  })

  it.each([
    ['', /^1:1 Here a value is missing/],
    ['[]', /^1:1 A document is an object/],
    ['{"a": 1', /^1:8 The text ends before its }/],
    ['{"a": 1,\n "b": tru}', /^2:7 This is not a value/],
    ['{"a": 1, "a": 2}', /^1:10 The field a is there twice/],
    ['{"a": [1 2]}', /^1:10 Here should be a comma or ]/],
    ['{"a": "x\n"}', /^1:7 The quote that opens here/],
    ['{"a": 9223372036854775808}', /^1:7 An integer reaches/],
    ['{"a": {"$timestamp": "yesterday"}}', /^1:22 This is not a time with a zone/],
    ['{"a": {"$date": 1}}', /^1:8 \$date is not a type/],
    ['{"a": [[1]]}', /^1:8 An array can’t hold an array/],
    ['{"a": [{"$server-time": true}]}', /^1:9 The server can’t do this inside an array/],
    ['{"__a__": 1}', /^1:2 Names that begin and end/],
    ['{"a": 1} x', /^1:10 The JSON ends before this/],
    [`{"a": ${'{"a": '.repeat(30)}1${'}'.repeat(30)}}`, /20 levels deep/],
  ])('says where and why %j is no document', (text, said) => {
    expect(problemOf(text)).toMatch(said)
  })

  it('says the place in an array, too', () => {
    expect(parseJsonList('[1,\n  x]')).toEqual({ problem: expect.stringMatching(/^Line 2, column 3: /) as string })
  })
})
