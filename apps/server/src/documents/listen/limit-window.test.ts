import fc from 'fast-check'
import { comparePaths, type Document, encodeFields, makeDocument, orderKeys } from '@hearth/model'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DocumentDelta } from '../document-delta.ts'
import { LimitWindow } from './limit-window.ts'
import type { ResultChange } from './result-change.ts'

const ids = Array.from({ length: 400 }, (_, i) => `c/${i}`)

function document(path: string, rank: number, version: number): Document {
  const json = encodeFields(new Map([['r', { kind: 'integer', value: BigInt(rank) }]]))
  return makeDocument({ path, createTime: version, updateTime: version, json })
}

function rankOf(document: Document): number {
  const value = document.fields.get('r')
  return value?.kind === 'integer' ? Number(value.value) : -1
}

const compare = (a: Document, b: Document) => rankOf(a) - rankOf(b) || comparePaths(a.path, b.path)
const keyOf = orderKeys([
  { field: ['r'], direction: 'ascending' },
  { field: ['__name__'], direction: 'ascending' },
])
const turn = { isOver: false, pause: () => Promise.resolve() }
/** Negative ranks are not in the result. */
const matches = (document: Document) => rankOf(document) >= 0

/** All documents there are, and the result of a query that sorts them anew each time. */
class Store {
  readonly #all = new Map<string, Document>()
  #version = 0

