import fc from 'fast-check'
import {
  encodeFields,
  FieldIndexing,
  type Filter,
  indexEntriesOf,
  type Query,
  type ScopedIndexes,
  type Value,
} from '@hearth/model'
import { expect, test } from 'vitest'
import { DocumentsWorld, fieldsOf, query, set } from '../../testing/documents-world.ts'
import { ListenClient } from '../../testing/listen-client.ts'

const everything = { ascending: true, descending: true, contains: true }
const nothing = { ascending: false, descending: false, contains: false }
const DATABASE = '(default)'

/** Takes up overrides of the group `c` and brings the keys in line; an undefined one is given up. */
async function override(
  world: DocumentsWorld,
  path: readonly string[],
  indexes: Partial<ScopedIndexes> | undefined,
): Promise<void> {
  const scoped = indexes && { collection: everything, group: everything, ...indexes }
  await world.administration.setFieldOverride('demo-app', { database: DATABASE, collectionGroup: 'c', path }, scoped)
  await world.administration.keepUp('demo-app')
}

const exempt = { collection: nothing, group: nothing }

function where(field: string, op: Extract<Filter, { kind: 'field' }>['op'], value: Value): Partial<Query> {
  return { filter: { kind: 'field', field: [field], op, value } }
}

const one: Value = { kind: 'integer', value: 1n }

/** Every key of the index of the default project, in hex. */
async function keysOf(world: DocumentsWorld): Promise<string[]> {
  const store = await world.persistence.openProject('demo-app')
  const everyKey = { start: Uint8Array.of(0), end: Uint8Array.of(255) }
  const keys = await store.read((snapshot) => snapshot.scanIndexKeys(everyKey, { limit: 10_000, reverse: false }))
  return keys.map((key) => Buffer.from(key).toString('hex'))
}

test('a field without indexes has no keys, and queries that need one are told so', async () => {
  await using world = await DocumentsWorld.open()
  await override(world, ['a'], exempt)
  await world.set('c/1', { a: 1, b: 1, tags: [1] })
  const before = await keysOf(world)
  await world.set('c/1', { a: 2, b: 1, tags: [1] })
  expect(await keysOf(world)).toEqual(before)
  const needy = [where('a', '==', one), where('a', '>', one), { orderBy: [{ field: ['a'], direction: 'ascending' }] }]
  for (const asked of needy as Partial<Query>[]) {
    await expect(world.find(query('c', asked))).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringContaining('COLLECTION_ASC index for collection c and field a') as unknown,
    })
  }
  expect(await world.find(query('c', where('b', '==', one)))).toEqual(['c/1'])
  expect(await world.find(query('c'))).toEqual(['c/1'])
  expect(await world.find(query('other', where('a', '==', one)))).toEqual([])
})

test('what can be looked up by another field is answered all the same', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(set('c/1', { a: 1, b: 1 }), set('c/2', { a: 2, b: 1 }), set('c/3', { a: 1, b: 2 }))
  await override(world, ['a'], exempt)
  const filters: Filter[] = [
    { kind: 'field', field: ['a'], op: '==', value: one },
    { kind: 'field', field: ['b'], op: '==', value: one },
  ]
  expect(await world.find(query('c', { filter: { kind: 'and', filters } }))).toEqual(['c/1'])
  const byB = where('b', '==', one)
  expect(await world.find(query('c', { ...byB, orderBy: [{ field: ['a'], direction: 'descending' }] }))).toEqual([
    'c/2',
    'c/1',
  ])
})

test('an index over several fields serves what its fields alone do not', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(set('c/1', { a: 1, b: 1 }), set('c/2', { a: 1, b: 0 }))
  await override(world, ['a'], exempt)
  await override(world, ['b'], exempt)
  const asked = query('c', { ...where('a', '==', one), orderBy: [{ field: ['b'], direction: 'ascending' }] })
  await expect(world.find(asked)).rejects.toMatchObject({ code: 'failed-precondition' })
  const fields = [
    { path: ['a'], kind: 'ascending' as const },
    { path: ['b'], kind: 'ascending' as const },
  ]
  await world.administration.createIndex('demo-app', { database: DATABASE, collectionId: 'c', isGroup: false, fields })
  await world.administration.keepUp('demo-app')
  expect(await world.find(asked)).toEqual(['c/2', 'c/1'])
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'query', query: asked } })
  expect([...((await client.current(1)).results.get(1)?.keys() ?? [])].toSorted()).toEqual(['c/1', 'c/2'])
  client.session.close()
})

