import { once } from 'node:events'
import { expect, test } from 'vitest'
import { answerOf, GrpcClient } from '../../testing/grpc-client.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'
import { LISTEN_PATH, WebchannelPeer, WRITE_PATH } from '../../testing/webchannel-peer.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest, WriteRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../firestore-grpc/frames.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const addTarget = {
  database: DATABASE,
  addTarget: { targetId: 1, documents: { documents: [`${DATABASE}/documents/a/b`] } },
}

interface Person {
  readonly localId: string
  readonly idToken: string
}

async function callIdentity(server: TestServer, path: string, body: object): Promise<Record<string, string>> {
  const address = `${server.origin}/identitytoolkit.googleapis.com/v1/${path}?key=demo-app`
  const isAdministration = path.startsWith('projects/')
  const headers = { 'content-type': 'application/json', ...(isAdministration && { authorization: 'Bearer owner' }) }
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as Record<string, string>
}

async function signUp(server: TestServer, email: string): Promise<Person> {
  const body = { email, password: 'correct horse', returnSecureToken: true }
  const { localId = '', idToken = '' } = await callIdentity(server, 'accounts:signUp', body)
  return { localId, idToken }
}

/** What ends all that an account had open. */
const endings: [name: string, end: (server: TestServer, person: Person) => Promise<unknown>][] = [
  [
    'is disabled',
    (server, { localId }) => callIdentity(server, 'projects/demo-app/accounts:update', { localId, disableUser: true }),
  ],
  [
    'is deleted by an administrator',
    (server, { localId }) => callIdentity(server, 'projects/demo-app/accounts:delete', { localId }),
  ],
  ['deletes itself', (server, { idToken }) => callIdentity(server, 'accounts:delete', { idToken })],
  [
    'has its sessions revoked',
    (server, { localId }) => {
      const validSince = String(Math.floor(Date.now() / 1000) + 1)
      return callIdentity(server, 'projects/demo-app/accounts:update', { localId, validSince })
    },
  ],
  [
    'changes its password',
    (server, { idToken }) => callIdentity(server, 'accounts:update', { idToken, password: 'battery staple' }),
  ],
]

test.each(endings)('the streams of an account that %s end, and nobody else’s do', async (_name, end) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const [ada, grace] = [await signUp(server, 'ada@example.com'), await signUp(server, 'grace@example.com')]
  using peer = new WebchannelPeer(server.port, DATABASE)
  await using grpc = new GrpcClient(server.origin)
  const bearer = ({ idToken }: Person): string => `Bearer ${idToken}`

  const channels = [
    { path: LISTEN_PATH, sid: await peer.open(LISTEN_PATH, [addTarget], `Authorization: ${bearer(ada)}`) },
    { path: WRITE_PATH, sid: await peer.open(WRITE_PATH, [{ database: DATABASE }], `Authorization: ${bearer(ada)}`) },
  ]
  const kept = await peer.open(WRITE_PATH, [{ database: DATABASE }], `Authorization: ${bearer(grace)}`)
  const listen = grpc.open('Listen', { authorization: bearer(ada) })
  const write = grpc.open('Write', { authorization: bearer(ada) })
  const ended = [answerOf(listen), answerOf(write)]
  listen.write(encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, addTarget))))
  write.write(encodeFrame(writeProtobuf(WriteRequest, { database: DATABASE })))
  await Promise.all([once(listen, 'data'), once(write, 'data')])
  for (const { path, sid } of channels) await expect.poll(() => peer.fetch(path, sid)).toContain('[[1,')

  await end(server, ada)

  for (const { status } of await Promise.all(ended)) expect(status).toBe(16)
  for (const { path, sid } of channels) {
    await expect.poll(() => peer.fetch(path, sid)).toContain('"status":"UNAUTHENTICATED"')
  }
  const update = { name: `${DATABASE}/documents/a/kept`, fields: {} }
  await peer.forward(WRITE_PATH, kept, 1, [{ streamToken: 'AA==', writes: [{ update }] }])
  await expect.poll(() => peer.fetch(WRITE_PATH, kept)).toContain('"commitTime"')
})

