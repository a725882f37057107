import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import type { StatusError } from '@hearth/model'
import { describe, expect, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { createSelfSignedCertificate } from '../testing/self-signed-certificate.ts'
import type { Route } from './route.ts'

/** Far beyond the time a test has. */
const GRACE_MS = 120_000

const hello = jsonRoute('POST /hello', async (exchange) => ({
  version: exchange.request.httpVersion,
  origin: exchange.publicOrigin,
  body: (await exchange.readBody(100)).toString(),
}))
const grpc = {
  ...jsonRoute('POST /some.Service/:method', (_exchange, params) => params['method']),
  grpc: true,
}

async function askHttp2(session: ClientHttp2Session, headers: Record<string, string>): Promise<[number, unknown]> {
  const stream = session.request({ ':method': 'POST', ':path': '/hello', ...headers })
  stream.end('x')
  const [answer] = (await once(stream, 'response')) as [Record<string, string>]
  const body = await text(stream)
  return [Number(answer[':status']), body === '' ? answer : JSON.parse(body)]
}

async function closeSession(session: ClientHttp2Session): Promise<void> {
  session.close()
  await once(session, 'close')
}

test('HTTP/1.1 and HTTP/2 with prior knowledge share the port', async () => {
  await using http = await HttpFixture.start({ routes: [hello] })
  const first = await fetch(`${http.origin}/hello`, { method: 'POST', body: 'x' })
  expect(await first.json()).toEqual({ version: '1.1', origin: http.origin, body: 'x' })
  const session = connectHttp2(http.origin)
  expect(await askHttp2(session, {})).toEqual([200, { version: '2.0', origin: http.origin, body: 'x' }])
  await closeSession(session)
})

test('with a certificate the same port also speaks TLS, HTTP/1.1 and HTTP/2', async () => {
  const tls = createSelfSignedCertificate()
  await using http = await HttpFixture.start({ routes: [hello], tls })
  const origin = `https://localhost:${http.port}`

  const request = httpsRequest(`${origin}/hello`, { method: 'POST', ca: tls.certificate, agent: false })
  request.end('x')
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream]
  expect(JSON.parse(await text(response))).toEqual({ version: '1.1', origin, body: 'x' })

  const session = connectHttp2(origin, { ca: tls.certificate })
  expect(await askHttp2(session, {})).toEqual([200, { version: '2.0', origin, body: 'x' }])
  await closeSession(session)

  const cleartext = await fetch(`http://127.0.0.1:${http.port}/hello`, { method: 'POST', body: 'x' })
  expect(cleartext.status).toBe(200)
})

test('first bytes that arrive one by one still tell the versions apart', async () => {
  await using http = await HttpFixture.start({ routes: [hello] })
  const socket = connect(http.port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const request = 'PUT /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  socket.write(request.slice(0, 1))
  await new Promise((resolve) => setImmediate(resolve))
  socket.write(request.slice(1))
  expect(await text(socket)).toMatch(/^HTTP\/1.1 405 /)
})

test('gRPC requests reach gRPC routes alone, and an unknown method is UNIMPLEMENTED', async () => {
  await using http = await HttpFixture.start({ routes: [grpc, hello] })
  const session = connectHttp2(http.origin)
  const contentType = { 'content-type': 'application/grpc' }
  expect(await askHttp2(session, { ...contentType, ':path': '/some.Service/Get' })).toEqual([200, 'Get'])
  const [status, unknown] = await askHttp2(session, contentType)
  expect(status).toBe(200)
  expect(unknown).toMatchObject({ 'content-type': 'application/grpc', 'grpc-status': '12' })
  expect((await askHttp2(session, { ':path': '/some.Service/Get' }))[0]).toBe(404)
  await closeSession(session)
})

test('a request that is answered while it is being sent does not lose its answer', async () => {
  await using http = await HttpFixture.start({ routes: [hello] })
  const request = httpRequest(`${http.origin}/hello`, { method: 'POST' })
  request.on('error', () => undefined)
  const answered = once(request, 'response') as Promise<[NodeJS.ReadableStream & { statusCode: number }]>
  for (let index = 0; index < 20; index++) request.write(Buffer.alloc(100_000))
  const [response] = await answered
  request.end()
  expect(response.statusCode).toBe(413)
  expect(await text(response)).toContain('BODY_TOO_LARGE')
})

test('closing lets a request under way end and takes no new one', async () => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: leave, resolve: release } = Promise.withResolvers<void>()
  const slow = jsonRoute('GET /slow', async () => {
    enter()
    await leave
    return 'done'
  })
  const http = await HttpFixture.start({ routes: [slow] })
  const answer = fetch(`${http.origin}/slow`)
  await entered
  const closed = http.close(5_000)
  release()
  expect(await (await answer).json()).toBe('done')
  await closed
  await expect(fetch(`${http.origin}/slow`)).rejects.toThrow(TypeError)
})

