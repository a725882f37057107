import { once } from 'node:events'
import { type ClientHttp2Stream, constants } from 'node:http2'
import { afterEach, expect, test, vi } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from './frames.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const LIMIT_MS = 60_000
const message = encodeFrame(
  writeProtobuf(
    ListenRequest,
    readJson(ListenRequest, { database: DATABASE, addTarget: { targetId: 1, documents: {} } }),
  ),
)

const { setTimeout, clearTimeout } = globalThis

// A spy on a fake timer keeps the real one from coming back.
afterEach(() => {
  vi.useRealTimers()
  Object.assign(globalThis, { setTimeout, clearTimeout })
})

/** A server in this process, whose timers go by the test from here on. */
async function start() {
  const server = await TestServer.start({ mode: 'dev' })
  const grpc = new GrpcClient(server.origin)
  await once(grpc.session, 'remoteSettings')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const set = vi.spyOn(globalThis, 'setTimeout')
  return {
    grpc,
    /** Resolves when it has begun so many times to wait for the rest of a message. A poll of the test's would move its time on. */
    async waits(times: number): Promise<void> {
      while (set.mock.calls.filter(([, ms]) => ms === LIMIT_MS).length < times) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    async [Symbol.asyncDispose]() {
      set.mockRestore()
      vi.useRealTimers()
      await grpc[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

function open(grpc: GrpcClient): ClientHttp2Stream {
  return grpc.open('Listen', { 'google-cloud-resource-prefix': DATABASE }).resume()
}

/** Whatever the server has sent before is here then. */
async function roundTrip(grpc: GrpcClient): Promise<void> {
  await new Promise<void>((resolve) => grpc.session.ping(() => resolve()))
}

test('a stream whose message makes no progress for a minute is reset, and its neighbours live on', async () => {
  await using world = await start()
  const [stream, neighbour] = [open(world.grpc), open(world.grpc)]
  const answered = once(neighbour, 'data')
  neighbour.write(message)
  await answered
  stream.write(message.subarray(0, 4))
  await world.waits(3)
  vi.advanceTimersByTime(LIMIT_MS - 1)
  stream.write(message.subarray(4, 8))
  await world.waits(4)
  vi.advanceTimersByTime(LIMIT_MS - 1)
  await roundTrip(world.grpc)
  expect(stream.closed).toBe(false)
  const closed = once(stream, 'close')
  vi.advanceTimersByTime(1)
  await closed
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
  await roundTrip(world.grpc)
  expect(neighbour.closed).toBe(false)
})

test('a stream may be silent behind a whole message for as long as it likes', async () => {
  await using world = await start()
  const stream = open(world.grpc)
  stream.write(message.subarray(0, 8))
  await world.waits(2)
  const answered = once(stream, 'data')
  stream.write(message.subarray(8))
  await answered
  vi.advanceTimersByTime(60 * LIMIT_MS)
  await roundTrip(world.grpc)
  expect(stream.closed).toBe(false)
})

test('a stream without a message is reset after a minute', async () => {
  await using world = await start()
  const stream = open(world.grpc)
  await world.waits(1)
  vi.advanceTimersByTime(LIMIT_MS - 1)
  await roundTrip(world.grpc)
  expect(stream.closed).toBe(false)
  const closed = once(stream, 'close')
  vi.advanceTimersByTime(1)
  await closed
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
})