/** What somebody else does to an account. */
const byAdministrators = [
  ...endings.filter(([name]) => !/itself|changes/.test(name)),
  [
    'gets another password from an administrator',
    (server: TestServer, { localId }: Person) =>
      callIdentity(server, 'projects/demo-app/accounts:update', { localId, password: 'battery staple' }),
  ],
] as const

test.each(byAdministrators)('an account that %s hears of nothing that comes after', async (_name, end) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const ada = await signUp(server, 'ada@example.com')
  await using grpc = new GrpcClient(server.origin)
  const listen = grpc.open('Listen', { authorization: `Bearer ${ada.idToken}` })
  const ended = answerOf(listen)
  listen.write(encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, addTarget))))
  await once(listen, 'data')
  await end(server, ada)
  const write = await fetch(`${server.origin}/v1/${DATABASE}/documents/a/b`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ fields: { text: { stringValue: 'after the end' } } }),
  })
  expect(write.status).toBe(200)
  const { status, bytes } = await ended
  expect(status).toBe(16)
  expect(bytes.toString('latin1')).not.toContain('after the end')
})

test('the streams of a service key that is revoked end, and those of another key go on', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const [revoked, kept] = [await serviceToken(owner, 'demo-app'), await serviceToken(owner, 'demo-app')]
  await using grpc = new GrpcClient(server.origin)
  const openBoth = async (token: string) => {
    const listen = grpc.open('Listen', { authorization: `Bearer ${token}` })
    const write = grpc.open('Write', { authorization: `Bearer ${token}` })
    const answers = [answerOf(listen), answerOf(write)]
    listen.write(encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, addTarget))))
    write.write(encodeFrame(writeProtobuf(WriteRequest, { database: DATABASE })))
    await Promise.all([once(listen, 'data'), once(write, 'data')])
    return { listen, write, answers }
  }
  const over = await openBoth(revoked)
  const other = await openBoth(kept)

  const [, claims = ''] = revoked.split('.')
  const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string }
  const id = /^key-(\w+)@/.exec(iss)?.[1] ?? ''
  expect((await owner.call('DELETE', `/projects/demo-app/service-keys/${id}`)).status).toBe(200)

  for (const { status } of await Promise.all(over.answers)) expect(status).toBe(16)
  const { answers, listen, write } = other
  listen.end()
  write.end()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(0)
})

test('new claims or another name end nothing: they count from the next token on', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const ada = await signUp(server, 'ada@example.com')
  using peer = new WebchannelPeer(server.port, DATABASE)
  const sid = await peer.open(WRITE_PATH, [{ database: DATABASE }], `Authorization: Bearer ${ada.idToken}`)
  const changes = { localId: ada.localId, displayName: 'Ada', customAttributes: '{"level":7}' }
  await callIdentity(server, 'projects/demo-app/accounts:update', changes)
  const update = { name: `${DATABASE}/documents/a/kept`, fields: {} }
  await peer.forward(WRITE_PATH, sid, 1, [{ streamToken: 'AA==', writes: [{ update }] }])
  await expect.poll(() => peer.fetch(WRITE_PATH, sid)).toContain('"commitTime"')
})

test('an expired token of the vendor’s test library opens a listener under dev, which lives on', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const mock = `${part({ alg: 'none' })}.${part({ sub: 'mock', user_id: 'mock', iat: 0, exp: 3600 })}.`
  using peer = new WebchannelPeer(server.port, DATABASE)
  const sid = await peer.open(LISTEN_PATH, [addTarget], `Authorization: Bearer ${mock}`)
  let heard = ''
  await expect.poll(async () => (heard += await peer.fetch(LISTEN_PATH, sid))).toContain('CURRENT')
  await peer.forward(LISTEN_PATH, sid, 1, [{ ...addTarget, addTarget: { ...addTarget.addTarget, targetId: 2 } }])
  await expect.poll(async () => (heard += await peer.fetch(LISTEN_PATH, sid))).toMatch(/"CURRENT","targetIds":\[2\]/)
  expect(heard).not.toContain('"error"')
})
