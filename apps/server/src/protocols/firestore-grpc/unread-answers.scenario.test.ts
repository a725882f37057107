import type { ClientHttp2Stream } from 'node:http2'
import { expect, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from './frames.ts'

const database = 'projects/demo-app/databases/(default)'
const MEBIBYTE = 1024 * 1024
const REQUESTS_PER_WRITE = 1_000
/** `TargetChange{REMOVE, [7]}`, as its bytes in latin1. */
const removal = '\x08\x02\x12\x01\x07'
/** Other requests that are answered while the stream makes no progress: so it stands still. */
const ROUNDS_STILL = 60

const listenRequest = (request: object): Buffer =>
  encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, request)))

const floods: [string, Buffer][] = [
  ['removals of targets that there are not', listenRequest({ removeTarget: 7 })],
  ['targets that can’t be read', listenRequest({ addTarget: { targetId: 7 } })],
]

test.for(floods)(
  '%s are not taken from a client that reads no answer, and all are once it reads',
  async ([, request]) => {
    await using server = await TestServer.start({ mode: 'dev' })
    await using grpc = new GrpcClient(server.origin, { settings: { initialWindowSize: 0 } })
    const stream = grpc.open('Listen', { 'google-cloud-resource-prefix': database })
    stream.on('error', () => undefined)
    const flood = Buffer.concat(Array.from({ length: REQUESTS_PER_WRITE }, () => request))
    const writtenBytes = await floodUntilStill(stream, flood, server.origin)
    expect(writtenBytes).toBeLessThan(MEBIBYTE)
    let answers = 0
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString('latin1')).split(removal)
      answers += parts.length - 1
      rest = (parts.at(-1) ?? '').slice(-removal.length)
    })
    grpc.session.settings({ initialWindowSize: MEBIBYTE })
    await expect.poll(() => answers, { timeout: 10_000 }).toBe(writtenBytes / request.length)
  },
)

/** Bytes that were written until the server took no more, or 8 MiB. */
async function floodUntilStill(stream: ClientHttp2Stream, flood: Buffer, origin: string): Promise<number> {
  let written = 0
  let isFull = false
  stream.on('drain', () => (isFull = false))
  for (let still = 0; still < ROUNDS_STILL && written < 8 * MEBIBYTE; still++) {
    while (!isFull && written < 8 * MEBIBYTE) {
      isFull = !stream.write(flood)
      written += flood.length
      still = 0
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  }
  return written
}
