import type { Filter, Mutation, Query, Value } from '@hearth/model'
import { expect, test } from 'vitest'
import { permissionDenied } from '../access/permission-denied.ts'
import type { KeyRange, ProjectStore, ReadSnapshot } from '../persistence/persistence.ts'
import { by, DocumentsWorld, query, set, valueOf, withReads, type Plain } from '../testing/documents-world.ts'

function where(field: string, op: Extract<Filter, { kind: 'field' }>['op'], value: Plain): Filter {
  return { kind: 'field', field: [field], op, value: valueOf(value) }
}

function all(...filters: Filter[]): Filter {
  return { kind: 'and', filters }
}

function reference(path: string): Value {
  return { kind: 'reference', name: `projects/demo-app/databases/(default)/documents/${path}` }
}

/** Counts what queries read, and sees to it that they read index ranges. */
class ReadCounter {
  entries = 0
  keys = 0
  ranges: KeyRange[] = []

  readonly wrap = (store: ProjectStore): ProjectStore =>
    withReads(store, (work) => store.read((snapshot) => work(this.#wrapSnapshot(snapshot))))

  reset(): void {
    this.entries = 0
    this.keys = 0
  }

  #wrapSnapshot(snapshot: ReadSnapshot): ReadSnapshot {
    return {
      version: snapshot.version,
      readTime: snapshot.readTime,
      ground: snapshot.ground,
      shouldGiveWay: snapshot.shouldGiveWay,
      getDocuments: async (keys) => {
        this.entries += keys.length
        return await snapshot.getDocuments(keys)
      },
      getDocumentsAt: (keys, version) => snapshot.getDocumentsAt(keys, version),
      scanIndex: async (range, page) => {
        const scanned = await snapshot.scanIndex(range, page)
        this.entries += scanned.entries.length
        return scanned
      },
      scanIndexKeys: async (range, page) => {
        const keys = await snapshot.scanIndexKeys(range, page)
        this.keys += keys.length
        return keys
      },
      findIndexKey: (range, page) => snapshot.findIndexKey(range, page),
      countIndex: (range, limit) => snapshot.countIndex(range, limit),
      scanPast: async (range, version, page) => {
        const scanned = await snapshot.scanPast(range, version, page)
        this.entries += scanned.entries.length
        return scanned
      },
      countPast: (range, limit) => snapshot.countPast(range, limit),
      countChanges: (version, limit) => snapshot.countChanges(version, limit),
      changesAfter: (version, limit) => snapshot.changesAfter(version, limit),
      feedAfter: (version, limit) => snapshot.feedAfter(version, limit),
      listVersions: (key, page) => snapshot.listVersions(key, page),
      listDeleted: (scope, page) => snapshot.listDeleted(scope, page),
      getRecord: (space, key) => snapshot.getRecord(space, key),
      listRecords: (space, range, page) => snapshot.listRecords(space, range, page),
    }
  }
}

/** `n` from 0 to 1999; `tenth` true for each tenth, `third` for each third. */
function manyDocuments(): Mutation[] {
  return Array.from({ length: 2000 }, (_, n) =>
    set(`c/${String(n).padStart(4, '0')}`, { n, tenth: n % 10 === 0, third: n % 3 === 0, reverse: -n, text: `t${n}` }),
  )
}

test.each<[string, Partial<Query>, { first: string; count: number; entriesMax: number; keysMax: number }]>([
  [
    'an equality with a limit',
    { filter: where('n', '==', 7), limit: 5 },
    { first: 'c/0007', count: 1, entriesMax: 1, keysMax: 0 },
  ],
  [
    'a range with a limit',
    { filter: where('n', '>=', 1000), limit: 5 },
    { first: 'c/1000', count: 5, entriesMax: 5, keysMax: 0 },
  ],
  [
    'a range on both sides',
    { filter: all(where('n', '>', 10), where('n', '<', 20)) },
    { first: 'c/0011', count: 9, entriesMax: 9, keysMax: 0 },
  ],
  [
    'an order from the end',
    { orderBy: [by('n', 'descending')], limit: 3 },
    { first: 'c/1999', count: 3, entriesMax: 3, keysMax: 0 },
  ],
  [
    'a page by a cursor',
    { orderBy: [by('n')], startAt: { values: [valueOf(500), reference('c/0500')], before: false }, limit: 3 },
    { first: 'c/0501', count: 3, entriesMax: 3, keysMax: 0 },
  ],
  [
    'a page by a cursor among equals',
    { filter: where('tenth', '==', true), startAt: { values: [reference('c/1000')], before: false }, limit: 3 },
    { first: 'c/1010', count: 3, entriesMax: 10, keysMax: 100 },
  ],
  [
    'several values',
    { filter: where('n', 'in', [3, 1500, 9999]) },
    { first: 'c/0003', count: 2, entriesMax: 2, keysMax: 0 },
  ],
  [
    'two equalities, the cost of which follows the smaller',
    { filter: all(where('n', '==', 30), where('tenth', '==', true)) },
    { first: 'c/0030', count: 1, entriesMax: 2, keysMax: 60 },
  ],
  [
    'two wide equalities with a limit',
    { filter: all(where('tenth', '==', true), where('third', '==', true)), limit: 4 },
    { first: 'c/0000', count: 4, entriesMax: 10, keysMax: 200 },
  ],
  [
    'an equality ordered by something else, few of it',
    { filter: where('n', '==', 12), orderBy: [by('reverse')] },
    { first: 'c/0012', count: 1, entriesMax: 2, keysMax: 20 },
  ],
  [
    'an equality ordered by something else, many of it, a limit',
    { filter: where('third', '==', true), orderBy: [by('reverse')], limit: 5 },
    { first: 'c/1998', count: 5, entriesMax: 60, keysMax: 0 },
  ],
  [
    'everything but one value',
    { filter: where('n', '!=', 0), limit: 5 },
    { first: 'c/0001', count: 5, entriesMax: 5, keysMax: 0 },
  ],
  [
    'documents by name',
    { filter: { kind: 'field', field: ['__name__'], op: '>=', value: reference('c/1990') } },
    { first: 'c/1990', count: 10, entriesMax: 10, keysMax: 0 },
  ],
])('%s reads little more than it finds', async (_what, more, { first, count, entriesMax, keysMax }) => {
  const counter = new ReadCounter()
  await using world = await DocumentsWorld.open({ wrapStore: counter.wrap })
  await world.commit(...manyDocuments())
  counter.reset()
  const found = await world.find(query('c', more))
  expect(found[0]).toBe(first)
  expect(found.length).toBe(count)
  expect(counter.entries).toBeLessThanOrEqual(entriesMax)
  expect(counter.keys).toBeLessThanOrEqual(keysMax)
})

test('a query of one collection is not slowed down by others', async () => {
  const counter = new ReadCounter()
  await using world = await DocumentsWorld.open({ wrapStore: counter.wrap })
  await world.commit(...manyDocuments(), set('d/1', { n: 1 }), set('d/1/c/1', { n: 1 }))
  counter.reset()
  expect(await world.find(query('d/1/c'))).toEqual(['d/1/c/1'])
  expect(counter.entries).toBe(1)
})

test('a count of a range reads keys alone', async () => {
  const counter = new ReadCounter()
  await using world = await DocumentsWorld.open({ wrapStore: counter.wrap })
  await world.commit(...manyDocuments())
  counter.reset()
  const count = async (filter: Filter | undefined, more: Partial<Query> = {}) => {
    const { values } = await world.documents.aggregate(world.caller, world.at, query('c', { filter, ...more }), [
      { alias: 'n', kind: 'count' },
    ])
    const value = values.get('n')
    return value?.kind === 'integer' ? Number(value.value) : undefined
  }
  expect(await count(undefined)).toBe(2000)
  expect(await count(where('n', '<', 100))).toBe(100)
  expect(await count(all(where('tenth', '==', true), where('third', '==', true)))).toBe(67)
  expect(await count(where('n', '!=', 5))).toBe(1999)
  expect(await count(undefined, { offset: 1990, limit: 50 })).toBe(10)
  expect(counter.entries).toBe(0)
})

test('sums and averages what is numeric, and counts what has every field', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(set('c/1', { n: 1 }), set('c/2', { n: 2.5 }), set('c/3', { n: 'x' }), set('c/4', {}))
  const { values } = await world.documents.aggregate(world.caller, world.at, query('c'), [
    { alias: 'sum', kind: 'sum', field: ['n'] },
    { alias: 'average', kind: 'average', field: ['n'] },
    { alias: 'count', kind: 'count' },
  ])
  expect(Object.fromEntries(values)).toEqual({
    sum: { kind: 'double', value: 3.5 },
    average: { kind: 'double', value: 1.75 },
    count: { kind: 'integer', value: 3n },
  })
  const window = { orderBy: [{ field: ['o'], direction: 'ascending' }], offset: 1, limit: 1 } as const
  await world.commit(
    ...[{ o: 1 }, { o: 2, n: 10 }, { o: 3 }, { o: 4, n: 20 }].map((data, i) => set(`w/${9 - i}`, data)),
  )
  const second = await world.documents.aggregate(world.caller, world.at, query('w', window), [
    { alias: 'sum', kind: 'sum', field: ['n'] },
  ])
  expect(second.values.get('sum')).toEqual({ kind: 'integer', value: 20n })
  const smallest = await world.documents.aggregate(world.caller, world.at, query('w', { limit: 1 }), [
    { alias: 'sum', kind: 'sum', field: ['n'] },
  ])
  expect(smallest.values.get('sum')).toEqual({ kind: 'integer', value: 10n })
  const tooMany = Array.from({ length: 6 }, (_, i) => ({ alias: `a${i}`, kind: 'count' as const }))
  await expect(world.documents.aggregate(world.caller, world.at, query('c'), tooMany)).rejects.toThrow(
    /maximum number of aggregations/,
  )
})

test('orders and bounds texts that are too long for the index by all of them', async () => {
  await using world = await DocumentsWorld.open()
  const long = (end: string) => `${'x'.repeat(2000)}${end}`
  const ends = ['d', 'b', 'c', 'a']
  await world.commit(
    ...ends.map((end, i) => set(`c/${i}`, { t: long(end), same: true })),
    set('c/8', { t: 'x' }),
    set('c/9', { t: 'y' }),
  )
  expect(await world.find(query('c', { orderBy: [by('t')] }))).toEqual(['c/8', 'c/3', 'c/1', 'c/2', 'c/0', 'c/9'])
  expect(await world.find(query('c', { orderBy: [by('t', 'descending')], limit: 3 }))).toEqual(['c/9', 'c/0', 'c/2'])
  expect(await world.find(query('c', { filter: where('t', '==', long('b')) }))).toEqual(['c/1'])
  expect(await world.find(query('c', { filter: where('t', '>', long('b')) }))).toEqual(['c/2', 'c/0', 'c/9'])
  expect(await world.find(query('c', { filter: where('t', '<=', long('b')) }))).toEqual(['c/8', 'c/3', 'c/1'])
  expect(await world.find(query('c', { filter: all(where('t', '==', long('c')), where('same', '==', true)) }))).toEqual(
    ['c/2'],
  )
  const cursor = { values: [valueOf(long('b'))], before: true }
  expect(await world.find(query('c', { orderBy: [by('t')], startAt: cursor }))).toEqual(['c/1', 'c/2', 'c/0', 'c/9'])
})

test('joins wide ranges page by page, forwards and backwards', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(
    ...Array.from({ length: 600 }, (_, n) =>
      set(`c/${String(n).padStart(4, '0')}`, { a: n % 2 === 0, b: Math.floor(n / 100) % 2 === 0, n }),
    ),
  )
  const filter = all(where('a', '==', true), where('b', '==', true))
  const expected = Array.from({ length: 600 }, (_, n) => n)
    .filter((n) => n % 2 === 0 && Math.floor(n / 100) % 2 === 0)
    .map((n) => `c/${String(n).padStart(4, '0')}`)
  expect(await world.find(query('c', { filter }))).toEqual(expected)
  expect(await world.find(query('c', { filter, orderBy: [by('__name__', 'descending')] }))).toEqual(
    expected.toReversed(),
  )
  expect(await world.find(query('c', { filter, orderBy: [by('n', 'descending')] }))).toEqual(expected.toReversed())
})

