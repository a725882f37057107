import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { createSelfSignedCertificate } from '../testing/self-signed-certificate.ts'
import { PIPELINED_MAX } from './pipelined-requests.ts'

const REQUEST = 'GET /count HTTP/1.1\r\nHost: localhost\r\n\r\n'
const LONG = 'x'.repeat(100_000)

/** Answers in turns of the loop, with the number of the request. */
async function start(silentMsMax = 60_000) {
  const tls = createSelfSignedCertificate()
  const begun = Promise.withResolvers<void>()
  let served = 0
  const count = jsonRoute('GET /count', async () => {
    const at = served++
    await new Promise((resolve) => setImmediate(resolve))
    return { at, long: LONG }
  })
  const never = jsonRoute('GET /never', () => {
    begun.resolve()
    return new Promise(() => undefined)
  })
  const http = await HttpFixture.start({ routes: [count, never], tls, silentMsMax })
  return Object.assign(http, { begun: begun.promise, certificate: tls.certificate })
}

function orderOf(answers: string): number[] {
  return [...answers.matchAll(/"at":(\d+)/g)].map(([, at]) => Number(at))
}

test.each(['cleartext', 'TLS'])(
  'a client that ends its side behind its requests reads all answers (%s)',
  async (kind) => {
    await using http = await start()
    for (const requests of [1, 2, PIPELINED_MAX]) {
      const address = { port: http.port, host: '127.0.0.1', allowHalfOpen: true }
      const socket: Socket =
        kind === 'TLS' ? connectTls({ ...address, ca: http.certificate, servername: 'localhost' }) : connect(address)
      socket.end(REQUEST.repeat(requests))
      const order = orderOf(await text(socket))
      expect(order).toEqual(Array.from({ length: requests }, (_, index) => (order[0] ?? 0) + index))
    }
  },
)

test('a client that ends its side and is given nothing is let go', async () => {
  await using http = await start(50)
  const socket = connect({ port: http.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(REQUEST.replace('count', 'never'))
  await http.begun
  socket.end()
  expect(await text(socket)).toBe('')
  await expect.poll(() => http.requests).toMatchObject([{ path: '/never', isCut: true }])
})

test('a client that ends its side within a request is answered at once', async () => {
  await using http = await start()
  const socket = connect({ port: http.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(REQUEST.slice(0, -10))
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
})
