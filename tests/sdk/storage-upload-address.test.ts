import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

let server: TestServer
let aheadMs = 0

const bucket = 'demo-app.appspot.com'
const owner = { authorization: 'Bearer owner' }
const rules = `rules_version = '2';
service firebase.storage { match /b/{b}/o { match /{name=**} { allow write: if request.auth.token.email != null; } } }`

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev', clock: { nowMs: () => Date.now() + aheadMs } })
  const body = JSON.stringify({ rules: { files: [{ name: 'storage.rules', content: rules }] } })
  const set = await fetch(`${server.origin}/internal/setRules`, { method: 'PUT', headers: owner, body })
  expect(set.status).toBe(200)
})
afterEach(() => {
  aheadMs = 0
})
afterAll(() => server[Symbol.asyncDispose]())

interface User {
  readonly idToken: string
  readonly localId: string
}

let users = 0

async function identity(call: string, body: object, headers: Record<string, string> = {}): Promise<User> {
  const answer = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as User
}

async function signUp(): Promise<User> {
  const email = `user${(users += 1)}@example.com`
  return await identity('accounts:signUp?key=demo-app', { email, password: 'correct horse', returnSecureToken: true })
}

/** Opens an upload as `firebase/storage` does; the address is all that is needed to go on. */
async function open(name: string, { idToken }: User): Promise<string> {
  const opened = await fetch(`${server.origin}/v0/b/${bucket}/o?name=${name}`, {
    method: 'POST',
    headers: {
      authorization: `Firebase ${idToken}`,
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'content-type': 'application/json',
    },
    body: '{"contentType":"text/plain"}',
  })
  expect(opened.status).toBe(200)
  return opened.headers.get('x-goog-upload-url') ?? ''
}

function step(address: string, command: string, offset: number, body: string, token?: string): Promise<Response> {
  const headers = { 'x-goog-upload-command': command, 'x-goog-upload-offset': String(offset) }
  const credential = token === undefined ? {} : { authorization: `Firebase ${token}` }
  return fetch(address, { method: 'PUT', headers: { ...headers, ...credential }, body })
}

async function reasonOf(answer: Response): Promise<[number, string | undefined]> {
  const { error } = (await answer.json()) as { error: { errors: { reason: string }[] } }
  return [answer.status, error.errors[0]?.reason]
}

describe('the address of an upload that a user opened', () => {
  it('is all that is needed to go on with it, in the name of the user', async () => {
    const address = await open('by-address.txt', await signUp())
    expect((await step(address, 'upload', 0, 'warm')).status).toBe(200)
    const asked = await step(address, 'query', 0, '')
    expect(asked.headers.get('x-goog-upload-size-received')).toBe('4')
    expect((await step(address, 'upload, finalize', 4, ' hearth')).status).toBe(200)
    const stored = await fetch(`${server.origin}/v0/b/${bucket}/o/by-address.txt?alt=media`, { headers: owner })
    expect(await stored.text()).toBe('warm hearth')
  })

  it('lets the user go on with a token, and cancel without one', async () => {
    const user = await signUp()
    const address = await open('both.txt', user)
    expect((await step(address, 'upload', 0, 'warm', user.idToken)).status).toBe(200)
    expect((await step(address, 'cancel', 0, '')).status).toBe(200)
    expect((await step(address, 'query', 0, '')).status).toBe(404)
  })

  it('holds 192 random bits, and is worth nothing with one of them changed', async () => {
    const address = new URL(await open('guessed.txt', await signUp()))
    const id = address.searchParams.get('upload_id') ?? ''
    expect(Buffer.from(id, 'base64url')).toHaveLength(24)
    address.searchParams.set('upload_id', `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`)
    expect(await reasonOf(await step(address.href, 'upload, finalize', 0, 'x'))).toEqual([404, 'UPLOAD_NOT_FOUND'])
  })

  it.each([
    ['was deleted', { call: 'accounts:delete', change: {} }],
    ['was disabled', { call: 'accounts:update', change: { disableUser: true } }],
    ['had all sessions ended', { call: 'accounts:update', change: { validSince: '4000000000' } }],
  ])('ends with the account that %s', async (how, { call, change }) => {
    const user = await signUp()
    const name = `${how.replaceAll(' ', '-')}.txt`
    const address = await open(name, user)
    expect((await step(address, 'upload', 0, 'warm')).status).toBe(200)
    await identity(`projects/demo-app/${call}`, { localId: user.localId, ...change }, owner)
    const refused = await step(address, 'upload, finalize', 4, ' hearth')
    expect(await reasonOf(refused)).toEqual([403, 'CREDENTIAL_REVOKED'])
    expect((await step(address, 'query', 0, '')).status).toBe(404)
    expect((await fetch(`${server.origin}/v0/b/${bucket}/o/${name}`, { headers: owner })).status).toBe(404)
  })
})

it('a credential that does not hold is refused, whatever the address is worth', async () => {
  const address = await open('bad.txt', await signUp())
  expect((await step(address, 'upload', 0, 'x', 'nonsense')).status).toBe(401)
  expect((await step(address, 'upload, finalize', 0, 'x')).status).toBe(200)
})

it('after the end of the token it was opened with, the address of an upload needs a fresh one', async () => {
  const user = await signUp()
  const address = await open('late.txt', user)
  aheadMs = 2 * 60 * 60_000
  expect(await reasonOf(await step(address, 'upload, finalize', 0, 'x'))).toEqual([401, 'TOKEN_EXPIRED'])
  // The vendor's emulator takes expired tokens, and so does `dev`.
  expect((await step(address, 'upload, finalize', 0, 'x', user.idToken)).status).toBe(200)
})
