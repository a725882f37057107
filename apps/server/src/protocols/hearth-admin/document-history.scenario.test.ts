import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

interface Listed {
  readonly versions: readonly {
    version: string
    author: object
    document: { fields: object; createTime: string } | null
  }[]
  readonly nextPageToken?: string
}

const VERSIONS_PATH = '/projects/demo-app/databases/(default)/versions/notes/1'

async function write(server: TestServer, token: string, n: number | undefined): Promise<void> {
  const address = `${server.origin}/v1/projects/demo-app/databases/(default)/documents/notes/1`
  const response = await fetch(address, {
    method: n === undefined ? 'DELETE' : 'PATCH',
    headers: { authorization: `Bearer ${token}` },
    ...(n !== undefined && { body: JSON.stringify({ fields: { n: { integerValue: String(n) } } }) }),
  })
  expect(response.status).toBe(200)
}

interface Deleted {
  readonly deleted: readonly { path: string; version: string; author: object; lastVersion: string | null }[]
  readonly nextPageToken?: string
}

async function openWorld() {
  const server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const token = await owner.operatorToken('demo-app')
  const list = async (query = ''): Promise<Listed> =>
    (await (await owner.call('GET', VERSIONS_PATH + query)).json()) as Listed
  return { server, owner, token, list, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

it('lists what became of a document and who did it, page by page', async () => {
  await using world = await openWorld()
  for (const n of [1, 2, undefined, 3]) await write(world.server, world.token, n)
  const { versions } = await world.list()
  expect(versions.map(({ document }) => document?.fields)).toEqual([
    { n: { integerValue: '3' } },
    undefined,
    { n: { integerValue: '2' } },
    { n: { integerValue: '1' } },
  ])
  const created = versions.map(({ version, document }) => document?.createTime === version)
  expect(created).toEqual([true, false, false, true])
  expect(versions[0]?.author).toEqual({ kind: 'operator', uid: world.owner.uid })
  const first = await world.list('?pageSize=3')
  const second = await world.list(`?pageSize=3&pageToken=${first.nextPageToken}`)
  expect([...first.versions, ...second.versions]).toEqual(versions)
  expect(second.nextPageToken).toBeUndefined()
})

it('restores an earlier version as a new one, in the name of who asked', async () => {
  await using world = await openWorld()
  for (const n of [1, 2, undefined]) await write(world.server, world.token, n)
  const { versions } = await world.list()
  const restored = await world.owner.call('POST', `${VERSIONS_PATH}:restore`, { version: versions[2]?.version })
  expect(restored.status).toBe(200)
  const [newest] = (await world.list()).versions
  expect(newest).toMatchObject({ document: { fields: { n: { integerValue: '1' } } }, author: { kind: 'operator' } })
  const [deleted] = versions
  expect((await world.owner.call('POST', `${VERSIONS_PATH}:restore`, { version: deleted?.version })).status).toBe(404)
})

it('tells changes after a version, and nothing to those who are no members', async () => {
  await using world = await openWorld()
  await write(world.server, world.token, 1)
  const [first] = (await world.list()).versions
  await write(world.server, world.token, 2)
  const answer = await world.owner.call('GET', `/projects/demo-app/changes?after=${first?.version}`)
  expect(await answer.json()).toEqual({
    changes: [
      {
        version: (await world.list()).versions[0]?.version,
        database: '(default)',
        path: 'notes/1',
        author: { kind: 'operator', uid: world.owner.uid },
      },
    ],
  })
  const visitor = await fetch(`${world.server.origin}/hearth/v1${VERSIONS_PATH}`)
  expect(visitor.status).toBe(401)
})

it('lists what was deleted, of a collection and of the whole database, page by page, and restores it where nothing took its place', async () => {
  await using world = await openWorld()
  const { server, owner, token } = world
  const base = '/projects/demo-app/databases/(default)'
  const documents = `${server.origin}/v1/projects/demo-app/databases/(default)/documents`
  const paths = ['lists/a', 'lists/b', 'lists/a/items/1', 'others/a']
  for (const method of ['PATCH', 'DELETE']) {
    for (const path of paths) {
      const written = await fetch(`${documents}/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'PATCH' && { body: JSON.stringify({ fields: { at: { stringValue: path } } }) }),
      })
      expect(written.status).toBe(200)
    }
  }
  const list = async (query: string): Promise<Deleted> =>
    (await (await owner.call('GET', `${base}/deleted${query}`)).json()) as Deleted
  const pathsOf = ({ deleted }: Deleted) => deleted.map(({ path }) => path)

  const first = await list('?pageSize=2')
  const second = await list(`?pageSize=2&pageToken=${first.nextPageToken}`)
  expect([...pathsOf(first), ...pathsOf(second)]).toEqual(paths.toReversed())
  expect(second.nextPageToken).toBeUndefined()
  expect(first.deleted[0]?.author).toEqual({ kind: 'operator', uid: owner.uid })
  expect(pathsOf(await list('?collection=lists'))).toEqual(['lists/b', 'lists/a'])
  expect(pathsOf(await list('?collection=lists/a/items'))).toEqual(['lists/a/items/1'])
  // A token belongs to the list it came with.
  expect((await owner.call('GET', `${base}/deleted?collection=lists&pageToken=${first.nextPageToken}`)).status).toBe(
    400,
  )
  expect((await owner.call('GET', `${base}/deleted?collection=lists/a`)).status).toBe(400)
  const [newest, , oldest] = [...first.deleted, ...second.deleted].map(({ version }) => version)
  const span = (since: string, until: string) => list(`?pageSize=1&since=${since}&until=${until}`)
  const found = await span(oldest ?? '', newest ?? '')
  expect(pathsOf(found)).toEqual([paths[2]])
  const rest = await list(`?pageSize=1&since=${oldest}&until=${newest}&pageToken=${found.nextPageToken}`)
  expect(pathsOf(rest)).toEqual([paths[1]])
  expect(rest.nextPageToken).toBeUndefined()
  expect((await owner.call('GET', `${base}/deleted?since=yesterday`)).status).toBe(400)

  const version = second.deleted[1]?.lastVersion
  const restore = () => owner.call('POST', `${base}/versions/lists/a:restore`, { version, isForAbsent: true })
  expect((await restore()).status).toBe(200)
  expect(pathsOf(await list('?collection=lists'))).toEqual(['lists/b'])
  const read = await fetch(`${documents}/lists/a`, { headers: { authorization: `Bearer ${token}` } })
  expect(await read.json()).toMatchObject({ fields: { at: { stringValue: 'lists/a' } } })
  const again = await restore()
  expect(again.status).toBe(409)
  expect((await fetch(`${server.origin}/hearth/v1${base}/deleted`)).status).toBe(401)
})

it.each([
  ['no path of a document', '/projects/demo-app/databases/(default)/versions/notes', 400],
  ['a database that is not there', '/projects/demo-app/databases/orders/versions/notes/1', 404],
  ['a token that was made up', `${VERSIONS_PATH}?pageToken=nonsense`, 400],
  ['no time', '/projects/demo-app/changes', 400],
  ['a time that is none', '/projects/demo-app/changes?after=yesterday', 400],
])('says what is wrong with %s', async (_, path, status) => {
  await using world = await openWorld()
  expect((await world.owner.call('GET', path)).status).toBe(status)
})

it('ends a page of large versions before it is full, and goes on where it ended', async () => {
  await using world = await openWorld()
  const address = `${world.server.origin}/v1/projects/demo-app/databases/(default)/documents/notes/1`
  const headers = { authorization: `Bearer ${world.token}` }
  const written: string[] = []
  for (let n = 0; n < 6; n++) {
    const stringValue = String(n).repeat(900_000)
    const body = JSON.stringify({ fields: { text: { stringValue } } })
    expect((await fetch(address, { method: 'PATCH', headers, body })).status).toBe(200)
    written.unshift(stringValue.slice(0, 1))
  }
  const pages: Listed[] = [await world.list('?pageSize=500')]
  for (let token = pages[0]?.nextPageToken; token !== undefined; token = pages.at(-1)?.nextPageToken) {
    pages.push(await world.list(`?pageSize=500&pageToken=${token}`))
  }
  expect(pages.map(({ versions }) => versions.length)).toEqual([2, 2, 2])
  const listed = pages.flatMap(({ versions }) => versions.map(({ document }) => JSON.stringify(document?.fields)))
  expect(listed.map((fields) => /"(\d)\d+"/.exec(fields)?.[1])).toEqual(written)
})
