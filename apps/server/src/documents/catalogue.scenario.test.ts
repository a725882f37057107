import { nameKeysOf } from '@hearth/model'
import { expect, test } from 'vitest'
import type { CommitBatch } from '../persistence/persistence.ts'
import { by, DocumentsWorld, query, set } from '../testing/documents-world.ts'
import { ListenClient } from '../testing/listen-client.ts'
import { withCommit } from '../testing/with-commit.ts'
import type { KeptIndex } from './indexes/composite-index-record.ts'

/** What another node does to the same store. */
async function elsewhere(world: DocumentsWorld, batch: CommitBatch): Promise<void> {
  const store = await world.persistence.openProject('demo-app')
  await store.commit({ ...batch, raisesCatalogue: true })
}

test('a commit has the keys of an index that its node had not heard of', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('d/1', {})
  const index: KeptIndex = {
    id: 'made-elsewhere',
    database: world.at.database,
    collectionId: 'c',
    isGroup: false,
    fields: [
      { path: ['a'], kind: 'ascending' },
      { path: ['b'], kind: 'ascending' },
    ],
    origin: 'declared',
    state: 'ready',
    sinceMs: 0,
  }
  await elsewhere(world, { records: [{ space: 'composite-index', key: index.id, value: JSON.stringify(index) }] })
  await Promise.all(['1', '2', '3'].map((id) => world.set(`c/${id}`, { a: 1, b: Number(id) })))
  const ordered = query('c', { orderBy: [by('a'), by('b')] })
  const found = await world.documents.query(world.caller, world.at, ordered, { explain: 'analyze' })
  expect(found.documents.map(({ path }) => path)).toEqual(['c/1', 'c/2', 'c/3'])
  expect(found.explained?.indexes).toMatchObject([{ properties: expect.stringContaining('a ASC, b ASC') as string }])
})

test('a commit gives up where what it rests on goes on changing until its time is over', async () => {
  const clock = { ms: 1_000_000, nowMs: () => clock.ms }
  let plans = 0
  let isRestless = false
  await using world = await DocumentsWorld.open({
    clock,
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        if (isRestless && batch.ground !== undefined) {
          plans++
          clock.ms += 1_000
          await elsewhere(world, {})
        }
        return await store.commit(batch)
      }),
  })
  await world.set('c/1', {})
  isRestless = true
  await expect(world.set('c/1', { a: 1 })).rejects.toMatchObject({ code: 'aborted', reason: 'CONTENTION' })
  expect(plans).toBe(16)
  isRestless = false
  await world.set('c/1', { a: 2 })
})

test('a commit to a database that was deleted elsewhere is refused', async () => {
  await using world = await DocumentsWorld.open({ isDatabaseMadeOnFirstUse: false })
  const orders = { project: 'demo-app', database: 'orders' }
  const made = await world.administration.createDatabase('demo-app', 'orders', { isDeleteProtected: false })
  await world.documents.commit(world.caller, orders, [set('c/1', {})])
  const value = JSON.stringify({ ...made, isBeingDeleted: true })
  await elsewhere(world, { records: [{ space: 'database', key: 'orders', value }] })
  await expect(world.documents.commit(world.caller, orders, [set('c/2', {})])).rejects.toMatchObject({
    reason: 'DATABASE_NOT_FOUND',
  })
})

test('those who listen hear of what was committed elsewhere, in its place among the commits of their own node', async () => {
  await using world = await DocumentsWorld.open()
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'query', query: query('c') } })
  await client.current(1)
  const store = await world.persistence.openProject('demo-app')
  const keys = nameKeysOf(world.at.database, 'c/2')
  const change = { database: world.at.database, path: 'c/2', isCreated: true, removedEntries: [] }
  await Promise.all([
    world.set('c/1', { n: 1 }),
    store.commit({ documents: [{ ...change, json: '{"n":{"integerValue":"2"}}', addedEntries: keys }] }),
    world.set('c/3', { n: 3 }),
  ])
  await client.until(({ results }) => results.get(1)?.size === 3)
  const other = new ListenClient(world.documents, world.caller, world.at)
  await store.commit({
    documents: [{ ...change, json: undefined, isCreated: false, addedEntries: [], removedEntries: keys }],
  })
  // Whoever joins finds it, and so does everybody else.
  other.add({ targetId: 1, what: { kind: 'query', query: query('c') } })
  const { results } = await other.current(1)
  expect([...(results.get(1)?.keys() ?? [])]).toEqual(['c/1', 'c/3'])
  await client.until(({ results: now }) => now.get(1)?.size === 2)
  const told = client.events.flatMap((event) => (event.kind === 'change' ? [event.document.updateTime] : []))
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  client.session.close()
  other.session.close()
})

test('a transaction whose queries others may have changed meanwhile has to be run again', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { n: 1 })
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'documents', paths: ['c/2'] } })
  await client.current(1)
  const begun = await world.documents.beginTransaction(world.caller, world.at, { readOnly: false })
  await world.documents.query(world.caller, world.at, query('c'), { transaction: begun })
  const store = await world.persistence.openProject('demo-app')
  const change = { database: world.at.database, isCreated: true, addedEntries: [], removedEntries: [] }
  await store.commit({ documents: [{ ...change, path: 'c/2', json: '{}' }] })
  await client.until(({ results }) => results.get(1)?.has('c/2') === true)
  const ended = world.documents.commit(world.caller, world.at, [set('d/2', {})], { transaction: begun })
  await expect(ended).rejects.toMatchObject({ code: 'aborted' })
  client.session.close()
})

test('what was judged by rules that another release replaced before it was written is judged again', async () => {
  const asked: string[] = []
  await using world = await DocumentsWorld.open({
    authorize: (_caller, request) => {
      if (request.service !== 'documents' || request.operation !== 'create') return
      asked.push(request.path)
      if (asked.length === 1) void store.commit({ raisesCatalogue: true })
    },
  })
  const store = await world.persistence.openProject('demo-app')
  const { commitTime } = await world.commit(set('c/1', {}))
  expect(asked).toEqual(['c/1', 'c/1'])
  expect(await world.get('c/1')).toMatchObject({ updateTime: commitTime })
  await world.set('c/2', {})
  expect(asked).toEqual(['c/1', 'c/1', 'c/2'])
})