test('selects fields, names alone, and says how many documents the offset skipped', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(set('c/1', { a: { b: 1, c: 2 }, d: 3 }), set('c/2', { d: 4 }))
  const run = (more: Partial<Query>) => world.documents.query(world.caller, world.at, query('c', more))
  expect((await run({ select: [['a', 'b']] })).documents.map(({ json }) => json)).toEqual([
    '{"a":{"mapValue":{"fields":{"b":{"integerValue":"1"}}}}}',
    '{}',
  ])
  expect((await run({ select: [['__name__']] })).documents.map(({ json }) => json)).toEqual(['{}', '{}'])
  expect(await run({ offset: 5 })).toMatchObject({ skipped: 2, documents: [] })
  expect(await run({ offset: 1, limit: 1 })).toMatchObject({ skipped: 1, documents: [{ path: 'c/2' }] })
  expect(await run({ limit: 0 })).toMatchObject({ skipped: 0, documents: [] })
})

test('a collection group is every collection of that id, at any depth, in the order of names', async () => {
  await using world = await DocumentsWorld.open()
  const paths = ['c/1', 'a/1/c/1', 'a/1/c/2', 'z/1/y/1/c/1', 'c/1/c/1']
  await world.commit(...paths.map((path, n) => set(path, { n })), set('a/1', { n: 9 }), set('cc/1', { n: 9 }))
  const group = query('c', { allDescendants: true })
  expect(await world.find(group)).toEqual(['a/1/c/1', 'a/1/c/2', 'c/1', 'c/1/c/1', 'z/1/y/1/c/1'])
  expect(await world.find({ ...group, orderBy: [by('n', 'descending')], limit: 2 })).toEqual(['c/1/c/1', 'z/1/y/1/c/1'])
  expect(await world.find(query('a/1/c', { allDescendants: true }))).toEqual(['a/1/c/1', 'a/1/c/2'])
})

