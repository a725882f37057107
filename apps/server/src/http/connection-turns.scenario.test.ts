import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { REQUESTS_PER_ROUND_MAX } from './connection-turns.ts'

/** The requests of each round of the event loop. */
class Rounds {
  readonly counts: number[] = []
  #isOpen = false

  readonly route = jsonRoute('GET /count', () => {
    if (!this.#isOpen) {
      this.#isOpen = true
      this.counts.push(0)
      setImmediate(() => (this.#isOpen = false))
    }
    this.counts.push((this.counts.pop() ?? 0) + 1)
    return {}
  })

  get all(): number {
    return this.counts.reduce((sum, count) => sum + count, 0)
  }
}

const requests = 1_500
// A round of the test may begin in the midst of one of the server.
const countMax = 2 * REQUESTS_PER_ROUND_MAX

test('pipelined requests are served a few in a round, all of them, and in their order', async () => {
  const rounds = new Rounds()
  await using http = await HttpFixture.start({ routes: [rounds.route] })
  const socket = connect(http.port, '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answers += chunk))
  const ask = 'GET /count HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const last = 'GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  socket.end(ask.repeat(requests) + last)
  await once(socket, 'close')
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(requests)
  expect(answers).toMatch(/HTTP\/1\.1 404 [^]*ROUTE_NOT_FOUND[^]*$/)
  expect(Math.max(...rounds.counts)).toBeLessThanOrEqual(countMax)
})

test('the body of a request that waits is read when its turn has come', async () => {
  const rounds = new Rounds()
  const echo = jsonRoute('POST /echo', async (exchange) => (await exchange.readBody(1_000)).toString())
  await using http = await HttpFixture.start({ routes: [rounds.route, echo] })
  const socket = connect(http.port, '127.0.0.1')
  let answers = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answers += chunk))
  socket.write('GET /count HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200))
  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 8\r\n\r\nhalf')
  await expect.poll(() => rounds.all).toBe(200)
  socket.write('done')
  await once(socket, 'close')
  expect(answers).toContain('"halfdone"')
})

test('streams of one HTTP/2 connection are served a few in a round, and all of them', async () => {
  const rounds = new Rounds()
  await using http = await HttpFixture.start({ routes: [rounds.route] })
  const session = connectHttp2(http.origin)
  await once(session, 'remoteSettings')
  const statuses = await Promise.all(
    Array.from({ length: requests }, async () => {
      const stream = session.request({ ':path': '/count' })
      const [headers] = (await once(stream, 'response')) as [{ ':status': number }]
      stream.resume()
      return headers[':status']
    }),
  )
  session.destroy()
  expect(statuses.filter((status) => status === 200)).toHaveLength(requests)
  expect(Math.max(...rounds.counts)).toBeLessThanOrEqual(countMax)
})

test('a client that leaves while its requests wait leaves nothing behind', async () => {
  const rounds = new Rounds()
  await using http = await HttpFixture.start({ routes: [rounds.route] })
  const socket = connect(http.port, '127.0.0.1')
  socket.write('GET /count HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests))
  await once(socket, 'data')
  socket.destroy()
  expect((await fetch(`${http.origin}/count`)).status).toBe(200)
})
