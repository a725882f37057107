import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { answerOf, GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { readJson } from '../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { ListenRequest, WriteRequest } from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../../apps/server/src/protocols/firestore-grpc/frames.ts'
import {
  END_HEADERS,
  END_STREAM,
  http2Frame,
  http2Preface,
  smallRequest,
} from '../../apps/server/src/testing/http2-frames.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

// Attacks on the memory and the time of the server, each measured at the process itself.

const MIB = 1024 * 1024
const database = 'projects/demo-app/databases/(default)'
const documents = `/v1/${database}/documents`
const owner = { authorization: 'Bearer owner' }

/** A server that counts 140 MiB at most, and 90 MiB of them for one address. */
const small = { mode: 'dev', heapMebibytesMax: 512 } as const
/** Objects, and what is not collected yet, are more than the bytes they are counted with. */
const GROWTH_BYTES_MAX = 300 * MIB

/** Watches the memory of the process, and says by how much it had grown at its largest. */
async function watchMemory(server: SpawnedServer): Promise<{ growth(): Promise<number> }> {
  const sample = async (): Promise<number> => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
  }
  const before = await sample()
  let most = before
  const take = async (): Promise<void> => {
    most = Math.max(most, await sample())
  }
  const timer = setInterval(() => void take().catch(() => clearInterval(timer)), 20)
  onTestFinished(() => clearInterval(timer))
  return {
    async growth() {
      await take()
      clearInterval(timer)
      return most - before
    },
  }
}

/** The server still answers whoever asks for little. */
async function expectAlive(server: SpawnedServer): Promise<void> {
  const body = JSON.stringify({ fields: { text: { stringValue: 'still here' } } })
  const written = await fetch(`${server.origin}${documents}/alive/one`, { method: 'PATCH', headers: owner, body })
  expect(written.status).toBe(200)
  expect(await (await fetch(`${server.origin}${documents}/alive/one`, { headers: owner })).text()).toContain(
    'still here',
  )
}

function frameOf(flag: 0 | 1, length: number, bytes: Uint8Array): Buffer {
  const prefix = Buffer.from([flag, 0, 0, 0, 0])
  prefix.writeUInt32BE(length, 1)
  return Buffer.concat([prefix, bytes])
}

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

test(
  'vector searches hold the names of what is near, however many are asked for at once',
  { timeout: 120_000 },
  async () => {
    await using server = await SpawnedServer.start(small)
    // All of them together are 12 MiB, and 60 searches held them 60 times.
    const count = 1_000
    const vector = {
      mapValue: {
        fields: {
          __type__: { stringValue: '__vector__' },
          value: { arrayValue: { values: [{ doubleValue: 1 }, { doubleValue: 2 }] } },
        },
      },
    }
    const fields = { v: vector, text: { stringValue: 'x'.repeat(12_000) } }
    const writes = Array.from({ length: count }, (_, n) => ({
      update: { name: `${database}/documents/near/${n}`, fields },
    }))
    const ask = async (verb: string, body: object): Promise<{ status: number; text: string }> => {
      const headers = { ...owner, 'content-type': 'application/json' }
      const path = `${server.origin}${documents}:${verb}`
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, text: await answer.text() }
    }
    for (let from = 0; from < count; from += 500) {
      expect((await ask('commit', { writes: writes.slice(from, from + 500) })).status).toBe(200)
    }
    const memory = await watchMemory(server)
    const search = { vectorField: { fieldPath: 'v' }, queryVector: vector, distanceMeasure: 'EUCLIDEAN', limit: 1_000 }
    const query = { from: [{ collectionId: 'near' }], select: { fields: [{ fieldPath: 'v' }] }, findNearest: search }
    const answers = await Promise.all(
      Array.from({ length: 60 }, async () => await ask('runQuery', { structuredQuery: query })),
    )
    for (const { status, text } of answers) {
      if (status === 200) expect((JSON.parse(text) as unknown[]).length).toBe(count)
      else expect([status, text]).toEqual([429, expect.stringMatching(/TOO_MANY_SEARCHES|TOO_MUCH_HELD/)])
    }
    // Four go on and fifty of one key wait, at least.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(54)
    expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
    await expectAlive(server)
  },
)

