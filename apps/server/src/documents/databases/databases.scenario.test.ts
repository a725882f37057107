import type { Mutation } from '@hearth/model'
import { expect, test } from 'vitest'
import { DocumentsWorld, query, set } from '../../testing/documents-world.ts'
import { withCommit } from '../../testing/with-commit.ts'

const orders = { project: 'demo-app', database: 'orders' }

test('a database that nobody created is not there, for reads, writes and listeners alike', async () => {
  await using world = await DocumentsWorld.open({ isDatabaseMadeOnFirstUse: false })
  const { documents, caller } = world
  const missing = { code: 'not-found', message: 'The database orders does not exist for project demo-app.' }
  await expect(documents.get(caller, orders, ['c/1'])).rejects.toMatchObject(missing)
  await expect(documents.commit(caller, orders, [set('c/1', {})])).rejects.toMatchObject(missing)
  await expect(documents.query(caller, orders, query('c'))).rejects.toMatchObject(missing)
  await world.administration.createDatabase('demo-app', 'orders', { isDeleteProtected: false })
  await documents.commit(caller, orders, [set('c/1', {})])
})

test.each([
  '',
  'a',
  'Orders',
  '1orders',
  'orders-',
  'a'.repeat(64),
  '(default)',
  'f4b2a1c0-0000-0000-0000-000000000000',
])('no database can be called "%s"', async (id) => {
  await using world = await DocumentsWorld.open()
  const created = world.administration.createDatabase('demo-app', id, { isDeleteProtected: false })
  await expect(created).rejects.toMatchObject({ code: 'invalid-argument' })
})

test('the same id is given once', async () => {
  await using world = await DocumentsWorld.open()
  const create = () => world.administration.createDatabase('demo-app', 'orders', { isDeleteProtected: false })
  const outcomes = await Promise.allSettled([create(), create()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(create()).rejects.toMatchObject({ code: 'already-exists' })
})

test('a deleted database takes its documents along, and one of the same id begins empty, its past too', async () => {
  await using world = await DocumentsWorld.open({ isDatabaseMadeOnFirstUse: false })
  const { administration, documents, caller } = world
  await administration.createDatabase('demo-app', 'orders', { isDeleteProtected: false })
  const mutations = Array.from({ length: 1200 }, (_, n) => set(`c/${n}/d/${n}`, { n }))
  const { commitTime } = await documents.commit(caller, orders, mutations)
  await world.set('c/1', { of: 'default' })
  const { uid } = await administration.deleteDatabase('demo-app', 'orders')
  await expect(documents.get(caller, orders, ['c/1/d/1'])).rejects.toMatchObject({ code: 'not-found' })
  await administration.keepUp('demo-app')
  expect(await administration.isDeleted('demo-app', uid)).toBe(true)

  await administration.createDatabase('demo-app', 'orders', { isDeleteProtected: false })
  const all = query('d', { allDescendants: true })
  expect((await documents.query(caller, orders, all)).documents).toEqual([])
  await expect(documents.query(caller, orders, all, { readTime: commitTime })).rejects.toMatchObject({
    code: 'failed-precondition',
  })
  expect(await world.get('c/1')).toBeDefined()
})

test('a deleted database whose documents have too many keys for one commit is gone all the same', async () => {
  await using world = await DocumentsWorld.open({ isDatabaseMadeOnFirstUse: false })
  const { administration, documents, caller } = world
  await administration.createDatabase('demo-app', 'orders', { isDeleteProtected: false })
  // Of each element two keys, since the collection is not at the root.
  const tags = Array.from({ length: 650 }, (_, n) => `${n}`.padEnd(1490, 'x'))
  const paths = Array.from({ length: 28 }, (_, n) => `c/d/e/${n}`)
  for (const path of paths) await documents.commit(caller, orders, [set(path, { tags })])
  const atOnce = paths.map((path): Mutation => ({ kind: 'delete', path, precondition: { kind: 'none' } }))
  await expect(documents.commit(caller, orders, atOnce)).rejects.toMatchObject({ reason: 'COMMIT_TOO_LARGE' })
  const { uid } = await administration.deleteDatabase('demo-app', 'orders')
  await administration.keepUp('demo-app')
  expect(await administration.isDeleted('demo-app', uid)).toBe(true)
})

test('the default database stays', async () => {
  await using world = await DocumentsWorld.open()
  await expect(world.administration.deleteDatabase('demo-app', '(default)')).rejects.toMatchObject({
    code: 'failed-precondition',
  })
})

test('what was read in a new database can be read again at its time, beside a commit that is on its way', async () => {
  const isBegun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const clock = { ms: Date.now(), nowMs: () => clock.ms }
  await using world = await DocumentsWorld.open({
    clock,
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        if (batch.documents !== undefined) {
          isBegun.resolve()
          await mayEnd.promise
        }
        return await store.commit(batch)
      }),
  })
  const { documents, caller } = world
  const written = world.set('c/1', {})
  await isBegun.promise
  clock.ms += 5000
  const { readTime } = await documents.query(caller, orders, query('c'))
  const again = documents.query(caller, orders, query('c'), { readTime })
  mayEnd.resolve()
  expect((await again).documents).toEqual([])
  await written
})
