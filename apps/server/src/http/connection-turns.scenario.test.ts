import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { longestRound, LONGEST_ROUND_MAX } from '../testing/held-rounds.ts'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { MemoryBudget } from './memory-budget.ts'

const STREAMS = 1_500

/** Counts what it answers, and says when the first request is being served. */
async function start() {
  const memory = new MemoryBudget()
  const begun = Promise.withResolvers<void>()
  let served = 0
  const count = jsonRoute('GET /count', () => {
    served++
    begun.resolve()
    return {}
  })
  const other = jsonRoute('GET /other', () => ({ served }))
  const http = await HttpFixture.start({ routes: [count, other], memory })
  return Object.assign(http, { memory, begun: begun.promise, served: () => served })
}

async function openSession(origin: string): Promise<ClientHttp2Session> {
  const session = connectHttp2(origin)
  onTestFinished(() => session.destroy())
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  return session
}

function ask(session: ClientHttp2Session, path: string): ClientHttp2Stream {
  return session.request({ ':path': path }).on('error', () => undefined)
}

async function jsonOf(stream: ClientHttp2Stream): Promise<unknown> {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(stream, 'end')
  return JSON.parse(text)
}

test('a connection with many streams is served completely, and another one in between', async () => {
  await using http = await start()
  const many = await openSession(http.origin)
  const other = await openSession(http.origin)
  const answers = Array.from({ length: STREAMS }, () => jsonOf(ask(many, '/count')))
  await http.begun
  const { served } = (await jsonOf(ask(other, '/other'))) as { served: number }
  expect(served).toBeLessThan(STREAMS / 2)
  await Promise.all(answers)
  expect(http.served()).toBe(STREAMS)
})

test('what waits of a client that leaves is not served any more, and holds nothing', async () => {
  await using http = await start()
  const session = await openSession(http.origin)
  for (let index = 0; index < STREAMS; index++) ask(session, '/count')
  await http.begun
  expect(http.memory.heldBytes).toBeGreaterThan(0)
  session.destroy()
  await expect.poll(() => http.memory.heldBytes).toBe(0)
  const served = http.served()
  expect(served).toBeLessThan(STREAMS / 2)
  const other = await openSession(http.origin)
  for (let round = 0; round < 5; round++) expect(await jsonOf(ask(other, '/other'))).toEqual({ served })
})

const CONNECTIONS = 200

/** A few milliseconds of what handlers do. */
function work(): unknown {
  return JSON.parse(JSON.stringify(Array.from({ length: 3_000 }, (_, index) => ({ key: `key-${index}` }))))
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

test('a request on each of many connections at once holds nobody up, and each is answered', async () => {
  let served = 0
  const route = jsonRoute('GET /work', () => {
    work()
    return { served: ++served }
  })
  await using http = await HttpFixture.start({ routes: [route] })
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, async () => await openSocket(http.port)))
  const askAll = async (): Promise<void> => {
    const answers = sockets.map(async (socket) => String(await once(socket, 'data')))
    for (const socket of sockets) socket.write('GET /work HTTP/1.1\r\nhost: localhost\r\n\r\n')
    for (const answer of await Promise.all(answers)) expect(answer).toContain('200 OK')
  }
  for (let run = 0; run < 10; run++) work()
  expect(await longestRound(askAll)).toBeLessThan(LONGEST_ROUND_MAX)
  expect(served).toBe(CONNECTIONS)
})
