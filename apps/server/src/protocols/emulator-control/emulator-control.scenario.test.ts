import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const DOCUMENTS = '/projects/demo-app/databases/(default)/documents'

/** What a request of a test's own tools is answered. */
async function ask(server: TestServer, method: string, path: string, body?: unknown): Promise<Response> {
  return await fetch(server.origin + path, {
    method,
    headers: owner,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const seeded = ['a/1', 'a/1/s/x', 'a/2/s/y', 'ab/1', 'b/1', 'b/1/s/x', 'b/11']

async function seed(server: TestServer): Promise<void> {
  const writes = seeded.map((path) => ({ update: { name: `${DOCUMENTS.slice(1)}/${path}`, fields: {} } }))
  expect((await ask(server, 'POST', `/v1${DOCUMENTS}:commit`, { writes })).status).toBe(200)
}

async function present(server: TestServer): Promise<string[]> {
  const found = await Promise.all(seeded.map((path) => ask(server, 'GET', `/v1${DOCUMENTS}/${path}`)))
  return seeded.filter((_, index) => found[index]?.status === 200)
}

// As the vendor's emulator did with the same documents.
test.each([
  ['/a', ['ab/1', 'b/1', 'b/1/s/x', 'b/11']],
  ['/b/1', ['a/1', 'a/1/s/x', 'a/2/s/y', 'ab/1', 'b/11']],
  ['/a/1/s', ['a/1', 'a/2/s/y', 'ab/1', 'b/1', 'b/1/s/x', 'b/11']],
  ['/a%2F1', ['a/2/s/y', 'ab/1', 'b/1', 'b/1/s/x', 'b/11']],
  ['/none', seeded],
  ['', []],
])('clearing documents%s leaves what is not below it', async (path, left) => {
  await using server = await TestServer.start({ mode: 'dev' })
  await seed(server)
  const cleared = await ask(server, 'DELETE', `/emulator/v1${DOCUMENTS}${path}`)
  expect([cleared.status, await cleared.json()]).toEqual([200, {}])
  expect(await present(server)).toEqual(left)
})

test('a path that is none is refused', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  for (const path of ['/a//b', '/__x__/1', '/%E0']) {
    expect((await ask(server, 'DELETE', `/emulator/v1${DOCUMENTS}${path}`)).status, path).toBe(400)
  }
})

test('a reset of the files clears those of every project, and nothing else', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await seed(server)
  const list = async (bucket: string): Promise<unknown> =>
    await (await ask(server, 'GET', `/storage/v1/b/${bucket}/o`)).json()
  for (const bucket of ['demo-app.appspot.com', 'other-app.appspot.com']) {
    await ask(server, 'POST', `/upload/storage/v1/b/${bucket}/o?uploadType=media&name=one.txt`, 'hello')
    expect(await list(bucket)).toMatchObject({ items: [{ name: 'one.txt' }] })
  }
  const reset = await ask(server, 'POST', '/internal/reset')
  expect([reset.status, await reset.text()]).toEqual([200, 'OK'])
  for (const bucket of ['demo-app.appspot.com', 'other-app.appspot.com']) {
    expect(await list(bucket)).not.toHaveProperty('items')
  }
  expect(await present(server)).toEqual(seeded)
})

test('triggers of functions are none to switch off', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const answer = await ask(server, 'PUT', '/functions/disableBackgroundTriggers')
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('Hearth has no Cloud Functions')
})
