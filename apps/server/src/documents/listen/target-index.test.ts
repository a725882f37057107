import { type Document, type Filter, makeDocument, type Query, type Value } from '@hearth/model'
import { expect, test } from 'vitest'
import type { DocumentDelta } from '../document-delta.ts'
import { TargetIndex } from './target-index.ts'

const DATABASE = '(default)'

function integer(value: number): Value {
  return { kind: 'integer', value: BigInt(value) }
}

function query(parent: string, collectionId: string, filter?: Filter, allDescendants = false): Query {
  return { parent, collectionId, allDescendants, filter, orderBy: [], offset: 0 }
}

function equal(field: string, value: number): Filter {
  return { kind: 'field', field: [field], op: '==', value: integer(value) }
}

function delta(
  path: string,
  before: Record<string, Value> | undefined,
  after: Record<string, Value> | undefined,
): DocumentDelta {
  const make = (fields: Record<string, Value> | undefined): Document | undefined =>
    fields && makeDocument({ path, createTime: 1, updateTime: 1, json: '{}' }, new Map(Object.entries(fields)))
  return { database: DATABASE, path, before: make(before), after: make(after) }
}

function found(index: TargetIndex<string>, change: DocumentDelta): string[] {
  return [...index.candidates(change)].filter((target) => target !== undefined)
}

test('finds the targets of the collection and of its group, and no others', () => {
  const index = new TargetIndex<string>()
  index.add(DATABASE, query('', 'posts'), 'root')
  index.add(DATABASE, query('users/ada', 'posts'), 'of ada')
  index.add(DATABASE, query('', 'posts', undefined, true), 'group')
  index.add('other', query('', 'posts'), 'other database')
  expect(found(index, delta('posts/1', undefined, {}))).toEqual(['root', 'group'])
  expect(found(index, delta('users/ada/posts/1', undefined, {}))).toEqual(['of ada', 'group'])
  expect(found(index, delta('users/ada', undefined, {}))).toEqual([])
})

test('finds a target by the value it demands, before and after the change, whatever kind of number', () => {
  const index = new TargetIndex<string>()
  for (let i = 0; i < 1000; i++) index.add(DATABASE, query('', 'c', equal('n', i)), `n == ${i}`)
  expect(found(index, delta('c/1', { n: integer(3) }, { n: { kind: 'double', value: 4 } }))).toEqual([
    'n == 3',
    'n == 4',
  ])
  expect(found(index, delta('c/1', undefined, { other: integer(3) }))).toEqual([])
})

test('looks into arrays for targets that demand an element, and knows one value of several', () => {
  const index = new TargetIndex<string>()
  const field = ['tags']
  const values: Value = { kind: 'array', values: [integer(1), integer(2)] }
  index.add(DATABASE, query('', 'c', { kind: 'field', field, op: 'array-contains', value: integer(1) }), 'contains 1')
  index.add(DATABASE, query('', 'c', { kind: 'field', field, op: 'array-contains-any', value: values }), 'any of 1, 2')
  index.add(DATABASE, query('', 'c', { kind: 'field', field, op: 'in', value: values }), 'in 1, 2')
  expect(found(index, delta('c/1', undefined, { tags: values })).toSorted()).toEqual(['any of 1, 2', 'contains 1'])
  expect(found(index, delta('c/1', undefined, { tags: integer(2) }))).toEqual(['in 1, 2'])
})

test('tries targets without an equality on every change of the collection', () => {
  const index = new TargetIndex<string>()
  index.add(DATABASE, query('', 'c'), 'all')
  index.add(DATABASE, query('', 'c', { kind: 'field', field: ['a'], op: '>', value: integer(1) }), 'range')
  expect(found(index, delta('c/1', undefined, {}))).toEqual(['all', 'range'])
})

test('a removed target is not found again', () => {
  const index = new TargetIndex<string>()
  const asked = query('', 'c', equal('n', 1))
  index.add(DATABASE, asked, 'first')
  index.add(DATABASE, asked, 'second')
  index.remove(DATABASE, asked, 'first')
  expect(found(index, delta('c/1', undefined, { n: integer(1) }))).toEqual(['second'])
  index.remove(DATABASE, asked, 'second')
  expect(found(index, delta('c/1', undefined, { n: integer(1) }))).toEqual([])
})

test('alternatives lead to a target where each of them demands a value', () => {
  const index = new TargetIndex<string>()
  const either = (...filters: Filter[]): Filter => ({ kind: 'or', filters })
  const above: Filter = { kind: 'field', field: ['n'], op: '>', value: integer(1) }
  const all: [string, Filter, boolean][] = [
    ['either', either(equal('a', 1), equal('b', 2)), true],
    ['narrowed', either({ kind: 'and', filters: [equal('a', 3), above] }, equal('b', 2)), true],
    ['tried', either(equal('a', 1), above), false],
  ]
  for (const [name, filter, isIndexed] of all) {
    expect(index.add(DATABASE, query('', 'c', filter), name)).toBe(isIndexed)
  }
  expect(found(index, delta('c/1', { a: integer(1) }, undefined)).toSorted()).toEqual(['either', 'tried'])
  expect(found(index, delta('c/1', undefined, { b: integer(2) })).toSorted()).toEqual(
    all.map(([name]) => name).toSorted(),
  )
  expect(found(index, delta('c/1', undefined, { a: integer(2) }))).toEqual(['tried'])
  for (const [name, filter] of all) index.remove(DATABASE, query('', 'c', filter), name)
  expect(found(index, delta('c/1', undefined, { a: integer(1), b: integer(2) }))).toEqual([])
})

function map(fields: Record<string, Value>): Value {
  return { kind: 'map', fields: new Map(Object.entries(fields)) }
}

test('gives way while it looks at many values, and finds what is behind them', () => {
  const index = new TargetIndex<string>()
  const last = map({ n: integer(1) })
  const asked: Filter = { kind: 'field', field: ['tags'], op: 'array-contains', value: last }
  index.add(DATABASE, query('', 'c', asked), 'last')
  const elements = Array.from({ length: 50_000 }, () => map({}))
  const before: Value = { kind: 'array', values: elements }
  const after: Value = { kind: 'array', values: [...elements.slice(1), last] }
  const steps = [...index.candidates(delta('c/1', { tags: before }, { tags: after }))]
  expect(steps.filter((step) => step === undefined).length).toBeGreaterThan(50)
  expect(steps.filter((step) => step !== undefined)).toEqual(['last'])
})

test('a long value is found by all of it, and another that begins alike is not', () => {
  const index = new TargetIndex<string>()
  const text = (length: number, end: string): Value => ({ kind: 'string', value: 'x'.repeat(length) + end })
  index.add(DATABASE, query('', 'c', { kind: 'field', field: ['t'], op: '==', value: text(1000, 'a') }), 'long')
  expect(found(index, delta('c/1', undefined, { t: text(1000, 'a') }))).toEqual(['long'])
  expect(found(index, delta('c/1', undefined, { t: text(1000, 'b') }))).toEqual([])
  expect(found(index, delta('c/1', undefined, { t: text(5000, 'a') }))).toEqual([])
  expect(found(index, delta('c/1', { t: text(1000, 'a') }, { t: text(1000, 'a') }))).toEqual(['long'])
})
