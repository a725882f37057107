import { once } from 'node:events'
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readJson } from '../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { ListenRequest } from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import { encodeFrame } from '../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import {
  database,
  documents,
  expectAlive,
  frameOf,
  GROWTH_BYTES_MAX,
  MIB,
  owner,
  post,
  small,
  watchMemory,
} from './attacked-memory.ts'

/** Documents whose list is 20 MiB long. */
async function writeLongList(server: SpawnedServer): Promise<void> {
  for (let batch = 0; batch < 4; batch++) {
    const writes = Array.from({ length: 25 }, (_, index) => ({
      update: {
        name: `${database}/documents/long/${batch}-${index}`,
        fields: { text: { stringValue: 'x'.repeat(200_000) } },
      },
    }))
    expect(await post(server, 'commit', { writes })).toMatchObject({ status: 200 })
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
