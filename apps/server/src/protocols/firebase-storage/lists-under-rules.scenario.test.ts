import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const BUCKET = 'demo-app.appspot.com'
const owner = { authorization: 'Bearer owner' }
const ada = { authorization: `Bearer ${unsignedToken('ada')}` }

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
  for (const name of [
    'photos/ada/own.png',
    'photos/ada/deep/below.png',
    'photos/adam/diary.txt',
    'photos//ada/odd.png',
  ]) {
    const path = `/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`
    expect((await fetch(server.origin + path, { method: 'POST', headers: owner, body: 'x' })).status).toBe(200)
  }
})
afterAll(() => server[Symbol.asyncDispose]())

function unsignedToken(uid: string): string {
  const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url')
  const times = { iat: 0, auth_time: 0, exp: 4_000_000_000 }
  const issued = { iss: 'https://securetoken.google.com/demo-app', aud: 'demo-app' }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ ...issued, ...times, sub: uid, user_id: uid })}.`
}

async function publish(match: string): Promise<void> {
  const content = `rules_version = '2'; service firebase.storage { match /b/{b}/o { ${match} } }`
  const response = await fetch(`${server.origin}/internal/setRules`, {
    method: 'PUT',
    headers: owner,
    body: JSON.stringify({ rules: { files: [{ name: 'storage.rules', content }] } }),
  })
  expect(response.status, await response.text()).toBe(200)
}

async function list(query: string): Promise<{ status: number; names: string[]; prefixes: string[] }> {
  const response = await fetch(`${server.origin}/v0/b/${BUCKET}/o?${query}`, { headers: ada })
  const { items = [], prefixes = [] } = (await response.json()) as { items?: { name: string }[]; prefixes?: string[] }
  return { status: response.status, names: items.map(({ name }) => name), prefixes }
}

it.each([
  'prefix=photos/ada',
  'prefix=photos/ada/',
  'prefix=photos/ada/&delimiter=',
  'prefix=photos/ada/&delimiter=zzz',
])('a list (%s) shows the folder that the rules were asked about, and nothing below or beside it', async (query) => {
  await publish('match /photos/{uid} { allow list: if request.auth.uid == uid; }')
  expect(await list(query)).toEqual({
    status: 200,
    names: ['photos/ada/own.png'],
    prefixes: ['photos/ada/deep/'],
  })
})

it('the folder is what its path says: an empty name in it is one', async () => {
  await publish('match /photos/ada { allow list; }')
  expect((await list('prefix=photos//ada/')).status).toBe(403)
  expect((await list('prefix=photos/adam/')).status).toBe(403)
})

it('servers and operators list by any beginning of the name, and any delimiter', async () => {
  const response = await fetch(`${server.origin}/v0/b/${BUCKET}/o?prefix=photos/ada`, { headers: owner })
  const { items } = (await response.json()) as { items: { name: string }[] }
  expect(items.map(({ name }) => name)).toEqual([
    'photos/ada/deep/below.png',
    'photos/ada/own.png',
    'photos/adam/diary.txt',
  ])
})

it('the download tokens of a file are not for users, whatever the rules grant', async () => {
  await publish('match /{all=**} { allow read, write; }')
  const path = `/b/${BUCKET}/o`
  for (const address of [path, `/storage/v1${path}`, `${path}/photos%2Fada%2Fown.png`]) {
    expect((await fetch(server.origin + address, { headers: ada })).status).toBe(403)
  }
  const file = `${server.origin}/v0${path}/photos%2Fada%2Fown.png`
  for (const change of ['create_token=true', 'delete_token=x']) {
    expect((await fetch(`${file}?${change}`, { method: 'POST', headers: ada })).status).toBe(403)
  }
})

it('under start the JSON API of Cloud Storage wants a server credential', async () => {
  await using closed = await TestServer.start({ mode: 'start' })
  expect((await fetch(`${closed.origin}/storage/v1/b/${BUCKET}/o`)).status).toBe(401)
})