/**
 * Documents of 3.5 MiB in all that are 50 MiB when they are decoded, and a question about them that no index answers in its order: what they
 * are ordered by begins with more than a key of the index holds.
 */
async function writeUnsorted(server: SpawnedServer): Promise<void> {
  for (let batch = 0; batch < 4; batch++) {
    const writes = Array.from({ length: 25 }, (_, index) => {
      const rank = { integerValue: String((index * 7 + batch) % 25) }
      const values = [...Array.from({ length: 2_000 }, () => ({ mapValue: {} })), rank]
      const fields = { group: { stringValue: 'a' }, rank, list: { arrayValue: { values } } }
      return { update: { name: `${database}/documents/unsorted/${batch}-${index}`, fields } }
    })
    expect(await post(server, 'commit', { writes })).toMatchObject({ status: 200 })
  }
}

const unsorted = {
  from: [{ collectionId: 'unsorted' }],
  where: { fieldFilter: { field: { fieldPath: 'group' }, op: 'EQUAL', value: { stringValue: 'a' } } },
  orderBy: [{ field: { fieldPath: 'list' } }],
}

/** From an address of loopback, that of the others unless told. */
function post(
  server: SpawnedServer,
  verb: string,
  body: object,
  localAddress = '127.0.0.1',
): Promise<{ status: number; text: string }> {
  const options = { port: server.port, host: '127.0.0.1', path: `${documents}:${verb}`, method: 'POST', localAddress }
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, headers: { ...owner, 'content-type': 'application/json' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}

test(
  'queries that sort in memory hold no more than a share of it, and other addresses are answered meanwhile',
  { timeout: 120_000 },
  async () => {
    // All of them at once are 1.2 GiB, more than twice what the process may have, where they are kept as they are decoded.
    await using server = await SpawnedServer.start(small)
    await writeUnsorted(server)
    const few = { ...unsorted, select: { fields: [{ fieldPath: 'rank' }] } }
    const asked = Array.from({ length: 24 }, () => post(server, 'runQuery', { structuredQuery: few }))
    for (let round = 0; round < 3; round++) {
      const { status, text } = await post(server, 'runQuery', { structuredQuery: { ...few, limit: 1 } }, '127.0.0.2')
      expect([status, text]).toEqual([200, expect.stringContaining('"rank"')])
    }
    const answers = await Promise.all(asked)
    for (const { status, text } of answers) {
      if (status === 200) expect((JSON.parse(text) as unknown[]).length).toBe(100)
      else expect([status, text]).toEqual([429, expect.stringContaining('TOO_MUCH_HELD')])
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await post(server, 'runQuery', { structuredQuery: few })).status).toBe(200)
    await expectAlive(server)
  },
)

test('the windows of listeners hold no more than the text of what is in them', { timeout: 120_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await writeUnsorted(server)
  await using grpc = new GrpcClient(server.origin, { maxSessionMemory: 10_000 })
  const stream = grpc.open('Listen')
  const told = Promise.withResolvers<void>()
  let expected = 0
  let seen = 0
  stream.on('data', (chunk: Buffer) => {
    // A name that is cut in two is one less.
    seen += chunk.toString('latin1').split('/unsorted/').length - 1
    if (seen >= expected - 100) told.resolve()
  })
  stream.on('end', () => told.reject(new Error('the stream has ended')))
  for (let targetId = 1; targetId <= 12; targetId++) {
    const limit = 101 - targetId
    expected += limit
    const query = { parent: `${database}/documents`, structuredQuery: { ...unsorted, limit } }
    const request = readJson(ListenRequest, { database, addTarget: { targetId, query } })
    stream.write(encodeFrame(writeProtobuf(ListenRequest, request)))
  }
  await told.promise
  await expectAlive(server)
})

