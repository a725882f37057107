import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { REQUESTS_PER_ROUND_MAX } from './connection-turns.ts'
import { MemoryBudget } from './memory-budget.ts'
import { REFUSED_STREAMS_MAX, STREAM_BYTES } from './stream-admission.ts'

const bytesMax = 4 * 1024 * 1024
/** A connection's share, five eighths. */
const roomFor = (bytesMax * 5) / 8 / STREAM_BYTES

/** Requests wait until the test lets them go on. */
async function start() {
  const memory = new MemoryBudget({ bytesMax })
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

test('a stream that there is no room for is reset, the others are answered, and there is room again', async () => {
  await using http = await start()
  const streams = open(http.session, roomFor + 50)
  const reset = streams.slice(roomFor)
  await expect.poll(() => reset.every((stream) => stream.destroyed)).toBe(true)
  expect(new Set(reset.map((stream) => stream.rstCode))).toEqual(new Set([constants.NGHTTP2_ENHANCE_YOUR_CALM]))
  await expect.poll(http.waiting).toBe(roomFor)
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
  open(http.session, roomFor + REFUSED_STREAMS_MAX + 1)
  expect((await goaway)[0]).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  await expect.poll(() => http.session.destroyed).toBe(true)
  await expect.poll(() => http.memory.heldBytes).toBe(0)
})
