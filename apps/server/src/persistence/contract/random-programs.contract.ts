import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommitBatch, DocumentChange, Expectation, ProjectStore } from '../persistence.ts'
import type { EngineUnderTest } from './engine-under-test.ts'

const DATABASE = '(default)'
const SPACE = 'space'
const paths = ['a/1', 'a/2', 'b/1', 'b/😀', "c/'; --"]
const recordKeys = ['k', 'l', 'ä', '\u0000']
const values = ['', 'a', 'b', 'ab', '\u0001', 'z']

interface WrittenDocument {
  readonly createTime: number
  readonly updateTime: number
  readonly json: string
  /** What it is found by in the index. */
  readonly value: string
}

/** One step of a program. Indexes are into the lists above; an expectation that holds is made from the model's state when the step runs. */
type Step =
  | {
      readonly kind: 'commit'
      readonly writes: readonly Write[]
      readonly expects: readonly Expect[]
      /** How far before or after the last version it was planned. */
      readonly planned: number
    }
  | {
      readonly kind: 'scan'
      readonly from: string
      readonly to: string
      readonly limit: number
      readonly reverse: boolean
    }
  | { readonly kind: 'past'; readonly path: string; readonly back: number }
  | { readonly kind: 'records'; readonly from: string; readonly limit: number; readonly reverse: boolean }
  | { readonly kind: 'reopen' }

type Write =
  | { readonly kind: 'put'; readonly path: string; readonly value: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'record'; readonly key: string; readonly value: string | undefined }

interface Expect {
  readonly of: 'document' | 'record'
  readonly at: number
  readonly holds: boolean
}

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ kind: fc.constant('put'), path: fc.constantFrom(...paths), value: fc.constantFrom(...values) }),
  fc.record({ kind: fc.constant('delete'), path: fc.constantFrom(...paths) }),
  fc.record({
    kind: fc.constant('record'),
    key: fc.constantFrom(...recordKeys),
    value: fc.option(fc.constantFrom(...values), { nil: undefined }),
  }),
)
const expectArbitrary: fc.Arbitrary<Expect> = fc.record({
  of: fc.constantFrom('document', 'record'),
  at: fc.nat(3),
  holds: fc.boolean(),
})
const limit = fc.integer({ min: 1, max: 4 })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('commit'),
      writes: fc.uniqueArray(write, {
        minLength: 1,
        maxLength: 4,
        selector: (one) => (one.kind === 'record' ? `r${one.key}` : `d${one.path}`),
      }),
      expects: fc.array(expectArbitrary, { maxLength: 2 }),
      planned: fc.integer({ min: -2, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('scan'),
      from: fc.constantFrom(...values),
      to: fc.constantFrom(...values),
      limit,
      reverse: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('past'), path: fc.constantFrom(...paths), back: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('records'),
      from: fc.constantFrom(...values),
      limit,
      reverse: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen') }) },
)

/** What a store should hold, and every state it has had. */
class Model {
  documents = new Map<string, WrittenDocument>()
  records = new Map<string, string>()
  version = 0
  /** The newest that changed documents. */
  fed = 0
  readonly past = new Map<number, ReadonlyMap<string, WrittenDocument>>()
  readonly changes: string[] = []
}

/** Any program of commits, scans and restarts gives on every engine what it gives in a few maps. */
export function describeRandomPrograms(engine: string, open: () => Promise<EngineUnderTest>): void {
  describe(`random programs on ${engine}`, () => {
    it('leave what the model says, whatever they expected and wherever they were interrupted', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (program) => {
          let under = await open()
          try {
            const model = new Model()
            let store = await under.persistence.openProject('demo-app')
            for (const one of program) {
              if (one.kind === 'reopen') {
                under = await under.reopen()
                store = await under.persistence.openProject('demo-app')
              } else {
                await run(store, model, one)
              }
              await expectSame(store, model)
            }
          } finally {
            await under.dispose()
          }
        }),
        { numRuns: 15, interruptAfterTimeLimit: 10_000 },
      )
    }, 60_000)
  })
}

