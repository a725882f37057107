import { describe, expect, it } from 'vitest'
import { parseTimestamp } from '@hearth/model/timestamp'
import { valueTexts } from '../../texts/en/data-values.ts'
import { formatText, parseText } from './editor-text.ts'
import type { TypedValue, ValueType } from './typed-value.ts'

describe('the text of an editor', () => {
  it.each<[ValueType, string, TypedValue]>([
    ['integer', ' -42 ', { kind: 'integer', value: -42n }],
    ['integer', '9223372036854775807', { kind: 'integer', value: 2n ** 63n - 1n }],
    ['double', '3', { kind: 'double', value: 3 }],
    ['double', '-Infinity', { kind: 'double', value: -Infinity }],
    ['string', ' kept ', { kind: 'string', value: ' kept ' }],
    ['boolean', 'true', { kind: 'boolean', value: true }],
    ['timestamp', '2026-11-20 10:14+01:00', { kind: 'timestamp', micros: parseTimestamp('2026-11-20T09:14:00Z') }],
    [
      'timestamp',
      '2026-11-20T09:14:03.123456789Z',
      { kind: 'timestamp', micros: parseTimestamp('2026-11-20T09:14:03.123456Z') },
    ],
    ['bytes', '_-8', { kind: 'bytes', value: Uint8Array.of(0xff, 0xef) }],
    ['reference', '/users/ada/', { kind: 'reference', path: 'users/ada' }],
    [
      'reference',
      'projects/p/databases/d/documents/users/ada',
      { kind: 'reference', path: 'users/ada', database: 'projects/p/databases/d' },
    ],
    ['geopoint', '51.5,-0.12', { kind: 'geopoint', latitude: 51.5, longitude: -0.12 }],
    ['vector', '[1, 2.5]', { kind: 'vector', values: [1, 2.5] }],
    ['increment', '1.0', { kind: 'increment', by: { kind: 'double', value: 1 } }],
    ['array-add', '["a"]', { kind: 'array-add', values: [{ kind: 'string', value: 'a' }] }],
    ['array-add', 'c', { kind: 'array-add', values: [{ kind: 'string', value: 'c' }] }],
    ['array-remove', ' to do ', { kind: 'array-remove', values: [{ kind: 'string', value: 'to do' }] }],
    ['array-add', '3', { kind: 'array-add', values: [{ kind: 'integer', value: 3n }] }],
    ['map', '{"a": 1}', { kind: 'map', fields: new Map([['a', { kind: 'integer', value: 1n }]]) }],
  ])('of the type %s reads %j', (type, text, value) => {
    const parsed = parseText(type, text)
    expect(parsed).toEqual({ value })
    expect(parseText(type, formatText(value))).toEqual({ value })
  })

  it.each<[ValueType, string, RegExp]>([
    ['integer', '4.5', /choose double/],
    ['integer', '9223372036854775808', /reaches from/],
    ['double', 'a lot', /not a number/],
    ['double', '1e999', /larger than any double/],
    ['boolean', 'yes', /true or false/],
    ['timestamp', '2026-11-20', /zone/],
    ['timestamp', '2026-02-31T00:00:00Z', /no such day/],
    ['bytes', 'a', /Base64/],
    ['reference', 'users', /path of a document/],
    ['geopoint', '91, 0', /latitude reaches/],
    ['geopoint', '0, 181', /longitude reaches/],
    ['vector', '1, x', /“x” is not a number/],
    ['array', '{"a": 1}', /begins with \[/],
    ['array-add', 'a, b', /./],
    ['array-add', '["a"', /./],
    ['array-add', '3 kg', /./],
    ['array', 'a', /./],
    ['map', '[1]', /begins with {/],
  ])('of the type %s refuses %j', (type, text, said) => {
    expect(parseText(type, text)).toEqual({ problem: expect.stringMatching(said) as string })
  })
})

it.each([
  ['2026-02-30T10:00:00Z', valueTexts.noSuchDay],
  ['2026-13-01T10:00:00Z', valueTexts.noSuchDay],
  ['2026-02-28T10:00:00', valueTexts.notTimestamp],
  ['tomorrow', valueTexts.notTimestamp],
])('what is wrong with the time %s is said', (text, problem) => {
  expect(parseText('timestamp', text)).toEqual({ problem })
})
