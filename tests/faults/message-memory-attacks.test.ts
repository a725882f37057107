import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readJson } from '../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { WriteRequest } from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { answerOf, GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import {
  END_HEADERS,
  END_STREAM,
  http2Frame,
  http2Preface,
  smallRequest,
} from '../../apps/server/src/testing/http2-frames.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import {
  database,
  documents,
  expectAlive,
  frameOf,
  GROWTH_BYTES_MAX,
  MIB,
  owner,
  small,
  watchMemory,
} from './attacked-memory.ts'

/** How long a loop of known length takes here and now, so that times mean something on any machine. */
function calibrate(): number {
  const started = performance.now()
  let sum = 0
  for (let index = 0; index < 100_000_000; index++) sum += index & 7
  expect(sum).toBeGreaterThan(0)
  return performance.now() - started
}

test('a small gRPC message that unpacks to eight million empty ones holds nobody up', async () => {
  await using server = await SpawnedServer.start(small)
  await using grpc = new GrpcClient(server.origin)
  await expectAlive(server)
  const name = Buffer.from(database)
  const head = Buffer.concat([Buffer.from([0x0a, name.length]), name])
  const packed = gzipSync(Buffer.concat([head, Buffer.from([0x12, 0]), Buffer.alloc(16 * MIB, Buffer.from([0x12, 0]))]))
  expect(packed.length).toBeLessThan(20 * 1024)
  const memory = await watchMemory(server)
  for (const method of ['Commit', 'BatchWrite']) {
    const calls = [1, 2, 3].map(() => grpc.call(method, frameOf(1, packed.length, packed), { 'grpc-encoding': 'gzip' }))
    const started = performance.now()
    await Promise.all(calls.map(async (call) => expect((await call).status, method).toBe(8)))
    expect((performance.now() - started) / calibrate(), method).toBeLessThan(10)
  }
  expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
  await expectAlive(server)
})

test('messages that never end hold no more than a share of the memory', { timeout: 60_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await using grpc = new GrpcClient(server.origin, { maxSessionMemory: 10_000 })
  await expectAlive(server)
  const memory = await watchMemory(server)
  const unfinished = frameOf(0, 16 * MIB, Buffer.alloc(16 * MIB - 1))
  const refused: Promise<unknown>[] = []
  for (let index = 0; index < 40; index++) {
    const stream = grpc.open(['Commit', 'Listen', 'Write', 'RunQuery'][index % 4] ?? '')
    refused.push(answerOf(stream).then((answer) => expect(answer.status).toBe(8)))
    refused.at(-1)?.catch(() => undefined)
    stream.write(unfinished)
  }
  await Promise.any(refused)
  await expectAlive(server)
  await new Promise<void>((resolve) => grpc.session.ping(() => resolve()))
  expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
})

test('batches that wait on a stream hold no more than a share of the memory', { timeout: 60_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await using grpc = new GrpcClient(server.origin, { maxSessionMemory: 10_000 })
  await expectAlive(server)
  const memory = await watchMemory(server)
  const text = 'x'.repeat(900_000)
  const writes = Array.from({ length: 10 }, (_, index) => ({
    update: { name: `${database}/documents/waiting/${index}`, fields: { text: { stringValue: text } } },
  }))
  const lock = async (verb: string, body: object): Promise<unknown> => {
    const path = `${server.origin}${documents}:${verb}`
    return await (await fetch(path, { method: 'POST', headers: owner, body: JSON.stringify(body) })).json()
  }
  // The first batch waits for a transaction that has read its document, and the others for the first.
  const { transaction } = (await lock('beginTransaction', {})) as { transaction: string }
  await lock('batchGet', { documents: [`${database}/documents/waiting/0`], transaction })
  const open = encodeFrame(writeProtobuf(WriteRequest, readJson(WriteRequest, { database })))
  const batch = encodeFrame(writeProtobuf(WriteRequest, readJson(WriteRequest, { writes, streamToken: 'eA==' })))
  const stream = grpc.open('Write')
  const answer = answerOf(stream)
  for (const frame of [open, ...Array.from({ length: 40 }, () => batch)]) stream.write(frame)
  expect((await answer).status).toBe(8)
  expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
  await expectAlive(server)
})

test('small packed bodies do not unpack to more than a share of the memory', { timeout: 60_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await expectAlive(server)
  const memory = await watchMemory(server)
  const text = Array.from({ length: 5_000 }, () => randomBytes(9).toString('base64') + 'A'.repeat(2_048)).join('')
  const packed = gzipSync(JSON.stringify({ writes: text }))
  expect(text.length / packed.length).toBeGreaterThan(100)
  const headers = { ...owner, 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const answer = await fetch(`${server.origin}${documents}:commit`, { method: 'POST', headers, body: packed })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  for (const status of statuses) expect([400, 429]).toContain(status)
  expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
  await expectAlive(server)
})

/** `count` streams of one connection with a request each, as bytes. */
function smallStreams(count: number): Buffer {
  const flags = END_HEADERS | END_STREAM
  const streams = Array.from({ length: count }, (_, index) => http2Frame('headers', flags, 2 * index + 1, smallRequest))
  return Buffer.concat([http2Preface, ...streams])
}

const bursts: [string, { connections: number; bytes: Buffer }][] = [
  ['small streams of HTTP/2', { connections: 20, bytes: smallStreams(9_900) }],
  ['pipelined requests', { connections: 200, bytes: Buffer.from('GET /a HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(2_500)) }],
]

test.for(bursts)(
  '%s on many connections that read nothing hold no more than a share of the memory, and others are answered',
  { timeout: 60_000 },
  async ([, { connections, bytes }]) => {
    await using server = await SpawnedServer.start({ heapMebibytesMax: 512 })
    const ask = async (): Promise<void> => expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    await ask()
    const msMax = 80 * calibrate()
    const memory = await watchMemory(server)
    const sockets = Array.from({ length: connections }, () => connect(server.port, '127.0.0.1').pause())
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    await Promise.all(
      sockets.map((socket) =>
        once(
          socket.on('error', () => undefined),
          'connect',
        ),
      ),
    )
    for (const socket of sockets) socket.write(bytes)
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      await ask()
      expect(performance.now() - started).toBeLessThan(msMax)
    }
    expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
  },
)