test('reads every document below a place in the order of names, between two names', async () => {
  await using world = await DocumentsWorld.open()
  const paths = ['a/1', 'a/1/b/1', 'a/1/b/1/c/1', 'a/2', 'a/3/b/9', 'b/1', 'b/1/x/1']
  await world.commit(...paths.toReversed().map((path) => set(path, {})))
  const everything: Query = { parent: '', allDescendants: true, orderBy: [], offset: 0 }
  expect(await world.find(everything)).toEqual(paths)
  const filter = all(
    { kind: 'field', field: ['__name__'], op: '>=', value: reference('a/1/b/1/c/1') },
    { kind: 'field', field: ['__name__'], op: '<', value: reference('b/1') },
  )
  expect(await world.find({ ...everything, filter, limit: 2 })).toEqual(['a/1/b/1/c/1', 'a/2'])
  expect(await world.find({ ...everything, filter, offset: 2 })).toEqual(['a/3/b/9'])
  expect(await world.find({ ...everything, parent: 'a/1' })).toEqual(['a/1/b/1', 'a/1/b/1/c/1'])
  expect(await world.find({ ...everything, parent: 'b/1', allDescendants: false })).toEqual(['b/1/x/1'])
})

test('a result that is too large for memory is refused, not cut short', async () => {
  await using world = await DocumentsWorld.open()
  for (let i = 0; i < 14; i++) {
    await world.commit(...Array.from({ length: 5 }, (_, j) => set(`c/${i}-${j}`, { s: 'x'.repeat(1_000_000) })))
  }
  await expect(world.find(query('c'))).rejects.toMatchObject({ code: 'resource-exhausted' })
  expect((await world.find(query('c', { limit: 20 }))).length).toBe(20)
})

