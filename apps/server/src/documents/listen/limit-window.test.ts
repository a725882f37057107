import fc from 'fast-check'
import { comparePaths, type Document, makeDocument } from '@hearth/model'
import { expect, test } from 'vitest'
import { LimitWindow } from './limit-window.ts'

const ids = Array.from({ length: 30 }, (_, i) => `c/${i}`)

function document(path: string, rank: number, version: number): Document {
  return makeDocument(
    { path, createTime: version, updateTime: version, json: '{}' },
    new Map([['r', { kind: 'integer', value: BigInt(rank) }]]),
  )
}

function rankOf(document: Document): number {
  const value = document.fields.get('r')
  return value?.kind === 'integer' ? Number(value.value) : -1
}

const compare = (a: Document, b: Document) => rankOf(a) - rankOf(b) || comparePaths(a.path, b.path)
/** Negative ranks are not in the result. */
const matches = (document: Document) => rankOf(document) >= 0

const steps = fc.array(
  fc.record({
    path: fc.constantFrom(...ids),
    rank: fc.option(fc.integer({ min: -2, max: 20 }), { nil: undefined, freq: 3 }),
  }),
  { maxLength: 120 },
)

test('shows what a query would find, after every change, when it is filled whenever it runs short', () => {
  fc.assert(
    fc.property(steps, fc.nat(3), fc.integer({ min: 0, max: 5 }), (changes, offset, limit) => {
      const all = new Map(ids.slice(0, 15).map((path, i) => [path, document(path, i % 7, 1)]))
      const result = () => [...all.values()].filter(matches).sort(compare)
      const window = new LimitWindow({ offset, limit, compare, matches })
      window.fill(result().slice(0, window.capacity))
      window.takeChanges([])
      const client = new Map([...window.documents].map(([path, shown]) => [path, shown.updateTime]))
      let version = 1
      for (const { path, rank } of changes) {
        const before = all.get(path)
        const after = rank === undefined ? undefined : document(path, rank, ++version)
        if (before === undefined && after === undefined) continue
        if (after === undefined) all.delete(path)
        else all.set(path, after)
        const delta = { database: 'd', path, before, after }
        window.apply(delta)
        if (window.isShort) window.fill(result().slice(0, window.capacity))
        for (const change of window.takeChanges([delta])) {
          if (change.kind === 'upsert') client.set(change.path, change.document.updateTime)
          else expect(client.delete(change.path)).toBe(true)
        }
        const expected = result().slice(offset, offset + limit)
        expect([...window.documents.keys()]).toEqual(expected.map((shown) => shown.path))
        expect(client).toEqual(new Map(expected.map((shown) => [shown.path, shown.updateTime])))
      }
    }),
  )
})

test('a document that did not change and is pushed out is told apart from one that changed', () => {
  const window = new LimitWindow({ offset: 0, limit: 1, compare, matches })
  window.fill([document('c/1', 5, 1)])
  window.takeChanges([])
  const first = document('c/0', 0, 2)
  const arrival = { database: 'd', path: 'c/0', before: undefined, after: first }
  window.apply(arrival)
  expect(window.takeChanges([arrival])).toEqual([
    { kind: 'evict', path: 'c/1' },
    { kind: 'upsert', path: 'c/0', document: first },
  ])
  const last = document('c/0', 9, 3)
  const move = { database: 'd', path: 'c/0', before: first, after: last }
  window.apply(move)
  expect(window.takeChanges([move])).toMatchObject([
    { kind: 'leave', path: 'c/0', document: { updateTime: 3 } },
    { kind: 'upsert', path: 'c/1' },
  ])
})
