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

const versionsPath = '/projects/demo-app/databases/(default)/versions/notes/1'

async function write(server: TestServer, token: string, n: number | undefined): Promise<void> {
  const address = `${server.origin}/v1/projects/demo-app/databases/(default)/documents/notes/1`
  const response = await fetch(address, {
    method: n === undefined ? 'DELETE' : 'PATCH',
    headers: { authorization: `Bearer ${token}` },
    ...(n !== undefined && { body: JSON.stringify({ fields: { n: { integerValue: String(n) } } }) }),
  })
  expect(response.status).toBe(200)
}

async function openWorld() {
  const server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const token = await owner.operatorToken('demo-app')
  const list = async (query = ''): Promise<Listed> =>
    (await (await owner.call('GET', versionsPath + query)).json()) as Listed
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
  const restored = await world.owner.call('POST', `${versionsPath}:restore`, { version: versions[2]?.version })
  expect(restored.status).toBe(200)
  const [newest] = (await world.list()).versions
  expect(newest).toMatchObject({ document: { fields: { n: { integerValue: '1' } } }, author: { kind: 'operator' } })
  const [deleted] = versions
  expect((await world.owner.call('POST', `${versionsPath}:restore`, { version: deleted?.version })).status).toBe(404)
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
  const visitor = await fetch(`${world.server.origin}/hearth/v1${versionsPath}`)
  expect(visitor.status).toBe(401)
})

it.each([
  ['no path of a document', '/projects/demo-app/databases/(default)/versions/notes', 400],
  ['a database that is not there', '/projects/demo-app/databases/orders/versions/notes/1', 404],
  ['a token that was made up', `${versionsPath}?pageToken=nonsense`, 400],
  ['no time', '/projects/demo-app/changes', 400],
  ['a time that is none', '/projects/demo-app/changes?after=yesterday', 400],
])('says what is wrong with %s', async (_, path, status) => {
  await using world = await openWorld()
  expect((await world.owner.call('GET', path)).status).toBe(status)
})
