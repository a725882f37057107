import { describe, expect, it } from 'vitest'
import { MAX_DOCUMENT_BYTES, MAX_VALUE_BYTES, validateDocument, documentSize, decodedBytes } from './document-limits.ts'
import { decodeFields, encodeFields } from './typed-json.ts'
import { vector } from './value.arbitrary.ts'
import type { Fields, Value } from './value.ts'

const text = (value: string): Value => ({ kind: 'string', value })
const map = (fields: Record<string, Value>): Value => ({ kind: 'map', fields: new Map(Object.entries(fields)) })
const array = (...values: Value[]): Value => ({ kind: 'array', values })
const nested = (levels: number): Value =>
  levels === 0 ? text('') : levels % 2 === 0 ? map({ a: nested(levels - 1) }) : array(nested(levels - 1))

function check(fields: Fields): void {
  validateDocument('projects/p/databases/d/documents/c/d', 'c/d', fields, encodeFields(fields))
}
const checkValue = (value: Value) => check(new Map([['a', value]]))

describe('the size of a document', () => {
  it('is that of the published example: users/jeff/tasks/my_task_id', () => {
    const fields = new Map<string, Value>([
      ['type', text('Personal')],
      ['done', { kind: 'boolean', value: false }],
      ['priority', { kind: 'integer', value: 1n }],
      ['description', text('Learn Cloud Firestore')],
    ])
    // 44 for the name, 71 for the fields, 32.
    expect(documentSize('users/jeff/tasks/my_task_id', fields)).toBe(147)
  })

  it('counts every type', () => {
    const size = (value: Value) => documentSize('c/d', new Map([['a', value]])) - documentSize('c/d', new Map()) - 2
    expect(size(text('é\u{1f600}'))).toBe(7)
    expect(size({ kind: 'bytes', value: new Uint8Array(3) })).toBe(3)
    expect(size({ kind: 'geopoint', latitude: 0, longitude: 0 })).toBe(16)
    expect(size({ kind: 'reference', name: 'projects/p/databases/d/documents/c/d' })).toBe(20)
    expect(size(array(text(''), { kind: 'null' }))).toBe(2)
    expect(size(map({ k: { kind: 'double', value: 0 } }))).toBe(10)
    expect(size(vector(1, 2, 3))).toBe(24)
  })
})

describe('a document', () => {
  it('may be 1 MiB and no more', () => {
    const fill = (bytes: number) => {
      const half = new Map([
        ['a', text('x'.repeat(500_000))],
        ['b', text('')],
      ])
      return new Map([...half, ['b', text('x'.repeat(bytes - documentSize('c/d', half)))]])
    }
    expect(documentSize('c/d', fill(MAX_DOCUMENT_BYTES))).toBe(MAX_DOCUMENT_BYTES)
    expect(() => check(fill(MAX_DOCUMENT_BYTES))).not.toThrow()
    expect(() => check(fill(1_060_109))).toThrow(
      "Document 'projects/p/databases/d/documents/c/d' cannot be written because its size (1,060,109 bytes) exceeds the maximum allowed size of 1,048,576 bytes.",
    )
    expect(() => check(fill(MAX_DOCUMENT_BYTES + 1))).toThrow('1,048,577')
  })

  it('may hold no value above its limit', () => {
    expect(() => checkValue(text('x'.repeat(MAX_VALUE_BYTES + 1)))).toThrow(
      'The value of property "a" is longer than 1048487 bytes.',
    )
    expect(() => checkValue(map({ b: { kind: 'bytes', value: new Uint8Array(MAX_VALUE_BYTES + 1) } }))).toThrow('"a"')
  })

  it('may nest 20 levels', () => {
    expect(() => checkValue(nested(20))).not.toThrow()
    expect(() => checkValue(nested(21))).toThrow('Property a contains an invalid nested entity')
  })

  it.each<[string, Value]>([
    ['arrays in arrays', array(array())],
    ['arrays in arrays below a map', map({ b: array(array()) })],
    ['an empty name', map({ '': text('') })],
    ['a reserved name', map({ __x__: text('') })],
    ['a reserved name in an array', array(map({ __type__: text('') }))],
    ['a name above 1500 bytes', map({ ['é'.repeat(751)]: text('') })],
    ['a path above 1500 bytes', map({ ['x'.repeat(800)]: map({ ['x'.repeat(800)]: text('') }) })],
    ['a name that is not UTF-8', map({ '\ud800': text('') })],
    ['a vector of integers', map({ __type__: text('__vector__'), value: array({ kind: 'integer', value: 1n }) })],
    ['a vector with more in it', map({ __type__: text('__vector__'), value: array(), more: text('') })],
    ['an empty vector', vector()],
    ['a vector of 2049', vector(...Array.from({ length: 2049 }, () => 0))],
  ])('may not hold %s', (_, value) => {
    expect(() => checkValue(value)).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
  })

  it('may hold vectors, names like those of object members, and long names', () => {
    expect(() => checkValue(vector(...Array.from({ length: 2048 }, () => 0)))).not.toThrow()
    expect(() => checkValue(map({ constructor: text(''), ____: text(''), 'a.b`': text('') }))).not.toThrow()
    expect(() => check(new Map([['x'.repeat(1500), text('')]]))).not.toThrow()
  })
})

describe('the number of values', () => {
  const nulls = (count: number): Value => ({
    kind: 'array',
    values: Array.from({ length: count }, () => ({ kind: 'null' })),
  })

  it('is 100,000 at most, those in maps and arrays included', () => {
    // The array and the map are values, too.
    expect(() => checkValue(map({ a: nulls(99_998) }))).not.toThrow()
    expect(() => checkValue(map({ a: nulls(99_999) }))).toThrow('at most 100000 values')
  })

  it('is not asked of what is stored', () => {
    const fields: Fields = new Map([['a', nulls(150_000)]])
    const text = encodeFields(fields)
    expect(decodeFields(text)).toEqual(fields)
    expect(() => decodeFields(JSON.parse(text))).toThrow('at most 100000 values')
  })
})

function bytesOf(value: Value): number {
  return decodedBytes({ json: encodeFields(new Map([['a', value]])) })
}

it('counts each value, however little it says', () => {
  const values = Array.from({ length: 1000 }, (): Value => ({ kind: 'map', fields: new Map() }))
  expect(bytesOf({ kind: 'array', values })).toBeGreaterThan(1000 * 250)
})

it('counts no values in a text', () => {
  expect(bytesOf({ kind: 'string', value: '"nullValue":null,'.repeat(1000) })).toBeLessThan(30_000)
})
