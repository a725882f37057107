import { once } from 'node:events'
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { MemoryBudget } from './memory-budget.ts'
import type { Route } from './route.ts'

const MIB = 1024 * 1024
/** More than the buffers of the system take on both sides. */
const ANSWER_BYTES = 24 * MIB

const large: Route = {
  method: 'GET',
  path: '/large',
  guard: 'open',
  handle: (exchange) => exchange.reply(200, {}, Buffer.alloc(ANSWER_BYTES, 'x')),
}
/** Written at once, of which the buffers of the system take many. */
const middling = jsonRoute('GET /middling', () => ({ text: 'x'.repeat(60_000) }))
const small = jsonRoute('GET /small', () => ({ text: 'small' }))

async function start(options: { readerMsMax?: number; bytesMax?: number }) {
  const memory = new MemoryBudget({ bytesMax: options.bytesMax ?? 8 * ANSWER_BYTES })
  return Object.assign(await HttpFixture.start({ routes: [large, middling, small], memory, ...options }), { memory })
}

function openHttp2(http: HttpFixture, settings: { initialWindowSize: number }): ClientHttp2Session {
  const session = connectHttp2(http.origin, { settings })
  session.on('error', () => undefined)
  onTestFinished(() => session.destroy())
  return session
}

test('what a reader does not take over HTTP/1.1 is counted, and goes when it is cut', async () => {
  await using http = await start({ readerMsMax: 200 })
  const socket = connect(http.port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => http.memory.heldBytes).toBeGreaterThan(MIB)
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  expect(http.requests).toEqual([expect.objectContaining({ path: '/large', isCut: true })])
  socket.destroy()
})

test('who takes none of many answers over HTTP/1.1 is cut where one has to wait', async () => {
  await using http = await start({ readerMsMax: 200 })
  const socket = connect(http.port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  for (let sent = 10; !http.requests.some(({ isCut }) => isCut); sent += 10) {
    socket.write('GET /middling HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(10))
    await expect.poll(() => http.requests.length, { interval: 5 }).toBe(sent)
  }
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  socket.destroy()
})

test('a reader over HTTP/2 that opens no window is cut, and the other streams of its connection live on', async () => {
  await using http = await start({ readerMsMax: 200 })
  const session = openHttp2(http, { initialWindowSize: 0 })
  const stuck = session.request({ ':path': '/large' })
  stuck.on('error', () => undefined)
  const alsoStuck = session.request({ ':path': '/small' })
  alsoStuck.on('error', () => undefined)
  await Promise.all([once(stuck, 'close'), once(alsoStuck, 'close')])
  expect([stuck.rstCode, alsoStuck.rstCode]).toEqual([8, 8])
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  const head = session.request({ ':path': '/small', ':method': 'HEAD' })
  expect((await once(head, 'response'))[0]).toMatchObject({ ':status': 200 })
})

test('who takes an answer in small pieces gets all of it, over both', async () => {
  await using http = await start({ readerMsMax: 2_000 })
  const session = openHttp2(http, { initialWindowSize: 64 * 1024 })
  const socket = connect(http.port, '127.0.0.1')
  socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
  for (const source of [session.request({ ':path': '/large' }), socket]) {
    let bytes = 0
    for await (const chunk of source) {
      bytes += (chunk as Buffer).length
      if (bytes >= ANSWER_BYTES) break
    }
    expect(bytes).toBeGreaterThanOrEqual(ANSWER_BYTES)
  }
  await expect.poll(() => http.memory.heldBytes).toBe(0)
})

test('an answer for which there is no room is refused before it begins, and small ones still come', async () => {
  await using http = await start({ bytesMax: 3 * ANSWER_BYTES })
  const session = openHttp2(http, { initialWindowSize: 0 })
  session.request({ ':path': '/large' }).on('error', () => undefined)
  await expect.poll(() => http.memory.heldBytes).toBeGreaterThan(ANSWER_BYTES)
  const refused = await fetch(`${http.origin}/large`)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { reason: 'TOO_MUCH_HELD' } })
  expect(await (await fetch(`${http.origin}/small`)).json()).toEqual({ text: 'small' })
})

test('who sends on after a refusal that it does not take is cut', async () => {
  await using http = await start({})
  const stream = openHttp2(http, { initialWindowSize: 0 }).request({ ':path': '/nothing', ':method': 'POST' })
  stream.on('error', () => undefined)
  const sendOn = (): void => {
    if (!stream.closed) stream.write(Buffer.alloc(MIB), sendOn)
  }
  sendOn()
  await expect.poll(() => stream.closed, { timeout: 10_000 }).toBe(true)
  expect(stream.rstCode).toBe(8)
})
