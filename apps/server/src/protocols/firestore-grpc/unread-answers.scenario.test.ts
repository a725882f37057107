import { once } from 'node:events'
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { expect, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from './frames.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const MEBIBYTE = 1024 * 1024
/** `TargetChange{REMOVE, [7]}`, as its bytes in latin1. */
const REMOVAL = '\x08\x02\x12\x01\x07'

const listenRequest = (request: object): Buffer =>
  encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, request)))

const removeTarget = listenRequest({ removeTarget: 7 })
const floods: [string, Buffer][] = [
  ['removals of targets that there are not', removeTarget],
  ['targets that can’t be read', listenRequest({ addTarget: { targetId: 7 } })],
]

test.for(floods)(
  '%s wait for a client that reads no answer, and all are answered once it reads',
  async ([, request]) => {
    await using server = await TestServer.start({ mode: 'dev' })
    await using grpc = new GrpcClient(server.origin, { settings: { initialWindowSize: 0 } })
    const stream = open(grpc)
    const requests = Math.floor(MEBIBYTE / 2 / request.length)
    const isWritten = write(stream, request, requests)
    await expect.poll(isWritten, { timeout: 10_000 }).toBe(true)
    let answers = 0
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString('latin1')).split(REMOVAL)
      answers += parts.length - 1
      rest = (parts.at(-1) ?? '').slice(-REMOVAL.length)
    })
    grpc.session.settings({ initialWindowSize: MEBIBYTE })
    await expect.poll(() => answers, { timeout: 10_000 }).toBe(requests)
  },
)

test('a client that asks on and reads no answer is refused', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using grpc = new GrpcClient(server.origin, { settings: { initialWindowSize: 0 } })
  const stream = open(grpc)
  const isWritten = write(stream, removeTarget, (2 * MEBIBYTE) / removeTarget.length)
  await expect.poll(isWritten, { timeout: 10_000 }).toBe(true)
  const trailers = once(stream, 'trailers')
  stream.resume()
  grpc.session.settings({ initialWindowSize: MEBIBYTE })
  const [{ 'grpc-status': status, 'grpc-message': message }] = (await trailers) as [IncomingHttpHeaders]
  expect([status, message]).toEqual(['8', expect.stringContaining('reads no answer')])
})

function open(grpc: GrpcClient): ClientHttp2Stream {
  const stream = grpc.open('Listen', { 'google-cloud-resource-prefix': DATABASE })
  stream.on('error', () => undefined)
  return stream
}

/** So many requests; answers whether the server has read them, but for what is on its way. */
function write(stream: ClientHttp2Stream, request: Buffer, times: number): () => boolean {
  let isWritten = false
  stream.write(Buffer.alloc(request.length * Math.floor(times), request), () => (isWritten = true))
  return () => isWritten
}
