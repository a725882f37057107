import fc from 'fast-check'
import type { Query } from '@hearth/model'
import { expect, test } from 'vitest'
import { permissionDenied } from '../access/permission-denied.ts'
import type { ProjectStore, ReadSnapshot } from '../persistence/persistence.ts'
import { DocumentsWorld, query, set } from '../testing/documents-world.ts'
import { MovableClock } from '../testing/identity-world.ts'

test('gives documents in the order asked, with nothing where there is none', async () => {
  await using world = await DocumentsWorld.open()
  const { commitTime } = await world.commit(set('c/1', { a: 1 }), set('c/2', { a: 2 }))
  const { documents, readTime } = await world.documents.get(world.caller, world.at, ['c/2', 'c/none', 'c/1', 'c/2'])
  expect(documents.map((document) => document?.path)).toEqual(['c/2', undefined, 'c/1', 'c/2'])
  expect(readTime).toBeGreaterThanOrEqual(commitTime)
})

test('asks the gate about each document with its present state', async () => {
  await using world = await DocumentsWorld.open({
    authorize: (_caller, request) => {
      if (request.operation === 'get' && request.service === 'documents' && request.before === undefined) {
        throw permissionDenied()
      }
    },
  })
  await world.set('c/1', {})
  expect(await world.get('c/1')).toMatchObject({ path: 'c/1' })
  await expect(world.get('c/2')).rejects.toMatchObject({ code: 'permission-denied' })
  const both = world.documents.get(world.caller, world.at, ['c/1', 'c/2'])
  await expect(both).rejects.toMatchObject({ code: 'permission-denied' })
})

test.each([['c'], [''], ['c//1'], ['c/.'], ['c/__x__']])('refuses "%s" as the path of a document', async (path) => {
  await using world = await DocumentsWorld.open()
  await expect(world.get(path)).rejects.toMatchObject({ code: 'invalid-argument' })
})

test('sees every commit that was acknowledged, and dates reads in a database without commits', async () => {
  await using world = await DocumentsWorld.open()
  const { readTime } = await world.documents.query(world.caller, world.at, query('c'))
  expect(Math.abs(readTime - Date.now() * 1000)).toBeLessThan(60_000_000)
  for (let n = 0; n < 20; n++) {
    const commitTime = await world.set('c/1', { n })
    expect((await world.get('c/1'))?.updateTime).toBe(commitTime)
    const answer = await world.documents.query(world.caller, world.at, query('c'))
    expect(answer.documents[0]?.updateTime).toBe(commitTime)
    expect(answer.readTime).toBeGreaterThanOrEqual(commitTime)
  }
})

test('reads the past as it was: documents, queries and counts', async () => {
  await using world = await DocumentsWorld.open()
  const first = await world.set('c/1', { n: 1 })
  const second = (await world.commit(set('c/1', { n: 3 }), set('c/2', { n: 2 }))).commitTime
  const third = await world.delete('c/1')
  const at = async (readTime: number) => {
    const { documents } = await world.documents.get(world.caller, world.at, ['c/1'], { readTime })
    const ordered = query('c', { orderBy: [{ field: ['n'], direction: 'descending' }], limit: 1 })
    const { values } = await world.documents.aggregate(
      world.caller,
      world.at,
      query('c'),
      [{ alias: 'n', kind: 'count' }],
      {
        readTime,
      },
    )
    const count = values.get('n')
    return [documents[0]?.json, await world.find(ordered, readTime), count?.kind === 'integer' && Number(count.value)]
  }
  expect(await at(first - 1)).toEqual([undefined, [], 0])
  expect(await at(first)).toEqual(['{"n":{"integerValue":"1"}}', ['c/1'], 1])
  expect(await at(second - 1)).toEqual(['{"n":{"integerValue":"1"}}', ['c/1'], 1])
  expect(await at(second)).toEqual(['{"n":{"integerValue":"3"}}', ['c/1'], 2])
  expect(await at(third)).toEqual([undefined, ['c/2'], 1])
})

test('refuses read times in the future and beyond the history that is kept', async () => {
  const clock = new MovableClock()
  await using world = await DocumentsWorld.open({ clock, historyMs: 3_600_000 })
  const first = await world.set('c/1', { n: 1 })
  const future = (Date.now() + 3_600_000) * 1000
  await expect(world.find(query('c'), future)).rejects.toMatchObject({ code: 'invalid-argument' })
  clock.advance(3 * 3_600_000)
  await world.set('c/1', { n: 2 })
  world.persistence.keepHouse()
  await expect
    .poll(() => world.find(query('c'), first).catch((error: unknown) => error))
    .toMatchObject({ code: 'failed-precondition', message: 'The requested snapshot version is too old.' })
  const get = world.documents.get(world.caller, world.at, ['c/1'], { readTime: first })
  await expect(get).rejects.toMatchObject({ code: 'failed-precondition' })
})