test('the gate is asked with what the client asked, before anything is read', async () => {
  const asked: unknown[] = []
  const counter = new ReadCounter()
  await using world = await DocumentsWorld.open({
    wrapStore: counter.wrap,
    authorize: (_caller, request) => {
      if (request.operation !== 'list') return
      asked.push(request)
      throw permissionDenied()
    },
  })
  await world.set('c/1', { a: 1 })
  const question = query('c', { filter: where('a', '==', 1) })
  counter.reset()
  const { documents, caller, at } = world
  const denied = { code: 'permission-denied' }
  await expect(documents.query(caller, at, question)).rejects.toMatchObject(denied)
  await expect(documents.aggregate(caller, at, question, [{ alias: 'n', kind: 'count' }])).rejects.toMatchObject(denied)
  const list = { parent: '', pageSize: 10 }
  await expect(
    documents.listDocuments(caller, at, { ...list, collectionId: 'c', showMissing: false }),
  ).rejects.toMatchObject(denied)
  await expect(documents.listCollectionIds(caller, at, list)).rejects.toMatchObject(denied)
  expect(asked[0]).toEqual({ service: 'documents', operation: 'list', database: '(default)', query: question })
  expect(asked.length).toBe(4)
  expect(counter.entries + counter.keys).toBe(0)
})
