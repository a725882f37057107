import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { systemRandom } from '../../lib/ambient.ts'
import { DocumentsWorld } from '../../testing/documents-world.ts'
import { answerOf, GrpcClient } from '../../testing/grpc-client.ts'
import { HttpFixture } from '../../testing/http-fixture.ts'
import { LISTEN_PATH, WebchannelPeer, WRITE_PATH } from '../../testing/webchannel-peer.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest, type WriteRequest as WriteMessage, WriteRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../firestore-grpc/frames.ts'
import { createFirestoreGrpcProtocol } from '../firestore-grpc/protocol.ts'
import { createFirestoreWebchannelProtocol } from '../firestore-webchannel/protocol.ts'
import { openListenStream, openWriteStream } from '../firestore-webchannel/streams.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const NAME = `${DATABASE}/documents/notes/one`
const addTarget = { database: DATABASE, addTarget: { targetId: 1, documents: { documents: [NAME] } } }
const write = { streamToken: 'AA==', writes: [{ update: { name: NAME, fields: {} } }] }

const operator: Caller = {
  kind: 'operator',
  project: 'demo-app',
  uid: 'ada',
  role: 'editor',
  authTime: 0,
  expiresAt: 4_000_000_000,
}
const user: Caller = { ...operator, kind: 'user', claims: {} }

/** What ends a caller's rights after they were verified, and before the stream knows whose it is. */
const endings: [name: string, caller: Caller, end: (world: DocumentsWorld) => void][] = [
  ['the account is disabled', user, ({ callers }) => callers.revoke('demo-app', 'ada')],
  ['the operator’s account is', operator, ({ callers }) => callers.revoke('console', 'ada')],
  ['the operator leaves the team', operator, ({ callers }) => callers.revokeOperator('demo-app', 'ada')],
]

function wireOf(world: DocumentsWorld, caller: Caller, end: () => void) {
  const authenticator = {
    async authenticate(): Promise<Caller> {
      end()
      return caller
    },
  }
  const log = { info() {}, warn() {}, error() {} }
  return { documents: world.documents, callers: world.callers, authenticator, random: systemRandom, log }
}

test.each(endings)('no stream of gRPC opens when %s while it is being opened', async (_name, caller, end) => {
  await using world = await DocumentsWorld.open()
  const protocol = createFirestoreGrpcProtocol(wireOf(world, caller, () => end(world)))
  await using http = await HttpFixture.start({ protocol })
  await using grpc = new GrpcClient(http.origin)
  const listen = grpc.open('Listen')
  listen.write(encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, addTarget))))
  const listened = await answerOf(listen)
  expect(listened).toMatchObject({ status: 16 })
  expect(listened.bytes.toString('latin1')).not.toContain('notes/one')
  const writing = grpc.open('Write')
  const messages: WriteMessage[] = [{ database: DATABASE }, readJson(WriteRequest, write)]
  for (const message of messages) writing.write(encodeFrame(writeProtobuf(WriteRequest, message)))
  expect(await answerOf(writing)).toMatchObject({ status: 16 })
  expect(await world.get('notes/one')).toBeUndefined()
})

test.each(endings)('no stream of WebChannel opens when %s while it is being opened', async (_name, caller, end) => {
  await using world = await DocumentsWorld.open()
  await world.set('notes/one', { text: 'secret' })
  const wire = wireOf(world, caller, () => end(world))
  const protocol = createFirestoreWebchannelProtocol({
    random: systemRandom,
    openListenStream: openListenStream(wire),
    openWriteStream: openWriteStream(wire),
  })
  await using http = await HttpFixture.start({ protocol })
  using peer = new WebchannelPeer(http.port, DATABASE)
  for (const [path, messages] of [
    [LISTEN_PATH, [addTarget]],
    [WRITE_PATH, [{ database: DATABASE }, { ...write, writes: [{ delete: NAME }] }]],
  ] as const) {
    const sid = await peer.open(path, messages)
    let heard = ''
    await expect.poll(async () => (heard += await peer.fetch(path, sid))).toContain('"status":"UNAUTHENTICATED"')
    expect(heard).not.toContain('secret')
    expect(heard).not.toContain('commitTime')
  }
  expect(await world.get('notes/one')).toBeDefined()
})
