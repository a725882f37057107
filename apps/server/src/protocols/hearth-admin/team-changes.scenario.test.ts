import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { OperatorRole } from '../../access/caller.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { answerOf, GrpcClient } from '../../testing/grpc-client.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../firestore-grpc/frames.ts'

const settings = { HEARTH_SIGN_UP: 'anyone' } as const
const DATABASE = 'projects/shop-app/databases/(default)'
const addTarget = {
  database: DATABASE,
  addTarget: { targetId: 1, documents: { documents: [`${DATABASE}/documents/a/b`] } },
}

async function openShop(server: TestServer): Promise<{ owner: ConsoleAccount; nina: ConsoleAccount }> {
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner' })
  return { owner, nina }
}

async function signIn(server: TestServer, apiKey: string, token: string): Promise<Response> {
  return await fetch(`${server.origin}/v1/accounts:signInWithCustomToken?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, returnSecureToken: true }),
  })
}

/** What an owner may do in the project: read a document, write one, list the users, make a service key. */
async function tryEverything(server: TestServer, token: string): Promise<number[]> {
  const asks: [string, string, object?][] = [
    ['GET', `/v1/${DATABASE}/documents/a?pageSize=1`],
    ['POST', `/v1/${DATABASE}/documents:commit`, { writes: [{ update: { name: `${DATABASE}/documents/a/b` } }] }],
    ['GET', '/v1/projects/shop-app/accounts:batchGet'],
    ['POST', '/hearth/v1/projects/shop-app/service-keys', { name: 'Back door' }],
  ]
  const statuses: number[] = []
  for (const [method, path, body] of asks) {
    const answer = await fetch(server.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  return statuses
}

const changes: [string, (uid: string) => Readonly<Record<string, OperatorRole>>][] = [
  ['removed', () => ({})],
  ['demoted', (uid) => ({ [uid]: 'viewer' })],
]

test.each(changes)('a member who is %s has no right left in the session that was open', async (_title, rolesFor) => {
  await using server = await TestServer.start({ settings })
  const { owner, nina } = await openShop(server)
  const token = await nina.operatorToken('shop-app')
  const unused = await nina.enter('shop-app')
  expect(await tryEverything(server, token)).toEqual([200, 200, 200, 201])

  await using grpc = new GrpcClient(server.origin)
  const listen = grpc.open('Listen', { authorization: `Bearer ${token}` })
  const ended = answerOf(listen)
  listen.write(encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, addTarget))))
  await once(listen, 'data')

  await setTeam(server, 'shop-app', owner, rolesFor(nina.uid))

  expect(await tryEverything(server, token)).toEqual([401, 401, 401, 401])
  expect((await ended).status).toBe(16)
  // A custom token from before brings no right back.
  expect((await signIn(server, unused.app.apiKey, unused.customToken)).status).toBe(400)
})

test('a member who stays as they were, or may more, works on', async () => {
  await using server = await TestServer.start({ settings })
  const { owner, nina } = await openShop(server)
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'viewer' })
  const token = await nina.operatorToken('shop-app')
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'editor', somebody: 'viewer' })
  expect(await tryEverything(server, token)).toEqual([200, 403, 200, 403])
})

test('the custom token of an operator works once', async () => {
  await using server = await TestServer.start({ settings })
  const { nina } = await openShop(server)
  const { customToken, app } = await nina.enter('shop-app')
  const another = await nina.enter('shop-app')
  const twice = await Promise.all([1, 2].map(async () => await signIn(server, app.apiKey, customToken)))
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  expect((await signIn(server, app.apiKey, customToken)).status).toBe(400)
  expect((await signIn(server, app.apiKey, another.customToken)).status).toBe(200)
})
