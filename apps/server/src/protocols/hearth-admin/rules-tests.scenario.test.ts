import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const PATH = '/databases/(default)/documents/orders/one'
const testCase = {
  name: 'Ada reads',
  expectation: 'ALLOW',
  request: { path: PATH, method: 'get', auth: { uid: 'ada' } },
}

class TestsWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly owner: ConsoleAccount

  private constructor(server: TestServer, owner: ConsoleAccount) {
    this.server = server
    this.owner = owner
  }

  static async start(): Promise<TestsWorld> {
    const server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    return new TestsWorld(server, owner)
  }

  async call(method: string, id = '', body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const suffix = id === '' ? '' : `/${id}`
    const answer = await this.owner.call(method, `/projects/shop-app/rules-tests${suffix}`, body)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

test('tests are saved, listed, changed and deleted', async () => {
  await using world = await TestsWorld.start()
  const first = await world.call('POST', '', { test: testCase })
  expect(first).toMatchObject({ status: 201, body: { test: testCase, author: world.owner.uid } })
  const second = await world.call('POST', '', { test: { ...testCase, name: 'Again' } })
  const listed = await world.call('GET')
  expect(listed.body['tests']).toEqual([first.body, second.body])

  const [id, revision] = [String(first.body['id']), first.body['revision']]
  const changed = await world.call('PUT', id, { test: { ...testCase, expectation: 'DENY' }, revision })
  expect(changed).toMatchObject({ status: 200, body: { id, test: { expectation: 'DENY' } } })
  const late = await world.call('PUT', id, { test: testCase, revision })
  expect(late).toMatchObject({ status: 409, body: { error: { reason: 'TEST_CHANGED' } } })

  expect((await world.call('DELETE', id)).status).toBe(200)
  expect(await world.call('DELETE', id)).toMatchObject({ status: 404, body: { error: { reason: 'TEST_NOT_FOUND' } } })
  expect((await world.call('GET')).body['tests']).toEqual([second.body])
})

test.each([
  ['without a request', { expectation: 'ALLOW' }, 'INVALID_REQUEST'],
  ['with a method that is none', { ...testCase, request: { path: PATH, method: 'look' } }, 'INVALID_REQUEST'],
  ['with fields of no type', { ...testCase, resource: { fields: { n: { colour: 'red' } } } }, 'INVALID_VALUE'],
  ['that is too large', { ...testCase, resource: { data: { text: 'x'.repeat(70_000) } } }, 'TEST_TOO_LARGE'],
])('a test %s is refused', async (_what, bad, reason) => {
  await using world = await TestsWorld.start()
  expect(await world.call('POST', '', { test: bad })).toMatchObject({ status: 400, body: { error: { reason } } })
})

test('more than fifty tests come in pages', async () => {
  await using world = await TestsWorld.start()
  const ids: unknown[] = []
  for (let n = 0; n < 53; n++) ids.push((await world.call('POST', '', { test: testCase })).body['id'])
  const page = async (query: string) =>
    (await (await world.owner.call('GET', `/projects/shop-app/rules-tests${query}`)).json()) as {
      tests: { id: string }[]
      nextPageToken?: string
    }
  const first = await page('?pageSize=500')
  expect(first.tests).toHaveLength(50)
  const second = await page(`?pageToken=${first.nextPageToken}`)
  expect([...first.tests, ...second.tests].map(({ id }) => id)).toEqual(ids)
  expect(second).not.toHaveProperty('nextPageToken')
  expect((await page('?pageSize=2')).tests).toHaveLength(2)
})

test('the whole team reads them, and owners alone change them', async () => {
  await using world = await TestsWorld.start()
  await world.call('POST', '', { test: testCase })
  const stranger = await ConsoleAccount.signUp(world.server, 'vera@example.com')
  for (const [method, body] of [['GET'], ['POST', { test: testCase }]] as const) {
    expect((await stranger.call(method, '/projects/shop-app/rules-tests', body)).status).toBe(403)
  }
})