  /** Undefined: nothing happens. No rank: it is deleted. */
  write(path: string, rank: number | undefined): DocumentDelta | undefined {
    const before = this.#all.get(path)
    if (before === undefined && rank === undefined) return undefined
    const after = rank === undefined ? undefined : document(path, rank, ++this.#version)
    if (after === undefined) this.#all.delete(path)
    else this.#all.set(path, after)
    return { database: 'd', path, before, after }
  }

  result(): Document[] {
    return [...this.#all.values()].filter(matches).sort(compare)
  }
}

/** Reads what is missing behind the last one held, as the store is now. */
function read(window: LimitWindow, result: readonly Document[]): void {
  const { last, missing } = window
  const next = result.filter((one) => last === undefined || compare(last, one) < 0).slice(0, missing)
  for (const one of next) window.append(one)
  if (next.length < missing) window.complete()
}

/** A client, told of the changes of a window. */
class Client {
  readonly #known = new Map<string, number>()

  constructor(shown: Iterable<Document>) {
    for (const { path, updateTime } of shown) this.#known.set(path, updateTime)
  }

  hear(changes: readonly ResultChange[], written: ReadonlyMap<string, Document | undefined>): void {
    for (const change of changes) {
      if (change.kind === 'upsert') {
        expect(this.#known.get(change.path)).not.toBe(change.document.updateTime)
        this.#known.set(change.path, change.document.updateTime)
        continue
      }
      expect(this.#known.delete(change.path)).toBe(true)
      expect(change.kind).toBe(written.has(change.path) ? 'leave' : 'evict')
      if (change.kind === 'leave') expect(change.document).toBe(written.get(change.path))
    }
  }

  expectToKnow(expected: readonly Document[]): void {
    expect(this.#known).toEqual(new Map(expected.map((shown) => [shown.path, shown.updateTime])))
  }
}

const write = (count: number) =>
  fc.record({
    path: fc.constantFrom(...ids.slice(0, count)),
    rank: fc.option(fc.integer({ min: -2, max: 20 }), { nil: undefined, freq: 3 }),
  })

test('shows what a query would find, after every commit, when it is continued whenever it runs short', async () => {
  const commits = fc.array(fc.array(write(30), { minLength: 1, maxLength: 4 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(commits, fc.nat(3), fc.integer({ min: 0, max: 5 }), async (commits, offset, limit) => {
      const store = new Store()
      for (const [i, path] of ids.slice(0, 15).entries()) store.write(path, i % 7)
      const window = new LimitWindow({ offset, limit, keyOf, matches })
      read(window, store.result())
      window.forgetChanges()
      const client = new Client(window.documents())
      for (const writes of commits) {
        const written = new Map<string, Document | undefined>()
        for (const { path, rank } of writes.filter((one, i) => writes.findIndex((o) => o.path === one.path) === i)) {
          const delta = store.write(path, rank)
          if (delta === undefined) continue
          written.set(path, delta.after)
          window.apply(delta)
        }
        if (window.isShort) read(window, store.result())
        expect(window.isShort).toBe(false)
        client.hear(await window.takeChanges(turn), written)
        const expected = store.result().slice(offset, offset + limit)
        expect([...window.documents()]).toEqual(expected)
        client.expectToKnow(expected)
      }
    }),
  )
})

test('of a large window that is read while others write, nothing is missed and nothing is told twice', async () => {
  const steps = fc.array(fc.record({ writes: fc.array(write(400), { maxLength: 40 }), isReadOver: fc.boolean() }), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.constantFrom(0, 0, 7, 150),
      fc.constantFrom(1, 40, 140, 300),
      async (steps, offset, limit) => {
        const store = new Store()
        for (const [i, path] of ids.entries()) store.write(path, (i * 7) % 20)
        const window = new LimitWindow({ offset, limit, keyOf, matches })
        read(window, store.result())
        window.forgetChanges()
        const client = new Client(window.documents())
        /** As the store was when the window was found short, and what happened since. */
        let reading: { readonly result: readonly Document[]; readonly backlog: DocumentDelta[] } | undefined
        let written = new Map<string, Document | undefined>()
        for (const { writes, isReadOver } of [...steps, { writes: [], isReadOver: true }]) {
          for (const { path, rank } of writes) {
            const delta = store.write(path, rank)
            if (delta === undefined) continue
            written.set(path, delta.after)
            if (reading === undefined) window.apply(delta)
            else reading.backlog.push(delta)
          }
          if (isReadOver && reading !== undefined) {
            read(window, reading.result)
            for (const delta of reading.backlog) window.apply(delta)
            reading = undefined
          }
          if (window.isShort) {
            window.widen()
            reading ??= { result: store.result(), backlog: [] }
          }
          if (reading !== undefined) continue
          client.hear(await window.takeChanges(turn), written)
          written = new Map()
          const expected = store.result().slice(offset, offset + limit)
          expect([...window.documents()]).toEqual(expected)
          client.expectToKnow(expected)
        }
      },
    ),
  )
})

test('a document that did not change and is pushed out is told apart from one that changed', async () => {
  const window = new LimitWindow({ offset: 0, limit: 1, keyOf, matches })
  window.append(document('c/1', 5, 1))
  window.complete()
  window.forgetChanges()
  const first = document('c/0', 0, 2)
  window.apply({ database: 'd', path: 'c/0', before: undefined, after: first })
  expect(await window.takeChanges(turn)).toEqual([
    { kind: 'evict', path: 'c/1' },
    { kind: 'upsert', path: 'c/0', document: first },
  ])
  const last = document('c/0', 9, 3)
  window.apply({ database: 'd', path: 'c/0', before: first, after: last })
  expect(await window.takeChanges(turn)).toMatchObject([
    { kind: 'leave', path: 'c/0', document: { updateTime: 3 } },
    { kind: 'upsert', path: 'c/1' },
  ])
})

test('a change takes as many comparisons in a window of a hundred thousand as the logarithm says', async () => {
  const compared = vi.spyOn(Buffer, 'compare')
  onTestFinished(() => compared.mockRestore())
  const size = 100_000
  const window = new LimitWindow({ offset: 0, limit: size, keyOf, matches })
  for (let i = 0; i < size; i++) window.append(document(`c/${i}`, i, 1))
  window.forgetChanges()
  expect(compared).not.toHaveBeenCalled()
  const before = document('c/500', 500, 1)
  window.apply({ database: 'd', path: 'c/500', before, after: document('c/500', 70_000, 2) })
  expect(await window.takeChanges(turn)).toHaveLength(1)
  expect(compared.mock.calls.length).toBeLessThan(4 * Math.log2(size))
})

test('tells how much is held, as documents come and go', () => {
  const window = new LimitWindow({ offset: 1, limit: 2, keyOf, matches })
  expect(window.bytes).toBe(0)
  const documents = [0, 1, 2, 3].map((rank) => document(`c/${rank}`, rank, 1))
  for (const one of documents) window.append(one)
  const whole = window.bytes
  expect(whole).toBeGreaterThan(0)
  for (const before of documents) window.apply({ database: 'd', path: before.path, before, after: undefined })
  expect(window.bytes).toBe(0)
})

test('keeps nothing of what is decoded and encoded of a document, for as long as it holds it', async () => {
  const window = new LimitWindow({ offset: 0, limit: 2, keyOf, matches })
  const read = document('c/1', 1, 1)
  const decoded = vi.spyOn(read, 'forgetFields')
  window.append(read)
  expect(decoded).toHaveBeenCalledOnce()
  const written = document('c/2', 2, 2)
  window.complete()
  window.apply({ database: 'd', path: 'c/2', before: undefined, after: written })
  // All who hear of it share what was made of it.
  const told = await window.takeChanges(turn)
  expect(told.map((change) => change.kind === 'upsert' && change.document)).toEqual([read, written])
  written.encoded = { json: 'as it is sent' }
  expect([...window.documents()].map(({ path, encoded }) => [path, encoded])).toEqual([
    ['c/1', undefined],
    ['c/2', undefined],
  ])
})