async function run(store: ProjectStore, model: Model, one: Exclude<Step, { kind: 'reopen' }>): Promise<void> {
  switch (one.kind) {
    case 'commit':
      await commit(store, model, one)
      return
    case 'scan':
      await scan(store, model, one)
      return
    case 'past':
      await store.read(async (snapshot) => {
        const version = Math.max(0, model.version - one.back)
        const [found] = await snapshot.getDocumentsAt([{ database: DATABASE, path: one.path }], version)
        const then = [...model.past]
          .filter(([at]) => at <= version)
          .at(-1)?.[1]
          .get(one.path)
        expect(found?.json).toBe(then?.json)
        expect(found?.updateTime).toBe(then?.updateTime)
      })
      return
    case 'records': {
      const expected = sorted([...model.records.keys()].filter((key) => compare(key, one.from) >= 0))
      const page = one.reverse ? expected.toReversed() : expected
      const listed = await store.read((snapshot) =>
        snapshot.listRecords(SPACE, { start: one.from }, { limit: one.limit, reverse: one.reverse }),
      )
      expect(listed.map(({ key }) => key)).toEqual(page.slice(0, one.limit))
    }
  }
}

async function commit(store: ProjectStore, model: Model, one: Extract<Step, { kind: 'commit' }>): Promise<void> {
  const notBefore = Math.max(0, model.version + one.planned)
  const expectations: Expectation[] = []
  let broken: number | undefined
  for (const wanted of one.expects) {
    const expectation = await expectationOf(store, model, wanted)
    if (!wanted.holds) broken ??= expectations.length
    expectations.push(expectation)
  }
  const batch: CommitBatch = {
    notBefore,
    expect: expectations,
    documents: one.writes.flatMap((write) => changeOf(model, write)),
    records: one.writes.flatMap((write) =>
      write.kind === 'record' ? [{ space: SPACE, key: write.key, value: write.value }] : [],
    ),
  }
  const outcome = await store.commit(batch).catch((error: unknown) => error)
  if (broken !== undefined) {
    expect(outcome).toMatchObject({ code: 'aborted', reason: 'CONFLICT', details: { index: broken } })
    return
  }
  const version = Math.max(model.version + 1, notBefore)
  expect(outcome).toEqual({ version, previous: model.fed })
  apply(model, one.writes, version)
}

/** What a batch may expect of a document or a record, made to hold or not to hold. */
async function expectationOf(store: ProjectStore, model: Model, { of, at, holds }: Expect): Promise<Expectation> {
  if (of === 'record') {
    const key = recordKeys[at] ?? ''
    const revision = (await store.getRecord(SPACE, key))?.revision ?? 0
    return { kind: 'record', space: SPACE, key, revision: holds ? revision : revision + 1 }
  }
  const path = paths[at] ?? ''
  const updateTime = model.documents.get(path)?.updateTime
  return { kind: 'document', key: { database: DATABASE, path }, updateTime: holds ? updateTime : (updateTime ?? 0) + 1 }
}

function changeOf(model: Model, write: Write): DocumentChange[] {
  if (write.kind === 'record') return []
  const before = model.documents.get(write.path)
  const removed = before === undefined ? undefined : entryOf(before.value, write.path)
  const added = write.kind === 'put' ? entryOf(write.value, write.path) : undefined
  const isSame = added !== undefined && removed !== undefined && added.equals(removed)
  return [
    {
      database: DATABASE,
      path: write.path,
      json: write.kind === 'put' ? jsonOf(write.value) : undefined,
      isCreated: before === undefined,
      addedEntries: added === undefined || isSame ? [] : [added],
      removedEntries: removed === undefined || isSame ? [] : [removed],
    },
  ]
}