test('reads of more than an hour ago are of whole minutes, but for those who read history', async () => {
  const minute = Date.parse('2026-01-01T12:00:00Z')
  const clock = { now: minute - 5_000 }
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => clock.now } })
  await world.set('c/1', { n: 1 })
  clock.now = minute + 5_000
  const later = await world.set('c/1', { n: 2 })
  clock.now += 2 * 3_600_000
  const tooOld = { code: 'failed-precondition', message: 'The requested snapshot version is too old.' }
  const { documents, caller, at } = world
  const ways = [
    Promise.resolve(documents.get(caller, at, ['c/1'], { readTime: later })),
    documents.query(caller, at, query('c'), { readTime: later }),
    documents.aggregate(caller, at, query('c'), [{ alias: 'n', kind: 'count', upTo: undefined }], { readTime: later }),
    documents.listDocuments(caller, at, { parent: '', pageSize: 1, showMissing: true, readTime: later }),
    documents.listCollectionIds(caller, at, { parent: '', pageSize: 1, readTime: later }),
    documents.beginTransaction(caller, at, { readOnly: true, readTime: later }),
  ]
  for (const way of await Promise.allSettled(ways)) expect(way).toMatchObject({ status: 'rejected', reason: tooOld })
  const nOf = async (options: object) => (await documents.query(caller, at, query('c'), options)).documents[0]?.json
  expect(await nOf({ readTime: minute * 1000 })).toBe('{"n":{"integerValue":"1"}}')
  expect(await nOf({ readTime: later, readsHistory: true })).toBe('{"n":{"integerValue":"2"}}')
})

/** What a world has read from its store. */
class ReadCount {
  entries = 0

  wrap(store: ProjectStore): ProjectStore {
    return new Proxy(store, {
      get: (target, name) => {
        if (name === 'read')
          return <T>(work: (snapshot: ReadSnapshot) => Promise<T>) =>
            target.read((one) => work(this.#wrapSnapshot(one)))
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  #wrapSnapshot(snapshot: ReadSnapshot): ReadSnapshot {
    return new Proxy(snapshot, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          const answer: unknown = await value.apply(target, args)
          if (Array.isArray(answer)) this.entries += answer.length
          return answer
        }
      },
    })
  }
}

test('a read of the past costs what it finds, however much changed elsewhere, and in its collection when it is by name', async () => {
  const count = new ReadCount()
  await using world = await DocumentsWorld.open({ wrapStore: (store) => count.wrap(store) })
  const all = (collection: string, n: number) =>
    world.commit(...Array.from({ length: 500 }, (_, i) => set(`${collection}/${1000 + i}`, { n: n + i })))
  await all('busy', 0)
  const { commitTime } = await all('still', 0)
  for (let n = 1; n <= 4; n++) await all('busy', n)
  await world.commit({ kind: 'delete', path: 'busy/1000', precondition: { kind: 'none' } })
  const byN = { orderBy: [{ field: ['n'], direction: 'descending' as const }] }
  const costs = async (asked: Query) => {
    count.entries = 0
    const { documents } = await world.documents.query(world.caller, world.at, asked, { readTime: commitTime })
    return { found: documents.map(({ path, json }) => `${path} ${json}`), entries: count.entries }
  }
  const tenOf = async (asked: Query) => {
    const { found, entries } = await costs({ ...asked, limit: 10 })
    expect(entries).toBeLessThanOrEqual(150)
    return found[0]
  }
  expect(await tenOf(query('still'))).toBe('still/1000 {"n":{"integerValue":"0"}}')
  expect(await tenOf(query('still', byN))).toBe('still/1499 {"n":{"integerValue":"499"}}')
  expect(await tenOf(query('busy'))).toBe('busy/1000 {"n":{"integerValue":"0"}}')
  expect(await tenOf({ parent: '', allDescendants: true, orderBy: [], offset: 0 })).toBe(
    'busy/1000 {"n":{"integerValue":"0"}}',
  )
  const { found, entries } = await costs(query('busy', { ...byN, limit: 2 }))
  expect(found).toEqual(['busy/1499 {"n":{"integerValue":"499"}}', 'busy/1498 {"n":{"integerValue":"498"}}'])
  // Its own collection is gone through, the four changes of each document are not.
  expect(entries).toBeLessThan(1500)
})

const anyPath = fc.constantFrom(
  'c/1',
  'c/2',
  'd/1',
  'c/1/e/1',
  'c/1/e/2',
  'c/2/e/1/f/1',
  'c/3/e/1',
  'd/1/c/1/e/1',
  '__id7__/1',
)
const anyWrite = fc.record({ path: anyPath, isDelete: fc.boolean() })

test('collections and missing documents are listed as they were', async () => {
  const property = fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 12 }), async (writes) => {
    await using world = await DocumentsWorld.open()
    const { documents, caller, at } = world
    const lists = async (readTime?: number) => {
      const all: string[] = []
      for (const parent of ['', 'c/1', 'c/2', 'd/1', 'c/2/e/1']) {
        let pageToken: string | undefined
        do {
          const more = { ...(pageToken !== undefined && { pageToken }), readTime }
          const page = await documents.listCollectionIds(caller, at, { parent, pageSize: 1, ...more })
          all.push(`${parent}: ${page.collectionIds.join()}`)
          pageToken = page.nextPageToken
        } while (pageToken !== undefined)
        do {
          const more = { ...(pageToken !== undefined && { pageToken }), readTime }
          const page = await documents.listDocuments(caller, at, { parent, pageSize: 2, showMissing: true, ...more })
          all.push(page.documents.map((one) => ('missing' in one ? `(${one.path})` : `${one.path} ${one.json}`)).join())
          pageToken = page.nextPageToken
        } while (pageToken !== undefined)
      }
      return all
    }
    const known: [number, string[]][] = []
    for (const [n, { path, isDelete }] of writes.entries()) {
      const time = isDelete ? await world.delete(path) : await world.set(path, { n })
      known.push([time, await lists()])
    }
    for (const [time, then] of known) expect(await lists(time)).toEqual(then)
  })
  await fc.assert(property, { numRuns: 15, interruptAfterTimeLimit: 20_000 })
})

