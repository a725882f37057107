import { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import { DocumentsWorld, increment, query, remove, set } from '../testing/documents-world.ts'
import { ListenClient } from '../testing/listen-client.ts'
import { withCommit } from '../testing/with-commit.ts'

test('plans again when what a plan was based on gave way in the store', async () => {
  let conflicts = 3
  await using world = await DocumentsWorld.open({
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        if (batch.documents !== undefined && conflicts-- > 0) throw new StatusError('aborted', 'CONFLICT', 'Changed.')
        return await store.commit(batch)
      }),
  })
  await world.commit(increment('c/1', 'n'))
  expect((await world.get('c/1'))?.json).toBe('{"n":{"integerValue":"1"}}')
})

test('gives up as too much contention when what plans are based on never holds', async () => {
  await using world = await DocumentsWorld.open({
    wrapStore: (store) => withCommit(store, () => Promise.reject(new StatusError('aborted', 'CONFLICT', 'Changed.'))),
  })
  await expect(world.set('c/1', { a: 1 })).rejects.toMatchObject({
    code: 'aborted',
    message: 'Too much contention on these documents. Please try again.',
  })
})

test('what follows a commit that the store refused is planned again without it', async () => {
  let refusals = 1
  await using world = await DocumentsWorld.open({
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        if (batch.documents !== undefined && refusals-- > 0) {
          throw new StatusError('resource-exhausted', 'WRITE_QUEUE_FULL', 'Full.')
        }
        return await store.commit(batch)
      }),
  })
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => world.commit(increment('c/1', 'n'))))
  expect(all.filter(({ status }) => status === 'rejected').length).toBe(1)
  expect((await world.get('c/1'))?.json).toBe('{"n":{"integerValue":"19"}}')
})

test('passes on that the store is unavailable, and publishes nothing', async () => {
  const failure = new StatusError('unavailable', 'STORE_LATCHED', 'The disk failed.')
  let isBroken = false
  await using world = await DocumentsWorld.open({
    wrapStore: (store) => withCommit(store, (batch) => (isBroken ? Promise.reject(failure) : store.commit(batch))),
  })
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'query', query: query('c') } })
  await client.current(1)
  isBroken = true
  await expect(world.set('c/1', { a: 1 })).rejects.toBe(failure)
  isBroken = false
  await world.set('c/2', { a: 1 })
  const { results } = await client.until(({ results }) => results.get(1)?.size === 1)
  expect([...(results.get(1)?.keys() ?? [])]).toEqual(['c/2'])
  client.session.close()
})

test('reads see no commit before it is durable', async () => {
  const { promise: isDurable, resolve: makeDurable } = Promise.withResolvers<void>()
  await using world = await DocumentsWorld.open({
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        await isDurable
        return await store.commit(batch)
      }),
  })
  const first = world.commit(increment('c/1', 'n'))
  const second = world.commit(increment('c/1', 'n'))
  expect(await world.get('c/1')).toBeUndefined()
  expect(await world.find(query('c'))).toEqual([])
  makeDurable()
  const [, { commitTime }] = await Promise.all([first, second])
  expect(await world.get('c/1')).toMatchObject({ updateTime: commitTime, json: '{"n":{"integerValue":"2"}}' })
})

test('an answer that rests on a commit under way waits until that is durable', async () => {
  const { promise: isDurable, resolve: makeDurable } = Promise.withResolvers<void>()
  await using world = await DocumentsWorld.open({
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        await isDurable
        return await store.commit(batch)
      }),
  })
  const first = world.set('c/1', { a: 1 })
  const order: string[] = []
  const same = world.set('c/1', { a: 1 }).then(() => order.push('same'))
  const create = world
    .commit({ ...set('c/1', { a: 2 }), precondition: { kind: 'exists', exists: false } })
    .catch(() => order.push('create'))
  await world.get('c/1')
  expect(order).toEqual([])
  makeDurable()
  await Promise.all([first, same, create])
  expect(order.toSorted()).toEqual(['create', 'same'])
})

/** Batches with documents wait until they are let go; those up to `refused` are refused then. */
async function openHeld() {
  const going = Promise.withResolvers<{ refused: number }>()
  let batches = 0
  let isHeld = false
  const world = await DocumentsWorld.open({
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        if (!isHeld || batch.documents === undefined) return await store.commit(batch)
        const number = ++batches
        if (number <= (await going.promise).refused) throw new StatusError('unavailable', 'STORE_BUSY', 'Busy.')
        return await store.commit(batch)
      }),
  })
  const hold = () => {
    isHeld = true
  }
  return { world, hold, letGo: (refused = 0) => going.resolve({ refused }) }
}

test('what is built on a document that is on its way has the times that the store gave it', async () => {
  const { world, hold, letGo } = await openHeld()
  await using _ = world
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'query', query: query('c') } })
  await client.current(1)
  hold()
  const made = world.set('c/1', { n: 1 })
  const changed = world.commit(increment('c/1', 'n'))
  const unchanged = world.commit(set('c/2', {}), { ...set('c/1', { n: 2 }), mask: [['n']] })
  const anew = world.commit(remove('c/1'), set('c/1', { n: 3 }))
  // Somebody else's commit comes first: the versions are not those that were to be expected.
  const store = await world.persistence.openProject('demo-app')
  const notBefore = (Date.now() + 1000) * 1000
  const other = await store.commit({ notBefore, records: [{ space: 's', key: 'k', value: 'v' }] })
  letGo()
  const times = [await made, (await changed).commitTime, (await unchanged).commitTime, (await anew).commitTime]
  expect([other.version, ...times]).toEqual([0, 1, 2, 3, 4].map((n) => other.version + n))
  expect((await unchanged).results.map(({ updateTime }) => updateTime)).toEqual([times[2], times[1]])
  expect(await world.get('c/1')).toMatchObject({ createTime: times[3], updateTime: times[3] })
  const before = await world.documents.get(world.caller, world.at, ['c/1'], { readTime: times[1] })
  expect(before.documents[0]).toMatchObject({ createTime: times[0], updateTime: times[1] })
  await client.until(({ results }) => results.get(1)?.get('c/1')?.updateTime === times[3])
  const told = client.events.flatMap((event) => (event.kind === 'change' ? [event.document] : []))
  expect(
    told.filter(({ path }) => path === 'c/1').map(({ createTime, updateTime }) => [createTime, updateTime]),
  ).toEqual([
    [times[0], times[0]],
    [times[0], times[1]],
    [times[3], times[3]],
  ])
  client.session.close()
})

test.each([
  { refused: 0, outcome: 'rejected' },
  { refused: 1, outcome: 'fulfilled' },
])(
  'a precondition on an update time waits for the commit before it ($refused refused)',
  async ({ refused, outcome }) => {
    const { world, hold, letGo } = await openHeld()
    await using _ = world
    const updateTime = await world.set('c/1', { n: 1 })
    hold()
    const first = world.set('c/1', { n: 2 })
    const second = world.commit({ ...set('c/1', { n: 3 }), precondition: { kind: 'update-time', updateTime } })
    letGo(refused)
    const [before, after] = await Promise.allSettled([first, second])
    expect(before.status).toBe(refused === 0 ? 'fulfilled' : 'rejected')
    expect(after.status).toBe(outcome)
    if (after.status === 'rejected') expect(after.reason).toMatchObject({ reason: 'VERSION_MISMATCH' })
  },
)
