import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { longestRound, LONGEST_ROUND_MAX } from '../testing/held-rounds.ts'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { createSelfSignedCertificate } from '../testing/self-signed-certificate.ts'

const CONNECTIONS = 500
const hello = jsonRoute('GET /hello', () => 'hello')

/** The first bytes of a client of TLS, which anybody may send as often as they like. */
async function recordHello(): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connectTls({ port, host: '127.0.0.1', servername: 'localhost' }).on('error', () => undefined)
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  client.destroy()
  socket.destroy()
  server.close()
  return bytes
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

test.each([
  ['at once', 0],
  ['all but a first byte at once', 1],
  ['all but a beginning at once', 100],
])('the handshakes of many connections that send their hello %s hold nobody up', async (_name, sentBefore) => {
  const tls = createSelfSignedCertificate('rsa')
  await using http = await HttpFixture.start({ routes: [hello], tls })
  const bytes = await recordHello()
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, async () => await openSocket(http.port)))
  for (const socket of sockets) socket.write(bytes.subarray(0, sentBefore))
  // What was sent before is there when another connection is served behind it.
  const answer = await fetch(`http://127.0.0.1:${http.port}/hello`)
  expect(await answer.json()).toBe('hello')
  const longest = await longestRound(async () => {
    const answers = sockets.map(async (socket) => await once(socket, 'data'))
    for (const socket of sockets) socket.write(bytes.subarray(sentBefore))
    await Promise.all(answers)
  })
  expect(longest).toBeLessThan(LONGEST_ROUND_MAX)
})

test('a client that comes back takes its session up again, which costs no signature', async () => {
  const tls = createSelfSignedCertificate('rsa')
  await using http = await HttpFixture.start({ routes: [hello], tls })
  const options = { port: http.port, host: '127.0.0.1', servername: 'localhost', ca: tls.certificate }
  const first = connectTls(options)
  onTestFinished(() => void first.destroy())
  const [session] = (await once(first, 'session')) as [Buffer]
  const second = connectTls({ ...options, session })
  onTestFinished(() => void second.destroy())
  await once(second, 'secureConnect')
  expect(second.isSessionReused()).toBe(true)
})

test('nobody asks for further handshakes on a connection', async () => {
  const tls = createSelfSignedCertificate('rsa')
  await using http = await HttpFixture.start({ routes: [hello], tls })
  const options = { port: http.port, host: '127.0.0.1', servername: 'localhost', ca: tls.certificate }
  const socket = connectTls({ ...options, maxVersion: 'TLSv1.2' })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  const refused = new Promise((resolve) => {
    socket.renegotiate({ rejectUnauthorized: true }, resolve)
    socket.on('error', resolve)
  })
  expect(await refused).toBeInstanceOf(Error)
})
