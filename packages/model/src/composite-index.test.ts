import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CompositeField, compositeEntriesOf, compositeRange, nameDirection } from './composite-index.ts'
import { makeDocument } from './lazy-document.ts'
import { compareDocuments } from './query-matching.ts'
import { encodeFields } from './typed-json.ts'
import type { Fields, Value } from './value.ts'
import { arbitraryStoredValue } from './value.arbitrary.ts'
import { compareBytes } from './value-order.ts'

const index = { id: 'i', database: '(default)', collectionId: 'c', isGroup: false }

function documentOf(id: string, fields: Fields) {
  return makeDocument({ path: `c/${id}`, createTime: 1, updateTime: 1, json: encodeFields(fields) }, fields)
}

const kind = fc.constantFrom('ascending' as const, 'descending' as const)
const id = fc.stringMatching(/^[a-c]{1,3}$/)
const document = fc.record({ id, a: arbitraryStoredValue, b: arbitraryStoredValue })

test('the bytes of keys are in the order of the documents, each field in its own direction', () => {
  fc.assert(
    fc.property(document, document, kind, kind, (one, other, a, b) => {
      fc.pre(one.id !== other.id)
      const fields: CompositeField[] = [
        { path: ['a'], kind: a },
        { path: ['b'], kind: b },
      ]
      const documents = [one, other].map((each) =>
        documentOf(each.id, new Map<string, Value>(Object.entries({ a: each.a, b: each.b }))),
      )
      const keys = documents.map(({ path, fields: data }) => compositeEntriesOf({ ...index, fields }, path, data)[0])
      const order = compareDocuments([
        { field: ['a'], direction: a },
        { field: ['b'], direction: b },
        { field: ['__name__'], direction: nameDirection(fields) },
      ])
      const [first, second] = documents
      const [firstKey, secondKey] = keys
      if (first === undefined || second === undefined || firstKey === undefined || secondKey === undefined)
        throw new Error()
      expect(Math.sign(compareBytes(firstKey, secondKey))).toBe(Math.sign(order(first, second)))
    }),
  )
})

test('a document has a key when it has every field, and one for each element of an array', () => {
  const fields: CompositeField[] = [
    { path: ['tags'], kind: 'contains' },
    { path: ['n'], kind: 'ascending' },
  ]
  const tags: Value = {
    kind: 'array',
    values: [
      { kind: 'string', value: 'x' },
      { kind: 'string', value: 'y' },
      { kind: 'string', value: 'x' },
      { kind: 'null' },
    ],
  }
  const n: Value = { kind: 'integer', value: 1n }
  const count = (data: Record<string, Value>, path = 'c/1', isGroup = false) =>
    compositeEntriesOf({ ...index, isGroup, fields }, path, new Map(Object.entries(data))).length
  expect(count({ tags, n })).toBe(2)
  expect(count({ tags })).toBe(0)
  expect(count({ tags: n, n })).toBe(0)
  expect(count({ tags, n }, 'c/1', true)).toBe(2)
  expect(count({ tags, n }, 'd/1/c/1', true)).toBe(4)
})

test('all keys of an index are in its range, and those of others are not', () => {
  const fields: CompositeField[] = [
    { path: ['a'], kind: 'ascending' },
    { path: ['b'], kind: 'descending' },
  ]
  const data = new Map<string, Value>([
    ['a', { kind: 'null' }],
    ['b', { kind: 'boolean', value: true }],
  ])
  const [key] = compositeEntriesOf({ ...index, fields }, 'c/1', data)
  const isIn = (id: string) => {
    const range = compositeRange({ database: '(default)', id })
    return key !== undefined && compareBytes(key, range.start) >= 0 && compareBytes(key, range.end) < 0
  }
  expect([isIn('i'), isIn('h'), isIn('ii'), isIn('j')]).toEqual([true, false, false, false])
})
