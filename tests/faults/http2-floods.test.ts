import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { LONGEST_ROUND_MAX } from '../../apps/server/src/testing/held-rounds.ts'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import {
  END_HEADERS,
  END_STREAM,
  http2Frame,
  http2Preface,
  smallPost,
  smallRequest,
} from '../../apps/server/src/testing/http2-frames.ts'

// What a client of HTTP/2 can send in frames that cost it hardly anything, on connections that read nothing.

const connections = 20
const nothing = Buffer.alloc(0)
const code = Buffer.of(0, 0, 0, 8)
const increment = Buffer.of(0, 0, 0, 1)

function times(count: number, bytes: (stream: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => bytes(2 * index + 1)))
}

const open = (stream: number): Buffer => http2Frame('headers', END_STREAM | END_HEADERS, stream, smallRequest)
const post = (stream: number): Buffer => http2Frame('headers', END_HEADERS, stream, smallPost)

const floods: Record<string, Buffer> = {
  'small streams': times(9_900, open),
  'streams that are reset at once': times(9_900, (stream) =>
    Buffer.concat([open(stream), http2Frame('reset', 0, stream, code)]),
  ),
  'headers that go on': Buffer.concat([
    http2Frame('headers', END_STREAM, 1, smallRequest),
    times(50_000, () => http2Frame('continuation', 0, 1, nothing)),
  ]),
  settings: times(50_000, () => http2Frame('settings', 0, 0, nothing)),
  pings: times(50_000, () => http2Frame('ping', 0, 0, Buffer.alloc(8))),
  'updates of the window of a connection': times(100_000, () => http2Frame('windowUpdate', 0, 0, increment)),
  'updates of the window of a stream': Buffer.concat([
    post(1),
    times(100_000, () => http2Frame('windowUpdate', 0, 1, increment)),
  ]),
  'bodies of single bytes': Buffer.concat([
    times(100, post),
    ...Array.from({ length: 1_000 }, () => times(100, (stream) => http2Frame('data', 0, stream, Buffer.of(1)))),
  ]),
}

let server: HostedServer

beforeAll(async () => {
  server = await HostedServer.start({ mode: 'dev' })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

async function connectAll(): Promise<Socket[]> {
  const sockets = Array.from({ length: connections }, () => connect(server.port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  await Promise.all(
    sockets.map((socket) => {
      socket.on('error', () => undefined)
      return once(socket, 'connect')
    }),
  )
  return sockets
}

async function ask(): Promise<void> {
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
}

test.each(Object.entries(floods))('nobody waits long during %s of many connections', async (_name, bytes) => {
  const sockets = await connectAll()
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write(http2Preface)
      await once(socket, 'data')
      socket.pause()
    }),
  )
  await ask()
  const longest = await server.longestRound(async () => {
    for (const socket of sockets) socket.write(bytes)
    for (let round = 0; round < 20; round++) await ask()
    for (const socket of sockets) socket.destroy()
    for (let round = 0; round < 5; round++) await ask()
  })
  expect(longest).toBeLessThan(LONGEST_ROUND_MAX)
})