function apply(model: Model, writes: readonly Write[], version: number): void {
  for (const write of writes) {
    if (write.kind === 'record') {
      if (write.value === undefined) model.records.delete(write.key)
      else model.records.set(write.key, write.value)
    } else {
      const before = model.documents.get(write.path)
      if (write.kind === 'delete') model.documents.delete(write.path)
      else {
        const createTime = before?.createTime ?? version
        const json = jsonOf(write.value)
        model.documents.set(write.path, { createTime, updateTime: version, json, value: write.value })
      }
      // Deleting what is not there changes nothing.
      if (write.kind === 'put' || before !== undefined) model.changes.push(`${version} ${write.path}`)
    }
  }
  model.version = version
  if (writes.some(({ kind }) => kind !== 'record')) model.fed = version
  model.past.set(version, new Map(model.documents))
}

async function scan(store: ProjectStore, model: Model, one: Extract<Step, { kind: 'scan' }>): Promise<void> {
  const range = { start: Buffer.from(`${one.from}\0`), end: Buffer.from(`${one.to}\0`) }
  const all = [...model.documents]
    .map(([path, { value }]) => entryOf(value, path))
    .filter((key) => Buffer.compare(key, range.start) >= 0 && Buffer.compare(key, range.end) < 0)
    .toSorted((a, b) => Buffer.compare(a, b))
  const page = (one.reverse ? all.toReversed() : all).slice(0, one.limit).map(String)
  await store.read(async (snapshot) => {
    const { entries } = await snapshot.scanIndex(range, { limit: one.limit, reverse: one.reverse })
    const keys = entries.map(({ key }) => Buffer.from(key ?? []).toString())
    expect(keys).toEqual(page)
    for (const [i, { document }] of entries.entries()) expect(keys[i]).toContain(`\0${document.path}`)
    const last = await snapshot.findIndexKey(range, { skip: one.limit - 1, reverse: one.reverse })
    expect(last && Buffer.from(last).toString()).toEqual(page[one.limit - 1])
    expect(await snapshot.countIndex(range, one.limit)).toBe(Math.min(one.limit, all.length))
  })
}

async function expectSame(store: ProjectStore, model: Model): Promise<void> {
  const found = await store.getDocuments(paths.map((path) => ({ database: DATABASE, path })))
  const expected = paths.map((path) => {
    const document = model.documents.get(path)
    if (document === undefined) return undefined
    const { createTime, updateTime, json } = document
    return { database: DATABASE, path, createTime, updateTime, json }
  })
  expect(found).toEqual(expected)
  for (const key of recordKeys) expect((await store.getRecord(SPACE, key))?.value).toBe(model.records.get(key))
  expect(await store.documentCount()).toBe(model.documents.size)
  expect(store.lastVersion()).toBe(model.version)
  const changes = await store.read((snapshot) => snapshot.changesAfter(0, 1_000))
  expect(changes.map(({ version, path }) => `${version} ${path}`).toSorted()).toEqual(model.changes.toSorted())
  await expectSameFeed(store, model)
}

/** Batch by batch from nothing, the feed leads through every state. */
async function expectSameFeed(store: ProjectStore, model: Model): Promise<void> {
  const { entries } = await store.read((snapshot) => snapshot.feedAfter(0, 1_000))
  const documents = new Map<string, string>()
  const told: string[] = []
  for (const { version, documents: changed } of entries) {
    for (const { path, before, after } of changed) {
      told.push(`${version} ${path}`)
      expect(before?.json).toBe(documents.get(path))
      if (after === undefined) documents.delete(path)
      else documents.set(path, after.json)
    }
    const then = [...(model.past.get(version) ?? [])].map(([path, { json }]) => [path, json] as const)
    expect(documents).toEqual(new Map(then))
  }
  expect(told.toSorted()).toEqual(model.changes.toSorted())
}

function entryOf(value: string, path: string): Buffer {
  return Buffer.from(`${value}\0${path}`)
}

function jsonOf(value: string): string {
  return JSON.stringify({ value: { stringValue: value } })
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function sorted(keys: readonly string[]): string[] {
  return keys.toSorted(compare)
}