test('directions and elements are exempted one by one, in the collection and in the group', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(set('c/1', { a: [1] }), set('x/1/c/2', { a: [1] }))
  await override(world, ['a'], {
    collection: { ascending: true, descending: false, contains: false },
    group: { ...nothing, contains: true },
  })
  const ordered = (direction: 'ascending' | 'descending'): Partial<Query> => ({
    orderBy: [{ field: ['a'], direction }],
  })
  const inGroup = { allDescendants: true }
  expect(await world.find(query('c', ordered('ascending')))).toEqual(['c/1'])
  expect(await world.find(query('x/1/c', ordered('ascending')))).toEqual(['x/1/c/2'])
  await expect(world.find(query('c', ordered('descending')))).rejects.toThrow('COLLECTION_DESC index')
  await expect(world.find(query('c', where('a', 'array-contains', one)))).rejects.toThrow('COLLECTION_CONTAINS index')
  await expect(world.find(query('c', { ...ordered('ascending'), ...inGroup }))).rejects.toThrow('COLLECTION_GROUP_ASC')
  expect(await world.find(query('c', { ...where('a', 'array-contains', one), ...inGroup }))).toEqual(['c/1', 'x/1/c/2'])
})

test('all fields are exempted by a wildcard, but for those with an override of their own', async () => {
  await using world = await DocumentsWorld.open()
  await override(world, [], exempt)
  await override(world, ['m'], { collection: everything, group: everything })
  await world.set('c/1', { a: 1, m: { n: 1 } })
  await expect(world.find(query('c', where('a', '==', one)))).rejects.toThrow('requires a COLLECTION_ASC index')
  const nested: Filter = { kind: 'field', field: ['m', 'n'], op: '==', value: one }
  expect(await world.find(query('c', { filter: nested }))).toEqual(['c/1'])
})

test('a listener on a field without indexes is refused, and others of its stream live on', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { a: 1 })
  await override(world, ['a'], exempt)
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'query', query: query('c', where('a', '==', one)) } })
  client.add({ targetId: 2, what: { kind: 'query', query: query('c') } })
  await client.current(2)
  await client.happened(() =>
    client.events.some(
      (event) => event.kind === 'removed' && (event.cause as { code?: string }).code === 'failed-precondition',
    ),
  )
  client.session.close()
})

test('documents expire by a field without indexes, within a minute', async () => {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => clock.now } })
  const over: Value = { kind: 'timestamp', micros: BigInt(clock.now) * 1000n }
  await override(world, ['endsAt'], exempt)
  await world.commit(set('c/over', { endsAt: over }), set('x/1/c/over', { endsAt: over }), set('c/kept', { endsAt: 1 }))
  await world.administration.setExpiryPolicy('demo-app', DATABASE, 'c', 'endsAt')
  await world.administration.keepUp('demo-app')
  expect(await world.find(query('c', { allDescendants: true }))).toEqual(['c/kept'])
  await world.set('c/later', { endsAt: over })
  clock.now += 60_000
  await world.administration.keepUp('demo-app')
  expect(await world.get('c/later')).toBeUndefined()
})

