import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { answerOf, GrpcClient } from '../../testing/grpc-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../firestore-grpc/frames.ts'

const EMAIL = 'olga@example.com'
const PASSWORD = 'correct horse'
const DATABASE = 'projects/demo-app/databases/(default)'
const addTarget = {
  database: DATABASE,
  addTarget: { targetId: 1, documents: { documents: [`${DATABASE}/documents/a/b`] } },
}

interface SignedIn {
  readonly idToken: string
  readonly refreshToken: string
}

async function enter(server: TestServer, account: ConsoleAccount): Promise<SignedIn & { readonly apiKey: string }> {
  const { customToken, app } = await account.enter('demo-app')
  const answer = await post(`${server.origin}/v1/accounts:signInWithCustomToken?key=${app.apiKey}`, {
    token: customToken,
    returnSecureToken: true,
  })
  return { ...((await answer.json()) as SignedIn), apiKey: app.apiKey }
}

async function post(address: string, body: object, token?: string): Promise<Response> {
  return await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

/** What is left of an operator session: reading, making a service key, and going on by its refresh token. */
async function tryEverything(server: TestServer, { idToken, refreshToken, apiKey }: SignedIn & { apiKey: string }) {
  const headers = { authorization: `Bearer ${idToken}` }
  const read = await fetch(`${server.origin}/v1/${DATABASE}/documents/orders?pageSize=1`, { headers })
  const keys = `${server.origin}/hearth/v1/projects/demo-app/service-keys`
  const key = await post(keys, { name: 'Back door' }, idToken)
  const refreshing = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const refreshed = await post(`${server.origin}/v1/token?key=${apiKey}`, refreshing)
  return [read.status, key.status, refreshed.status]
}

async function currentSessionOf(account: ConsoleAccount): Promise<string> {
  const answer = await account.call('GET', '/account/sessions')
  const { sessions } = (await answer.json()) as { sessions: { id: string; isCurrent: boolean }[] }
  return sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
}

test('whoever ends a session of the console ends the operator sessions that began in it, and their listeners', async () => {
  await using server = await TestServer.start()
  const kept = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  const lost = await ConsoleAccount.signIn(server, EMAIL, PASSWORD)
  const [inKept, inLost] = [await enter(server, kept), await enter(server, lost)]
  const unused = await lost.enter('demo-app')
  expect(await tryEverything(server, inLost)).toEqual([200, 201, 200])
  await using grpc = new GrpcClient(server.origin)
  const listen = grpc.open('Listen', { authorization: `Bearer ${inLost.idToken}` })
  const ended = answerOf(listen)
  listen.write(encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, addTarget))))
  await once(listen, 'data')

  expect((await kept.call('DELETE', `/account/sessions/${await currentSessionOf(lost)}`)).status).toBe(200)

  expect(await tryEverything(server, inLost)).toEqual([401, 401, 400])
  expect((await ended).status).toBe(16)
  const again = `${server.origin}/v1/accounts:signInWithCustomToken?key=${unused.app.apiKey}`
  expect((await post(again, { token: unused.customToken, returnSecureToken: true })).status).toBe(400)
  expect(await tryEverything(server, inKept)).toEqual([200, 201, 200])
})

test('a session that takes the place of another goes on with its operator sessions, and ends them when it ends', async () => {
  await using server = await TestServer.start()
  const before = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  const inProject = await enter(server, before)
  const after = await ConsoleAccount.signIn(server, EMAIL, PASSWORD)
  const replaced = await currentSessionOf(before)
  expect((await after.call('DELETE', `/account/sessions/${replaced}?goesOnInThis=true`)).status).toBe(200)
  expect((await before.call('GET', '/account/sessions')).status).toBe(401)
  expect(await tryEverything(server, inProject)).toEqual([200, 201, 200])

  const own = await currentSessionOf(after)
  expect((await after.call('DELETE', `/account/sessions/${own}?goesOnInThis=true`)).status).toBe(200)
  expect(await tryEverything(server, inProject)).toEqual([401, 401, 400])
})

test('whoever changes the password enters projects by the session that it begins, in the same second', async () => {
  await using server = await TestServer.start()
  const before = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  const inProject = await enter(server, before)
  const after = await before.changePassword('a new horse')
  expect(await tryEverything(server, await enter(server, after))).toEqual([200, 201, 200])
  expect(await tryEverything(server, inProject)).toEqual([401, 401, 400])
})