test('aggregations hold no documents, whatever order they are asked in', { timeout: 120_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await writeUnsorted(server)
  const aggregations = [{ alias: 'sum', sum: { field: { fieldPath: 'rank' } } }]
  const structuredAggregationQuery = { structuredQuery: unsorted, aggregations }
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => post(server, 'runAggregationQuery', { structuredAggregationQuery })),
  )
  for (const { status, text } of answers) expect([status, text]).toEqual([200, expect.stringContaining('"1200"')])
  await expectAlive(server)
})

/** Documents whose list is 20 MiB long. */
async function writeLongList(server: SpawnedServer): Promise<void> {
  for (let batch = 0; batch < 4; batch++) {
    const writes = Array.from({ length: 25 }, (_, index) => ({
      update: {
        name: `${database}/documents/long/${batch}-${index}`,
        fields: { text: { stringValue: 'x'.repeat(200_000) } },
      },
    }))
    const body = JSON.stringify({ writes })
    expect((await fetch(`${server.origin}${documents}:commit`, { method: 'POST', headers: owner, body })).status).toBe(
      200,
    )
  }
}

test('answers that nobody reads hold no more than a share of the memory', { timeout: 120_000 }, async () => {
  await using server = await SpawnedServer.start(small)
  await writeLongList(server)
  await expectAlive(server)
  const memory = await watchMemory(server)
  const sessions: ClientHttp2Session[] = []
  const sockets: Socket[] = []
  const path = `${documents}/long?pageSize=300`
  for (let connection = 0; connection < 10; connection++) {
    const session = connectHttp2(server.origin, { settings: { initialWindowSize: 0 } })
    session.on('error', () => undefined)
    await once(session, 'remoteSettings')
    sessions.push(session)
    for (let index = 0; index < 12; index++) session.request({ ':path': path, ...owner }).on('error', () => undefined)
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket.pause())
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer owner\r\n\r\n`)
  }
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    for (const socket of sockets) socket.destroy()
  })
  for (const session of sessions) await new Promise<void>((resolve) => session.ping(() => resolve()))
  for (let round = 0; round < 20; round++) await expectAlive(server)
  expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
})

test(
  'listeners that ask on and read no answer hold no more than a share of the memory',
  { timeout: 60_000 },
  async () => {
    await using server = await SpawnedServer.start(small)
    await expectAlive(server)
    const memory = await watchMemory(server)
    const requests = Buffer.concat(
      Array.from({ length: 9_000 }, () =>
        encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, { removeTarget: 7 }))),
      ),
    )
    await using grpc = new GrpcClient(server.origin, { maxSessionMemory: 10_000, settings: { initialWindowSize: 0 } })
    const written: Promise<void>[] = []
    for (let index = 0; index < 250; index++) {
      const stream = grpc.open('Listen', { 'google-cloud-resource-prefix': 'projects/nobodys/databases/(default)' })
      stream.on('error', () => undefined)
      written.push(new Promise((resolve) => stream.write(requests, () => resolve())))
    }
    await Promise.all(written)
    for (let round = 0; round < 20; round++) await expectAlive(server)
    expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
  },
)

test(
  'what targets ask for holds no more than a share of the memory, however small they are when they come',
  { timeout: 60_000 },
  async () => {
    await using server = await SpawnedServer.start(small)
    await using grpc = new GrpcClient(server.origin)
    await expectAlive(server)
    const memory = await watchMemory(server)
    const values = Array.from({ length: 9_000 }, () => ({ mapValue: {} }))
    const fieldFilter = { field: { fieldPath: 'f0000' }, op: 'EQUAL', value: { arrayValue: { values } } }
    const structuredQuery = { from: [{ collectionId: 'asked' }], where: { fieldFilter } }
    const addTarget = { targetId: 1, query: { parent: `${database}/documents`, structuredQuery } }
    const message = writeProtobuf(ListenRequest, readJson(ListenRequest, { database, addTarget }))
    // Of each stream another: those who ask the same would share it.
    const frameOfStream = (index: number): Buffer => {
      const own = Buffer.from(message)
      own.write(`f${1_000 + index}`, own.indexOf('f0000'))
      const packed = gzipSync(own)
      expect(packed.length).toBeLessThan(2_000)
      return frameOf(1, packed.length, packed)
    }
    const ask = (index: number): Promise<string> => {
      const stream = grpc.open('Listen', { 'grpc-encoding': 'gzip' })
      stream.on('error', () => undefined)
      stream.write(frameOfStream(index))
      return new Promise<string>((resolve) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1')
          // It is current, or was refused.
          if (text.includes('\x08\x03') || text.includes('holds')) resolve(text)
        })
        stream.on('trailers', (trailers) => resolve(String(trailers['grpc-message'])))
        stream.on('close', () => resolve('closed'))
      })
    }
    const texts: string[] = []
    for (let index = 0; index < 150; index++) texts.push(await ask(index))
    expect(texts.filter((text) => text.includes('holds')).length).toBeGreaterThan(50)
    await expectAlive(server)
    // All of them hold 400 MiB, and as much of their texts.
    expect(await memory.growth()).toBeLessThan(400 * MIB)
  },
)

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

/** Documents that say little in many values, which take 25 MiB each when they are decoded. */
async function writeManyValues(server: SpawnedServer, count: number): Promise<string[]> {
  const values = Array.from({ length: 99_000 }, (_, index) =>
    index % 30 === 0 ? { integerValue: '1' } : { mapValue: {} },
  )
  const within = { mapValue: { fields: { x: { arrayValue: { values } } } } }
  const fields = { o: { integerValue: '1' }, a: { arrayValue: { values: [within] } } }
  const names = Array.from({ length: count }, (_, index) => `${database}/documents/maps/${index}`)
  for (const name of names) {
    expect(await post(server, 'commit', { writes: [{ update: { name, fields } }] })).toMatchObject({ status: 200 })
  }
  return names
}

test('documents of many small values are held as text, by reads and by commits', { timeout: 90_000 }, async () => {
  await using server = await SpawnedServer.start({ ...small, heapMebibytesMax: 320 })
  const names = await writeManyValues(server, 14)
  const memory = await watchMemory(server)
  const asked = { documents: names.slice(0, 8), mask: { fieldPaths: ['o'] } }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(server, 'batchGet', asked)))
  for (const { status, text } of answers) {
    if (status === 200) expect(text.match(/"integerValue": ?"1"/g)).toHaveLength(8)
    else expect([status, text]).toEqual([429, expect.stringContaining('TOO_MUCH_HELD')])
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  // It would leave nothing changed: its last write is about a document that is not there.
  const updates = names.map((name) => ({
    update: { name, fields: { z: { integerValue: '1' } } },
    updateMask: { fieldPaths: ['z'] },
  }))
  const missing = { delete: `${database}/documents/maps/none`, currentDocument: { exists: true } }
  expect([400, 404, 429]).toContain((await post(server, 'commit', { writes: [...updates, missing] })).status)
  expect(await memory.growth()).toBeLessThan(GROWTH_BYTES_MAX)
  await expectAlive(server)
})

test('what commits change while a transaction is open is kept as text', { timeout: 90_000 }, async () => {
  await using server = await SpawnedServer.start({ ...small, heapMebibytesMax: 256 })
  const begun = await post(server, 'beginTransaction', { options: { readWrite: {} } })
  const { transaction } = JSON.parse(begun.text) as { transaction: string }
  const filter = { field: { fieldPath: 'o' }, op: 'EQUAL', value: { integerValue: '2' } }
  const structuredQuery = { from: [{ collectionId: 'maps' }], where: { fieldFilter: filter } }
  expect(await post(server, 'runQuery', { structuredQuery, transaction })).toMatchObject({ status: 200 })
  await writeManyValues(server, 10)
  await expectAlive(server)
  // It compares the query with all of them.
  const write = { update: { name: `${database}/documents/other/one`, fields: {} } }
  expect(await post(server, 'commit', { transaction, writes: [write] })).toMatchObject({ status: 200 })
  await expectAlive(server)
})