test('a change that the end of a process interrupted is finished by the next', async () => {
  await using world = await DocumentsWorld.open()
  const store = await world.persistence.openProject('demo-app')
  const fields = fieldsOf({ a: 1 })
  const addedEntries = indexEntriesOf(DATABASE, 'c/1', fields)
  const document = {
    database: DATABASE,
    path: 'c/1',
    json: encodeFields(fields),
    isCreated: true,
    addedEntries,
    removedEntries: [],
  }
  const overrides = [{ path: ['a'], ...exempt }]
  const group = { database: DATABASE, collectionGroup: 'c', overrides, earlier: [[]], state: 'building', sinceMs: 0 }
  const record = { space: 'field-overrides', key: `${DATABASE}/c`, value: JSON.stringify(group) }
  await store.commit({ documents: [document], records: [record] })
  await expect(world.find(query('c', where('a', '==', one)))).rejects.toThrow('requires a COLLECTION_ASC index')
  expect(await keysOf(world)).toHaveLength(2)
  await world.administration.keepUp('demo-app')
  expect(await world.administration.listFieldOverrides('demo-app', DATABASE)).toMatchObject([{ state: 'ready' }])
  expect(await keysOf(world)).toHaveLength(1)
})

test('a document that would have too many keys leaves a new index unused until it is mended', async () => {
  await using world = await DocumentsWorld.open()
  await override(world, ['l'], exempt)
  await world.set('c/1', { l: Array.from({ length: 41_000 }, (_, n) => n) })
  await override(world, ['l'], undefined)
  expect(await world.administration.listFieldOverrides('demo-app', DATABASE)).toMatchObject([{ state: 'failed' }])
  const asked = query('c', where('l', 'array-contains', one))
  await expect(world.find(asked)).rejects.toMatchObject({ code: 'failed-precondition' })
  await world.set('c/1', { l: [1] })
  await override(world, ['l'], undefined)
  expect(await world.find(asked)).toEqual(['c/1'])
})

const paths = ['c/1', 'c/2', 'x/1/c/1', 'x/1/c/2', 'd/1']
const anyIndexes = fc.record({ ascending: fc.boolean(), descending: fc.boolean(), contains: fc.boolean() })
const anyValue = fc.oneof(
  fc.integer({ min: 0, max: 2 }),
  fc.constant([1, 2]),
  fc.record({ x: fc.integer({ max: 2, min: 0 }) }),
)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    path: fc.constantFrom(...paths),
    data: fc.option(fc.record({ a: anyValue, b: anyValue }, { requiredKeys: [] })),
  }),
  fc.record({
    kind: fc.constant('override' as const),
    path: fc.constantFrom([], ['a'], ['a', 'x'], ['b']),
    indexes: fc.option(fc.record({ collection: anyIndexes, group: anyIndexes }), { nil: undefined }),
  }),
  fc.constant({ kind: 'keep up' as const }),
)

test('whatever is changed while documents are written, in the end the keys are those that were asked for', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
    await using world = await DocumentsWorld.open()
    const { administration } = world
    const working: Promise<unknown>[] = []
    for (const one of steps) {
      if (one.kind === 'write') {
        working.push(one.data === null ? world.delete(one.path) : world.set(one.path, one.data))
      } else if (one.kind === 'override') {
        const field = { database: DATABASE, collectionGroup: 'c', path: one.path }
        working.push(administration.setFieldOverride('demo-app', field, one.indexes).catch(ignoreAborted))
      } else working.push(administration.keepUp('demo-app'))
      if (working.length % 3 === 0) await Promise.all(working.splice(0))
    }
    await Promise.all(working)
    await administration.keepUp('demo-app')
    await administration.keepUp('demo-app')
    const [group] = await administration.listFieldOverrides('demo-app', DATABASE)
    const indexing = new FieldIndexing([group?.overrides ?? []])
    const expected: string[] = []
    for (const path of paths) {
      const document = await world.get(path)
      if (document === undefined) continue
      const keys = indexEntriesOf(DATABASE, path, document.fields, path.startsWith('d') ? undefined : indexing)
      expected.push(...keys.map((key) => Buffer.from(key).toString('hex')))
    }
    expect(await keysOf(world)).toEqual(expected.toSorted())
  })
  await fc.assert(property, { numRuns: 60, interruptAfterTimeLimit: 30_000 })
}, 60_000)

function ignoreAborted(error: { code?: string }): void {
  if (error.code !== 'aborted') throw error
}