test('lists documents in pages, with those that are missing and have documents below them', async () => {
  await using world = await DocumentsWorld.open()
  const paths = ['c/1', 'c/2/d/1', 'c/3', 'c/3/d/1', 'c/4/d/1/e/1', 'c/5', 'd/1']
  await world.commit(...paths.map((path) => set(path, {})))
  const list = async (showMissing: boolean, pageSize: number, collectionId?: string) => {
    const pages: string[][] = []
    let pageToken: string | undefined
    do {
      const page = await world.documents.listDocuments(world.caller, world.at, {
        parent: '',
        pageSize,
        showMissing,
        ...(collectionId !== undefined && { collectionId }),
        ...(pageToken !== undefined && { pageToken }),
      })
      pages.push(page.documents.map((found) => ('missing' in found ? `(${found.path})` : found.path)))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    return pages
  }
  expect(await list(false, 2, 'c')).toEqual([['c/1', 'c/3'], ['c/5']])
  expect(await list(true, 2, 'c')).toEqual([['c/1', '(c/2)'], ['c/3', '(c/4)'], ['c/5']])
  expect(await list(true, 5, 'c')).toEqual([['c/1', '(c/2)', 'c/3', '(c/4)', 'c/5']])
  expect(await list(false, 3)).toEqual([['c/1', 'c/3', 'c/5'], ['d/1']])
  expect(await list(false, 0, 'nothing')).toEqual([[]])
})

test('lists the ids of collections in pages, those with documents further down too', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(...['a/1', 'b/1/c/1/d/1', 'z/1', 'b/1/a/1'].map((path) => set(path, {})))
  const ids = async (parent: string, pageSize: number, pageToken?: string) => {
    const list = { parent, pageSize, ...(pageToken !== undefined && { pageToken }) }
    return await world.documents.listCollectionIds(world.caller, world.at, list)
  }
  const first = await ids('', 2)
  expect(first.collectionIds).toEqual(['a', 'b'])
  expect(await ids('', 2, first.nextPageToken)).toEqual({ collectionIds: ['z'] })
  expect(await ids('b/1', 10)).toEqual({ collectionIds: ['a', 'c'] })
  expect(await ids('a/1', 10)).toEqual({ collectionIds: [] })
  await world.delete('z/1')
  expect(await ids('', 10)).toEqual({ collectionIds: ['a', 'b'] })
})

test('refuses page tokens that it did not make for this list', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(...['c/1', 'c/2', 'd/1', 'd/2'].map((path) => set(path, {})))
  const list = { parent: '', pageSize: 1, showMissing: false }
  const { caller, at, documents } = world
  const { nextPageToken = '' } = await documents.listDocuments(caller, at, { ...list, collectionId: 'c' })
  for (const [collectionId, pageToken] of [
    ['d', nextPageToken],
    ['c', 'nonsense'],
  ] as const) {
    await expect(documents.listDocuments(caller, at, { ...list, collectionId, pageToken })).rejects.toMatchObject({
      code: 'invalid-argument',
    })
  }
})