test.each([
  ['nothing', '', ''],
  ['half a preface', 'PR', ''],
  ['half a request', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'HTTP/1.1 408 '],
  ['half a handshake', '\u0016\u0003\u0001', ''],
])('a client that sends %s and waits is cut', async (_name, bytes, answer) => {
  await using http = await HttpFixture.start({ routes: [hello], tls: createSelfSignedCertificate(), headersMsMax: 200 })
  const socket = connect(http.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  expect(await text(socket)).toMatch(new RegExp(`^${answer}`))
  const other = await fetch(`${http.origin}/hello`, { method: 'POST', body: 'x' })
  expect(other.status).toBe(200)
})

test('a body that is cut over HTTP/2 is not taken for a whole one', async () => {
  const heard: unknown[] = []
  const listen = jsonRoute('POST /listen', async (exchange) => {
    await exchange.readBody(100).then(
      (body) => heard.push(body.toString()),
      (error: StatusError) => heard.push(error.reason),
    )
  })
  await using http = await HttpFixture.start({ routes: [listen] })
  const session = connectHttp2(http.origin)
  const stream = session.request({ ':method': 'POST', ':path': '/listen' })
  stream.on('error', () => undefined)
  stream.write('half')
  await once(session, 'remoteSettings')
  stream.destroy()
  await expect.poll(() => heard).toEqual(['CLIENT_GONE'])
  await closeSession(session)
})

test.each(['HTTP/1.1', 'HTTP/2', 'HTTP/2 over TLS'])(
  'the answer to a client that has hung up (%s) is ended on this side, too',
  async (version) => {
    const endless: Route = {
      method: 'GET',
      path: '/endless',
      guard: 'open',
      handle: (exchange) => void (exchange.response as ServerResponse).write('first of many'),
    }
    const tls = createSelfSignedCertificate()
    await using http = await HttpFixture.start({ routes: [endless], tls, silentMsMax: 50 })
    if (version === 'HTTP/1.1') {
      const socket = connect(http.port, '127.0.0.1')
      socket.write('GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await once(socket, 'data')
      socket.destroy()
    } else {
      const isSecure = version !== 'HTTP/2'
      const origin = isSecure ? `https://localhost:${http.port}` : `http://127.0.0.1:${http.port}`
      const session = connectHttp2(origin, isSecure ? { ca: tls.certificate } : {})
      const stream = session.request({ ':path': '/endless' })
      stream.on('error', () => undefined)
      await once(stream, 'data')
      session.destroy()
    }
    await expect.poll(() => http.requests).toMatchObject([{ path: '/endless' }])
  },
)

describe('a client that is answered before its request was whole, and stays half open', () => {
  const requests = [
    ['400', 'GARBAGE\r\n\r\n'],
    ['408', 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
    ['431', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ] as const

  test.each(['cleartext', 'TLS'])('is let go (%s)', async (kind) => {
    const tls = createSelfSignedCertificate()
    await using http = await HttpFixture.start({ routes: [hello], tls, headersMsMax: 200 })
    const carriers = await Promise.all(
      requests.map(async ([status, request]) => {
        const carrier = connect({ port: http.port, host: '127.0.0.1', allowHalfOpen: true })
        const options = { ca: tls.certificate, servername: 'localhost', allowHalfOpen: true }
        const socket = kind === 'TLS' ? connectTls({ socket: carrier, ...options }) : carrier
        socket.write(request)
        expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
        return carrier
      }),
    )
    // A stop waits for every connection that is left.
    await http.close(GRACE_MS)
    for (const carrier of carriers) carrier.destroy()
  })

  test('reads its answer while it still sends', async () => {
    await using http = await HttpFixture.start({ routes: [hello] })
    const socket = connect(http.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GARBAGE\r\n\r\n${'x'.repeat(100_000)}`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('TLS', () => {
  const weak = [
    'AES128-SHA',
    'AES256-GCM-SHA384',
    'ECDHE-RSA-AES128-SHA',
    'ECDHE-RSA-AES256-SHA384',
    'DHE-RSA-AES128-SHA',
  ]
  const strong = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305']

  test('has suites with forward secrecy and authenticated encryption alone', async () => {
    const { certificate, key } = createSelfSignedCertificate()
    await using http = await HttpFixture.start({ routes: [hello], tls: { certificate, key } })
    const suiteOf = async (ciphers: string): Promise<string> => {
      const options = { maxVersion: 'TLSv1.2', rejectUnauthorized: false } as const
      const socket = connectTls({ port: http.port, host: '127.0.0.1', ciphers, ...options })
      try {
        await once(socket, 'secureConnect')
        return socket.getCipher().name
      } finally {
        socket.destroy()
      }
    }
    for (const suite of weak) await expect(suiteOf(suite), suite).rejects.toThrow(/handshake failure/)
    const isEllipticKey = createPrivateKey(key).asymmetricKeyType === 'ec'
    for (const suite of strong.map((name) => (isEllipticKey ? name.replace('RSA', 'ECDSA') : name))) {
      expect(await suiteOf(suite)).toBe(suite)
    }
  })

  test('is asked for from now on at every name but those of loopback', async () => {
    const tls = createSelfSignedCertificate()
    const origin = (port: number): string => `https://127.0.0.1:${port}`
    const policyAt = async (port: number, host: string): Promise<unknown> => {
      const options = { method: 'POST', headers: { host }, rejectUnauthorized: false, agent: false }
      const [response] = (await once(httpsRequest(`${origin(port)}/hello`, options).end('x'), 'response')) as [
        IncomingMessage,
      ]
      response.resume()
      return response.headers['strict-transport-security']
    }
    await using http = await HttpFixture.start({ routes: [hello], tls })
    expect(await policyAt(http.port, 'backend.example.com')).toBe('max-age=31536000')
    expect(await policyAt(http.port, `localhost:${http.port}`)).toBeUndefined()
    expect(await policyAt(http.port, `127.0.0.1:${http.port}`)).toBeUndefined()
    const session = connectHttp2(origin(http.port), { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/hello', ':authority': 'backend.example.com' })
    const [answer] = (await once(stream, 'response')) as [Record<string, string>]
    expect(answer).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
    stream.resume()
    await closeSession(session)
    const cleartext = await fetch(`http://127.0.0.1:${http.port}/hello`, { method: 'POST', body: 'x' })
    expect(cleartext.headers.get('strict-transport-security')).toBeNull()

    await using dev = await HttpFixture.start({ routes: [hello], tls, mode: 'dev' })
    expect(await policyAt(dev.port, 'www.googleapis.com')).toBeUndefined()
  })
})

test('a session whose client never says its settings is ended', async () => {
  await using http = await HttpFixture.start({ routes: [hello], headersMsMax: 200 })
  const socket = connect(http.port, '127.0.0.1').resume()
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  await once(socket, 'close')

  const session = connectHttp2(http.origin)
  await once(session, 'remoteSettings')
  const silent = connect(http.port, '127.0.0.1').resume()
  silent.write('PRI * HTTP/2.0\r\n\r\n')
  await once(silent, 'close')
  expect(session.destroyed).toBe(false)
  session.destroy()
})
