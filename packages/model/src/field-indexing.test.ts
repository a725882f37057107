import { expect, test } from 'vitest'
import { FieldIndexing, type FieldOverride } from './field-indexing.ts'
import { indexChanges, indexEntriesOf, possibleEntriesOf } from './index-entries.ts'
import type { Fields, Value } from './value.ts'

const everything = { ascending: true, descending: true, contains: true }
const nothing = { ascending: false, descending: false, contains: false }
const exempt = (...path: string[]): FieldOverride => ({ path, collection: nothing, group: nothing })
const indexed = (...path: string[]): FieldOverride => ({ path, collection: everything, group: everything })

const one = { kind: 'integer', value: 1n } as const
const fields: Fields = new Map<string, Value>([
  ['a', one],
  ['l', { kind: 'array', values: [one] }],
  ['m', { kind: 'map', fields: new Map([['x', one]]) }],
])

test('the nearest override on the way to a field holds', () => {
  const indexing = new FieldIndexing([[exempt(), indexed('m', 'x'), exempt('m', 'x', 'y'), indexed('a.b')]])
  const has = (...path: string[]) => indexing.has(path, 'collection', 'ascending')
  expect([
    has('a'),
    has('m'),
    has('m', 'x'),
    has('m', 'x', 'z'),
    has('m', 'x', 'y'),
    has('a.b'),
    has('a', 'b'),
  ]).toEqual([false, false, true, true, false, true, false])
})

test('of several sets, what all of them index', () => {
  const both = new FieldIndexing([[exempt('a')]]).and(new FieldIndexing([[exempt('b')]]))
  expect(['a', 'b', 'c'].map((name) => both.has([name], 'group', 'descending'))).toEqual([false, false, true])
})

test('one direction keeps the key of both, and elements have keys of their own', () => {
  const descending = { path: ['l'], collection: { ...nothing, descending: true }, group: nothing }
  const indexing = new FieldIndexing([[descending]])
  expect(indexing.isKept(['l'], 'collection', 'fields')).toBe(true)
  expect(indexing.isKept(['l'], 'collection', 'elements')).toBe(false)
  expect(indexing.isKept(['l'], 'group', 'fields')).toBe(false)
})

test.each([
  // The name; a; l and its element; m and x in it.
  ['nothing', [], 6],
  ['a field', [exempt('a')], 5],
  ['an array', [exempt('l')], 4],
  ['a map', [exempt('m')], 4],
  ['everything', [exempt()], 1],
  ['everything but what is in a map', [exempt(), indexed('m', 'x')], 2],
])('with %s exempt, the keys are so many fewer', (_, overrides, count) => {
  const indexing = new FieldIndexing([overrides])
  expect(indexEntriesOf('d', 'c/1', fields, indexing)).toHaveLength(count)
  expect(indexEntriesOf('d', 'p/1/c/1', fields, indexing)).toHaveLength(2 * count)
  expect(possibleEntriesOf('d', 'c/1', fields)).toHaveLength(6)
})

test('the keys of a root collection serve its group, so either scope keeps them', () => {
  const indexing = new FieldIndexing([[{ path: ['a'], collection: nothing, group: everything }]])
  expect(indexEntriesOf('d', 'c/1', new Map([['a', one]]), indexing)).toHaveLength(2)
  expect(indexEntriesOf('d', 'p/1/c/1', new Map([['a', one]]), indexing)).toHaveLength(3)
})

test('a write makes no key of an exempt field, and takes away what may be left of one while that changes', () => {
  const after = new Map<string, Value>([...fields, ['a', { kind: 'integer', value: 2n }]])
  const indexing = new FieldIndexing([[exempt('a')]])
  expect(indexChanges('d', 'c/1', fields, after, { fields: indexing })).toEqual({ added: [], removed: [] })
  const changing = indexChanges('d', 'c/1', fields, after, { fields: indexing, areFieldsChanging: true })
  expect(changing).toEqual({ added: [], removed: [expect.any(Uint8Array)] })
  expect(indexChanges('d', 'c/1', fields, undefined, { fields: indexing }).removed).toHaveLength(5)
  expect(
    indexChanges('d', 'c/1', fields, undefined, { fields: indexing, areFieldsChanging: true }).removed,
  ).toHaveLength(6)
})
