import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { MemoryBudget } from './memory-budget.ts'
import { PIPELINED_MAX } from './pipelined-requests.ts'

/** Says how many requests came, and what was held at the last. */
async function start() {
  const memory = new MemoryBudget()
  let served = 0
  let heldBytes = 0
  const count = jsonRoute('GET /count', () => {
    heldBytes = memory.heldBytes
    return { at: served++ }
  })
  const echo = jsonRoute('POST /echo', async (exchange) => ({
    echo: (await exchange.readBody(1024 * 1024)).toString(),
  }))
  const http = await HttpFixture.start({ routes: [count, echo], memory })
  return Object.assign(http, { memory, served: () => served, heldBytes: () => heldBytes })
}

const COUNT = 'GET /count HTTP/1.1\r\nHost: localhost\r\n\r\n'
const last = COUNT.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')

/** All that comes back for what is sent at once, until the connection ends. */
async function send(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answers += chunk))
  socket.write(parts.join(''))
  await once(socket, 'close')
  return answers
}

/** As `send`, on a connection that has had an answer. */
async function sendBehindOne(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answers += chunk))
  socket.write(COUNT)
  await once(socket, 'data')
  socket.write(text)
  await once(socket, 'close')
  return answers
}

test('requests that are sent at once are answered in their order, and each beyond the first is counted', async () => {
  await using http = await start()
  const answers = await send(http.port, COUNT.repeat(PIPELINED_MAX - 1), last)
  const order = [...answers.matchAll(/"at":(\d+)/g)].map(([, at]) => Number(at))
  expect(order).toEqual(Array.from({ length: PIPELINED_MAX }, (_, index) => index))
  expect(http.heldBytes()).toBeGreaterThanOrEqual(16 * 1024)
  await expect.poll(() => http.memory.heldBytes).toBe(0)
})

test('one more is refused, the connection ends behind it, and nothing that follows is served', async () => {
  await using http = await start()
  const answers = await send(http.port, COUNT.repeat(2_500))
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(PIPELINED_MAX)
  expect(answers).toMatch(/HTTP\/1\.1 429 [^]*connection: close[^]*TOO_MANY_PIPELINED[^]*$/i)
  expect(answers.match(/HTTP\/1\.1 /g)).toHaveLength(PIPELINED_MAX + 1)
  expect(http.served()).toBe(PIPELINED_MAX)
})

test('node makes no requests of what follows the one too many, be it in the same read or a later one', async () => {
  await using http = await start()
  let made = 0
  const note = (): void => void made++
  subscribe('http.server.request.start', note)
  try {
    await send(http.port, COUNT.repeat(2_500))
    expect(made).toBe(PIPELINED_MAX + 1)
    // The first bytes come by another way than those of a connection that is being served.
    made = 0
    await sendBehindOne(http.port, COUNT.repeat(2_500))
    expect(made).toBe(PIPELINED_MAX + 2)
  } finally {
    unsubscribe('http.server.request.start', note)
  }
})

const atMost = [...Array.from({ length: PIPELINED_MAX }, () => 200), 429]
const unusual: [string, string, number[]][] = [
  ['that name no host', 'GET /count HTTP/1.1\r\n\r\n', [400]],
  ['that expect something unknown', COUNT.replace('\r\n\r\n', '\r\nExpect: more\r\n\r\n'), atMost],
]

test.for(unusual)('requests %s are as many at most', async ([, request, expected]) => {
  await using http = await start()
  const answers = await send(http.port, request.repeat(500))
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => Number(one))
  expect(statuses).toEqual(expected)
})

test('one connection has any number of requests one after the other', async () => {
  await using http = await start()
  const socket = connect(http.port, '127.0.0.1')
  socket.setEncoding('latin1')
  for (let index = 0; index < 3 * PIPELINED_MAX; index++) {
    socket.write(COUNT)
    expect(String(await once(socket, 'data'))).toContain(`{"at":${index}}`)
  }
  socket.destroy()
})

const LONG = 'x'.repeat(70_000)
const bodies: [string, string][] = [
  ['a length', `Content-Length: ${LONG.length}\r\n\r\n${LONG}`],
  ['chunks', `Transfer-Encoding: chunked\r\n\r\n${LONG.length.toString(16)}\r\n${LONG}\r\n0\r\n\r\n`],
]

test.for(bodies)('bodies with %s and requests behind them come whole', async ([, body]) => {
  await using http = await start()
  const post = `POST /echo HTTP/1.1\r\nHost: localhost\r\n${body}`
  const answers = await send(http.port, post, COUNT, post, COUNT, post, last)
  expect(answers.split(`"echo":"${LONG}"`)).toHaveLength(4)
  expect(answers.match(/"at":\d/g)).toEqual(['"at":0', '"at":1', '"at":2'])
})

test('the body of a request that waits is read when its turn has come', async () => {
  await using http = await start()
  const socket = connect(http.port, '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answers += chunk))
  socket.write(COUNT.repeat(10))
  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 8\r\n\r\nhalf')
  await expect.poll(http.served).toBe(10)
  socket.write('done')
  await once(socket, 'close')
  expect(answers).toContain('"halfdone"')
})
