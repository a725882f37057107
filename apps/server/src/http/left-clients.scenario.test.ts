import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { MemoryBudget } from './memory-budget.ts'

const MIB = 1024 * 1024
const body = JSON.stringify({ text: 'x'.repeat(100_000) })
const LARGE = 'y'.repeat(2 * MIB)

/** Requests read their body and wait until the test lets them go on; answers are large. */
async function start() {
  const memory = new MemoryBudget({ bytesMax: 96 * MIB })
  const going = Promise.withResolvers<void>()
  let waiting = 0
  const route = jsonRoute('POST /wait', async (exchange) => {
    await exchange.readJson(MIB)
    waiting++
    await going.promise
    return { large: LARGE }
  })
  const http = await HttpFixture.start({ routes: [route], memory, silentMsMax: 50 })
  return Object.assign(http, { memory, goOn: going.resolve, waiting: () => waiting })
}

const request = `POST /wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`

function open(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(text)
  return socket
}

const leavings: [string, (socket: Socket) => void][] = [
  ['closes its connection', (socket) => socket.destroy()],
  ['resets its connection', (socket) => socket.resetAndDestroy()],
]

test.for(leavings)(
  'of pipelined requests whose client %s before they are answered nothing stays held, and all are logged',
  async ([, leave]) => {
    await using http = await start()
    const socket = open(http.port, request.repeat(5))
    await expect.poll(http.waiting).toBe(5)
    expect(http.memory.heldBytes).toBeGreaterThan(5 * body.length)
    leave(socket)
    await expect.poll(() => http.requests.length).toBe(5)
    http.goOn()
    await expect.poll(() => http.memory.heldBytes).toBe(0)
    for (const line of http.requests) expect(line).toMatchObject({ path: '/wait', isCut: true })
  },
)

test('what is read for a client that has left already is not held', async () => {
  const memory = new MemoryBudget({ bytesMax: 96 * MIB })
  const begun = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const read = jsonRoute('GET /read', async (exchange) => {
    begun.resolve()
    await left.promise
    try {
      exchange.memory.take(MIB)
    } finally {
      over.resolve()
    }
  })
  await using http = await HttpFixture.start({ routes: [read], memory, silentMsMax: 50 })
  const socket = open(http.port, 'GET /read HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await begun.promise
  socket.destroy()
  await expect.poll(() => http.requests.length).toBe(1)
  left.resolve()
  await over.promise
  expect(memory.heldBytes).toBe(0)
})

test('of pipelined answers that their client leaves unread nothing stays held', async () => {
  await using http = await start()
  const socket = open(http.port, request.repeat(5)).pause()
  await expect.poll(http.waiting).toBe(5)
  http.goOn()
  await expect.poll(() => http.memory.heldBytes).toBeGreaterThan(5 * MIB)
  socket.destroy()
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  expect(http.requests).toHaveLength(5)
})

test('of a pipelined request whose body is not whole when its client leaves nothing stays held', async () => {
  await using http = await start()
  const socket = open(http.port, request + request.slice(0, -1_000))
  await expect.poll(http.waiting).toBe(1)
  await expect.poll(() => http.memory.heldBytes).toBeGreaterThan(2 * body.length)
  socket.destroy()
  http.goOn()
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  await expect.poll(() => http.requests.length).toBe(2)
})

test('of streams of HTTP/2 whose client leaves nothing stays held', async () => {
  await using http = await start()
  const session = connectHttp2(http.origin)
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  for (let index = 0; index < 5; index++) {
    const stream = session.request({ ':method': 'POST', ':path': '/wait' })
    stream.on('error', () => undefined)
    stream.end(body)
  }
  await expect.poll(http.waiting).toBe(5)
  session.destroy()
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  http.goOn()
  await expect.poll(() => http.requests.length).toBe(5)
  expect(http.memory.heldBytes).toBe(0)
})
