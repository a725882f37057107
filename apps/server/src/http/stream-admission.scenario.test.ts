import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { createConnection } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { REQUESTS_PER_ROUND_MAX } from './connection-turns.ts'
import { MemoryBudget } from './memory-budget.ts'
import { REFUSED_STREAMS_MAX, STREAM_BYTES } from './stream-admission.ts'

const BYTES_MAX = 4 * 1024 * 1024
/** A connection's share, five eighths. */
const ROOM_FOR = (BYTES_MAX * 5) / 8 / STREAM_BYTES

/** Requests wait until the test lets them go on. */
async function start() {
  const memory = new MemoryBudget({ bytesMax: BYTES_MAX })
  const going = Promise.withResolvers<void>()
  const heldInTurn = Promise.withResolvers<number>()
  let waiting = 0
  const wait = jsonRoute('GET /wait', async () => {
    waiting++
    // The first of a later round: until then node hands over what it has read one by one.
    if (waiting === REQUESTS_PER_ROUND_MAX + 1) heldInTurn.resolve(memory.heldBytes)
    await going.promise
    return {}
  })
  const http = await HttpFixture.start({ routes: [wait], memory })
  const session = connect(http.origin)
  onTestFinished(() => session.destroy())
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  const helpers = { memory, session, goOn: going.resolve, heldInTurn: heldInTurn.promise, waiting: () => waiting }
  return Object.assign(http, helpers)
}

function open(session: ClientHttp2Session, count: number): ClientHttp2Stream[] {
  return Array.from({ length: count }, () => {
    const stream = session.request({ ':path': '/wait' })
    return stream.on('error', () => undefined).resume()
  })
}

test('streams are counted when they arrive, not when they are served', async () => {
  await using http = await start()
  open(http.session, 100)
  expect(await http.heldInTurn).toBeGreaterThan(90 * STREAM_BYTES)
})

/** A frame of HTTP/2 (RFC 9113, section 4.1). */
function frame(type: number, flags: number, stream: number, payload: string): Buffer {
  return Buffer.from(String.fromCharCode(0, 0, payload.length, type, flags, 0, 0, 0, stream) + payload, 'latin1')
}

test('a stream that is reset in the same breath leads to no exception that nobody catches', async () => {
  await using http = await start()
  const uncaught: unknown[] = []
  const collect = (error: unknown): void => void uncaught.push(error)
  process.on('uncaughtException', collect)
  onTestFinished(() => void process.off('uncaughtException', collect))
  const socket = createConnection(http.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const settings = frame(4, 0, 0, '')
  const streams = [1, 3, 5].flatMap((stream) => [
    // GET http://localhost/
    frame(1, 5, stream, '\x82\x86\x84\x41\x09localhost'),
    frame(3, 0, stream, '\0\0\0\x02'),
  ])
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), settings, ...streams, frame(6, 0, 0, 'pingpong')]),
  )
  // What answers the ping has read all before it.
  const answered = new Promise((resolve) => {
    let answer = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
      if (answer.includes('pingpong')) resolve(true)
    })
  })
  await answered
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  // The other connection is served.
  http.goOn()
  const [last] = open(http.session, 1)
  await once(last as ClientHttp2Stream, 'response')
  expect(uncaught).toEqual([])
})

test('a stream that there is no room for is reset, the others are answered, and there is room again', async () => {
  await using http = await start()
  const streams = open(http.session, ROOM_FOR + 50)
  const reset = streams.slice(ROOM_FOR)
  await expect.poll(() => reset.every((stream) => stream.destroyed)).toBe(true)
  expect(new Set(reset.map((stream) => stream.rstCode))).toEqual(new Set([constants.NGHTTP2_ENHANCE_YOUR_CALM]))
  await expect.poll(http.waiting).toBe(ROOM_FOR)
  http.goOn()
  await expect.poll(() => streams.every((stream) => stream.destroyed)).toBe(true)
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  const [again] = open(http.session, 1)
  const [headers] = (await once(again as ClientHttp2Stream, 'response')) as [{ ':status': number }]
  expect(headers[':status']).toBe(200)
})

test('a connection that goes on opening streams for which there is no room ends, and holds nothing', async () => {
  await using http = await start()
  const goaway = once(http.session, 'goaway')
  open(http.session, ROOM_FOR + REFUSED_STREAMS_MAX + 1)
  expect((await goaway)[0]).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  await expect.poll(() => http.session.destroyed).toBe(true)
  await expect.poll(() => http.memory.heldBytes).toBe(0)
})
