import { makeDocument } from '@hearth/model'
import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'
import { documentProtobuf } from '../firestore-codec/protobuf-writer.ts'

interface Page {
  readonly documents?: readonly { readonly name: string }[]
  readonly nextPageToken?: string
}

async function openWorld() {
  const server = await TestServer.start({ mode: 'dev' })
  const root = 'projects/demo-app/databases/(default)/documents'
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${server.origin}/v1/${root}${path}`, {
      headers: { authorization: 'Bearer owner' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    const json: unknown = await response.json()
    return { status: response.status, json }
  }
  const write = async (documents: Readonly<Record<string, number>>): Promise<string> => {
    const writes = Object.entries(documents).map(([path, n]) => ({
      update: { name: `${root}/${path}`, fields: { n: { integerValue: String(n) } } },
    }))
    const { json } = await call(':commit', { writes })
    return (json as { commitTime: string }).commitTime
  }
  /** Ids of a list, page by page. */
  const list = async (query: string): Promise<string[][]> => {
    const pages: string[][] = []
    let token: string | undefined
    do {
      const { json } = await call(`/c?${query}${token === undefined ? '' : `&pageToken=${token}`}`)
      const { documents = [], nextPageToken } = json as Page
      pages.push(documents.map(({ name }) => name.slice(root.length + 3)))
      token = nextPageToken
    } while (token !== undefined)
    return pages
  }
  return { call, write, list, root, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('documents are listed in any order, page by page, ties by name', async () => {
  await using world = await openWorld()
  await world.write({ 'c/1': 2, 'c/2': 1, 'c/3': 2, 'c/4': 0, 'c/4/c/9': 5 })
  expect(await world.list('orderBy=n desc&pageSize=2')).toEqual([
    ['3', '1'],
    ['2', '4'],
  ])
  expect(await world.list('orderBy=n, __name__&pageSize=3')).toEqual([['4', '2', '1'], ['3']])
  expect(await world.list('orderBy=__name__ desc')).toEqual([['4', '3', '2', '1']])
  expect(await world.list('orderBy=__name__&pageSize=3')).toEqual([['1', '2', '3'], ['4']])
})

test('documents are listed as they were at a read time, or in a transaction', async () => {
  await using world = await openWorld()
  const then = await world.write({ 'c/1': 1, 'c/2': 2 })
  await world.write({ 'c/1': 3, 'c/3': 3 })
  expect(await world.list(`readTime=${then}`)).toEqual([['1', '2']])
  expect(await world.list(`readTime=${then}&orderBy=n desc&pageSize=1`)).toEqual([['2'], ['1']])
  const begun = await world.call(':beginTransaction', { options: { readOnly: { readTime: then } } })
  const { transaction } = begun.json as { transaction: string }
  expect(await world.list(`transaction=${encodeURIComponent(transaction)}`)).toEqual([['1', '2']])
})

/** As the server would make it for the list `/c?orderBy=n`, but for the position. */
function tokenWith(position: string): string {
  const orders = [['n'], ['__name__']].map((field) => ({ field, direction: 'ascending' }))
  const scope = JSON.stringify(['ordered', '(default)', '', 'c', orders])
  return Buffer.from(JSON.stringify([scope, position])).toString('base64url')
}

test('the scope of made-up tokens is the right one', async () => {
  await using world = await openWorld()
  await world.write({ 'c/1': 1, 'c/2': 2 })
  const { json } = await world.call(`/c?orderBy=n&pageToken=${tokenWith('[{"integerValue":"1"}]')}`)
  expect((json as Page).documents?.map(({ name }) => name.slice(-1))).toEqual(['2'])
})

test('rules take the size of a page for its limit, and missing documents are for administrators', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const content = `service cloud.firestore { match /databases/{d}/documents {
    match /c/{id} { allow list: if request.query.limit <= 2; } match /open/{id} { allow list; } } }`
  const rules = await fetch(`${server.origin}/emulator/v1/projects/demo-app:securityRules`, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  })
  expect(rules.status).toBe(200)
  const status = async (path: string): Promise<number> =>
    (await fetch(`${server.origin}/v1/projects/demo-app/databases/(default)/documents${path}`)).status
  expect(await status('/c?pageSize=2')).toBe(200)
  expect(await status('/c?pageSize=3')).toBe(403)
  expect(await status('/c')).toBe(403)
  expect(await status('/open')).toBe(200)
  expect(await status('/open?showMissing=true')).toBe(403)
})

test('a missing document that is listed is its name and nothing else, over every wire', async () => {
  await using world = await openWorld()
  const then = await world.write({ 'c/1/c/1': 1 })
  await world.write({ 'c/2/c/1': 1 })
  const name = `${world.root}/c/1`
  const now = await world.call('/c?showMissing=true')
  expect(now.json).toEqual({ documents: [{ name }, { name: `${world.root}/c/2` }] })
  const past = await world.call(`/c?showMissing=true&readTime=${then}`)
  expect(past.json).toEqual({ documents: [{ name }] })
  const bytes = documentProtobuf({
    root: '',
    document: makeDocument({ path: 'c/1', createTime: 0, updateTime: 0, json: '{}' }),
  })
  expect(Buffer.from(bytes)).toEqual(Buffer.from([0x0a, 3, ...Buffer.from('c/1')]))
})

test.each([
  ['an order that is none', '/c?orderBy=a..b', 400],
  ['an order with a third word', '/c?orderBy=n desc last', 400],
  ['missing documents in an order', '/c?orderBy=n&showMissing=true', 400],
  ['documents of a time more than an hour ago', '/c?readTime=2026-01-01T00:00:00.5Z', 400],
  ['documents of the future', '/c?readTime=9000-01-01T00:00:00Z&showMissing=true', 400],
  ['a made-up token in an order', `/c?orderBy=n&pageToken=${tokenWith('no JSON')}`, 400],
  ['a made-up token of another shape', `/c?orderBy=n&pageToken=${tokenWith('{}')}`, 400],
  ['a made-up token of values that are none', `/c?orderBy=n&pageToken=${tokenWith('[7]')}`, 400],
  ['a token of another list', `/c?orderBy=n&pageToken=${Buffer.from('["x","[]"]').toString('base64url')}`, 400],
  ['a token with no values', '/c?orderBy=n&pageToken=bm9uc2Vuc2U', 400],
])('says what is wrong with %s', async (_, path, status) => {
  await using world = await openWorld()
  await world.write({ 'c/1': 1 })
  expect((await world.call(path)).status).toBe(status)
})

test.each([
  ['an id of two segments', '/c?documentId=a/b'],
  ['an id that climbs', '/c?documentId=..'],
  ['a reserved id', '/c?documentId=__x__'],
])('no document is created with %s', async (_, path) => {
  await using world = await openWorld()
  expect((await world.call(path, { fields: {} })).status).toBe(400)
  expect(await world.list('')).toEqual([[]])
})

test.each<[string, object]>([
  ['a collection alone', { structuredQuery: { from: [{ collectionId: 'c' }] }, partitionCount: '2' }],
  [
    'a filter',
    {
      structuredQuery: {
        from: [{ collectionId: 'c', allDescendants: true }],
        where: { unaryFilter: { field: { fieldPath: 'n' }, op: 'IS_NULL' } },
      },
      partitionCount: '2',
    },
  ],
  ['no count', { structuredQuery: { from: [{ collectionId: 'c', allDescendants: true }] } }],
])('partitions are refused for %s', async (_, request) => {
  await using world = await openWorld()
  expect((await world.call(':partitionQuery', request)).status).toBe(400)
})

test('partitions come in pages', async () => {
  await using world = await openWorld()
  await world.write(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`c/${String(n).padStart(2, '0')}`, n])))
  const structuredQuery = {
    from: [{ collectionId: 'c', allDescendants: true }],
    orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
  }
  const ask = async (more: object) =>
    (await world.call(':partitionQuery', { structuredQuery, partitionCount: '3', ...more })).json as {
      partitions: { values: { referenceValue: string }[]; before: boolean }[]
      nextPageToken?: string
    }
  const all = await ask({})
  expect(all.partitions).toHaveLength(3)
  const first = await ask({ pageSize: 2 })
  const second = await ask({ pageSize: 2, pageToken: first.nextPageToken })
  expect([...first.partitions, ...second.partitions]).toEqual(all.partitions)
  expect(second.nextPageToken).toBeUndefined()
})

test('a batch of writes has a status for each, and does not stop at one that fails', async () => {
  await using world = await openWorld()
  const name = (id: string) => `${world.root}/c/${id}`
  const { json } = await world.call(':batchWrite', {
    writes: [
      { update: { name: name('1'), fields: {} } },
      { update: { name: name('2'), fields: {} }, currentDocument: { exists: true } },
      { delete: name('3') },
      { update: { name: name('4'), fields: { __bad__: { nullValue: null } } } },
    ],
  })
  const { status, writeResults } = json as { status: { code?: number }[]; writeResults: { updateTime?: string }[] }
  expect(status.map(({ code = 0 }) => code)).toEqual([0, 5, 0, 3])
  expect(writeResults.map(({ updateTime }) => updateTime !== undefined)).toEqual([true, false, false, false])
  expect(await world.list('')).toEqual([['1']])
})
