import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { MemoryBudget } from './memory-budget.ts'
import type { Route } from './route.ts'
import { httpStatusOf } from './status-codes.ts'

const echo = jsonRoute('POST /echo', async (exchange) => ({ length: (await exchange.readBody(1000)).length }))
const json = jsonRoute('POST /json', (exchange) => exchange.readJson(1_000_000))

interface ErrorBody {
  error: { code: number; status: string; reason: string; message: string; requestId: string }
}

/** Sends bytes as they are and reads until the server ends the connection. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

test.each([
  ['GET', '/nothing', 404, 'ROUTE_NOT_FOUND'],
  ['GET', '/echo', 405, 'METHOD_NOT_ALLOWED'],
  ['POST', '/v0/%ff', 400, 'INVALID_PATH'],
  ['POST', '/a%00b', 400, 'INVALID_PATH'],
  ['POST', '/emulator/v1/projects/demo/accounts', 404, 'DEV_ONLY'],
  ['GET', '/emulators', 404, 'DEV_ONLY'],
  ['PUT', '/internal/setRules', 404, 'DEV_ONLY'],
])('%s %s is answered %i %s, with its request id', async (method, path, status, reason) => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const response = await fetch(http.origin + path, { method })
  const body = (await response.json()) as ErrorBody
  expect(response.status).toBe(status)
  expect(body.error).toMatchObject({ code: status, reason })
  expect(body.error.requestId).toBe(response.headers.get('x-request-id'))
  expect(body.error.requestId).not.toBe('')
})

test('paths with .. never reach a route, however they are spelled', async () => {
  await using http = await HttpFixture.start({ routes: [jsonRoute('GET /files/*path', () => 'reached')] })
  for (const path of ['/files/../etc/passwd', '/files/%2e%2e/x', '/files/.%2E', '/..']) {
    const answer = await sendRaw(http.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('INVALID_PATH')
  }
})

test.each([
  ['GARBAGE\r\n\r\n', /^HTTP\/1.1 400 .*INVALID_REQUEST/s],
  ['GET / HTTP/1.1\r\n\r\n', /^HTTP\/1.1 400 /],
  ['GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 .*INVALID_REQUEST/s],
  [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1.1 431 .*HEADERS_TOO_LARGE/s],
  ['POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', /^HTTP\/1.1 400 /],
])('%j is no request', async (text, expected) => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const answer = await sendRaw(http.port, text)
  expect(answer).toMatch(expected)
  expect((await fetch(`${http.origin}/echo`, { method: 'POST' })).status).toBe(200)
})

test('a body above the limit is refused by its declared length', async () => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const response = await fetch(`${http.origin}/echo`, { method: 'POST', body: 'x'.repeat(1001) })
  expect(response.status).toBe(413)
  expect(((await response.json()) as ErrorBody).error.reason).toBe('BODY_TOO_LARGE')
})

test('a body above the limit is refused while it arrives without a length', async () => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const body = new ReadableStream({
    start(controller) {
      for (let index = 0; index < 40; index++) controller.enqueue(Buffer.alloc(50_000))
      controller.close()
    },
  })
  const response = await fetch(`${http.origin}/echo`, { method: 'POST', body, duplex: 'half' })
  expect(response.status).toBe(413)
})

test.each([
  ['gzip', gzipSync('x'.repeat(1000)), 200],
  ['gzip', gzipSync('x'.repeat(1_000_000)), 413],
  ['gzip', Buffer.from('not gzip'), 400],
  ['br', Buffer.from('x'), 415],
  ['identity', Buffer.from('x'), 200],
])('a body compressed with %s has its limit after decompression', async (encoding, body, status) => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const headers = { 'content-encoding': encoding }
  const response = await fetch(`${http.origin}/echo`, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(response.status).toBe(status)
})

test.each(['{"a":', '['.repeat(200) + ']'.repeat(200), '\ud800'])(
  'broken or deep JSON is the client’s mistake',
  async (body) => {
    await using http = await HttpFixture.start({ routes: [json] })
    const response = await fetch(`${http.origin}/json`, { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(((await response.json()) as ErrorBody).error.reason).toBe('INVALID_JSON')
  },
)

test('an unknown failure is answered without its details and logged once with them', async () => {
  const crash = jsonRoute('GET /crash', () => {
    throw new TypeError('the secret detail')
  })
  const later = jsonRoute('GET /later', () => Promise.reject(new RangeError('the secret detail')))
  await using http = await HttpFixture.start({ routes: [crash, later] })
  for (const path of ['/crash', '/later']) {
    const response = await fetch(http.origin + path)
    const body = await response.text()
    expect(response.status).toBe(500)
    expect(body).not.toContain('secret')
    expect(body).toContain(response.headers.get('x-request-id'))
    const errors = http.lines.filter(
      (line) => line.fields['id'] === response.headers.get('x-request-id') && line.level === 'error',
    )
    expect(errors.map((line) => String(line.fields['err']))).toEqual([expect.stringContaining('the secret detail')])
  }
})

test('a failure after the first bytes breaks the answer off instead of ending it', async () => {
  const half = jsonRoute('GET /half', (exchange) => {
    const response = exchange.response as ServerResponse
    response.write('half')
    throw new Error('lost it')
  })
  await using http = await HttpFixture.start({ routes: [half, echo] })
  await expect(fetch(`${http.origin}/half`).then((response) => response.text())).rejects.toThrow(TypeError)
  expect((await fetch(`${http.origin}/echo`, { method: 'POST' })).status).toBe(200)
})

test('a protocol that fails to write its error still answers', async () => {
  const fails = jsonRoute('GET /fails', () => {
    throw new StatusError('not-found', 'GONE', 'Gone.')
  })
  const protocol = {
    writeError: () => {
      throw new Error('no words')
    },
  }
  await using http = await HttpFixture.start({ routes: [fails], protocol })
  expect((await fetch(`${http.origin}/fails`)).status).toBe(500)
})

test('each request has one log line, without its query', async () => {
  const noted = jsonRoute('GET /noted', (exchange) => {
    exchange.note({ project: 'demo-app', operation: 'get' })
    return {}
  })
  await using http = await HttpFixture.start({ routes: [noted] })
  const response = await fetch(`${http.origin}/noted?token=secret`)
  await response.text()
  const id = response.headers.get('x-request-id')
  await expect.poll(() => http.requests).toHaveLength(1)
  expect(http.requests).toEqual([
    {
      id,
      method: 'GET',
      path: '/noted',
      status: 200,
      ms: expect.any(Number) as number,
      isCut: false,
      notes: { project: 'demo-app', operation: 'get' },
    },
  ])
})

test('the asking origin is echoed, with credentials, never a star', async () => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const response = await fetch(`${http.origin}/echo`, { method: 'POST', headers: { origin: 'https://app.test' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('https://app.test')
  expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  expect(response.headers.get('access-control-expose-headers')).toContain('x-goog-upload-url')
  expect(response.headers.get('vary')).toBe('Origin')
})

test('a preflight is granted the headers it asks for', async () => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const response = await fetch(`${http.origin}/echo`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-goog-api-client',
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toBe('authorization,x-goog-api-client')
  expect(response.headers.get('access-control-allow-methods')).toContain('POST')
})

test('errors can be read across origins too', async () => {
  await using http = await HttpFixture.start({ routes: [echo] })
  const response = await fetch(`${http.origin}/nothing`, { headers: { origin: 'https://app.test' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('https://app.test')
})

test('a protocol for the same origin alone gives other origins nothing', async () => {
  await using http = await HttpFixture.start({ routes: [echo], protocol: { crossOrigin: false } })
  const headers = { origin: 'https://app.test', 'access-control-request-method': 'POST' }
  for (const method of ['POST', 'OPTIONS']) {
    const response = await fetch(`${http.origin}/echo`, { method, headers })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('every answer carries the security headers', async () => {
  await using http = await HttpFixture.start({ routes: [echo], publicUrl: 'https://backend.test' })
  for (const path of ['/echo', '/nothing']) {
    const { headers } = await fetch(http.origin + path, { method: 'POST' })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})

test('the server’s headers are also on answers that a handler streams itself', async () => {
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/stream',
      guard: 'open',
      handle: (exchange) => {
        const response = exchange.response as ServerResponse
        response.write('a')
        response.end('b')
      },
    },
  ]
  await using http = await HttpFixture.start({ routes })
  const response = await fetch(`${http.origin}/stream`, { headers: { origin: 'https://app.test' } })
  expect(await response.text()).toBe('ab')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('access-control-allow-origin')).toBe('https://app.test')
  expect(response.headers.get('x-request-id')).toBeTruthy()
})

test('GET answers HEAD, without the body', async () => {
  await using http = await HttpFixture.start({ routes: [jsonRoute('GET /value', () => ({ a: 1 }))] })
  const response = await fetch(`${http.origin}/value`, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('7')
  expect(await response.text()).toBe('')
})

test('dev answers to loopback names only', async () => {
  await using http = await HttpFixture.start({ mode: 'dev', routes: [jsonRoute('GET /value', () => ({}))] })
  const ask = (host: string): Promise<string> =>
    sendRaw(http.port, `GET /value HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await ask(`localhost:${http.port}`)).toMatch(/^HTTP\/1.1 200 /)
  expect(await ask('evil.test')).toMatch(/^HTTP\/1.1 421 .*HOST_NOT_ALLOWED/s)
})

test('a route for dev alone says so under start', async () => {
  const routes = [{ ...jsonRoute('DELETE /emulator/v1/projects/:project/accounts', () => ({})), guard: 'dev' as const }]
  const path = '/emulator/v1/projects/demo/accounts'
  await using start = await HttpFixture.start({ mode: 'start', routes })
  const refused = await fetch(start.origin + path, { method: 'DELETE' })
  expect(refused.status).toBe(404)
  expect(await refused.text()).toContain('exists under \\"hearth dev\\" only')
  await using dev = await HttpFixture.start({ mode: 'dev', routes })
  expect((await fetch(dev.origin + path, { method: 'DELETE' })).status).toBe(200)
})

test('a navigation to a path nobody claims gets the page, an API call gets 404', async () => {
  const routes = [jsonRoute('GET /:bucket/:object', () => 'object')]
  await using http = await HttpFixture.start({ routes })
  const page = await fetch(`${http.origin}/projects/demo`, { headers: { accept: 'text/html,*/*' } })
  expect(await page.text()).toBe('page')
  expect(await (await fetch(`${http.origin}/projects/demo`)).json()).toBe('object')
})

test('the client’s address is the peer’s, and a proxy’s word is taken only for trusted hops', async () => {
  const routes = [jsonRoute('GET /who', (exchange) => exchange.clientAddress)]
  const headers = { 'x-forwarded-for': '6.6.6.6, 10.0.0.1' }
  await using alone = await HttpFixture.start({ routes })
  expect(await (await fetch(`${alone.origin}/who`, { headers })).json()).toBe('127.0.0.1')
  await using proxied = await HttpFixture.start({ routes, trustedProxyHops: 1 })
  expect(await (await fetch(`${proxied.origin}/who`, { headers })).json()).toBe('10.0.0.1')
})

test('limits of the HTTP layer have the HTTP status made for them', () => {
  expect(httpStatusOf(new StatusError('invalid-argument', 'BODY_TOO_LARGE', ''))).toBe(413)
  expect(httpStatusOf(new StatusError('resource-exhausted', 'QUOTA', ''))).toBe(429)
})

test('bodies that are held elsewhere leave no room, until their answers have ended', async () => {
  const memory = new MemoryBudget({ bytesMax: 1000 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hold = jsonRoute('POST /hold', async (exchange) => {
    await exchange.readBody(1000)
    await released
    return {}
  })
  await using http = await HttpFixture.start({ routes: [echo, hold], memory })
  const post = (path: string, bytes: number) =>
    fetch(http.origin + path, { method: 'POST', body: Buffer.alloc(bytes, 'x') })
  const held = Promise.all([post('/hold', 300), post('/hold', 300)])
  await expect.poll(() => memory.heldBytes).toBe(600)
  const refused = await post('/echo', 200)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ error: { reason: 'TOO_MUCH_HELD' } })
  release()
  for (const { status } of await held) expect(status).toBe(200)
  await expect.poll(() => memory.heldBytes).toBe(0)
  expect((await post('/echo', 200)).status).toBe(200)
})

test('a reverse proxy that nobody told of is warned of once, and one that is known never', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  await using http = await HttpFixture.start({})
  await using knowing = await HttpFixture.start({ trustedProxyHops: 1 })
  for (const origin of [http.origin, http.origin, knowing.origin]) await (await fetch(origin, { headers })).text()
  expect(http.lines).toEqual([{ level: 'warn', fields: {}, message: expect.stringContaining('PROXY_HOPS') as string }])
  expect(knowing.lines).toEqual([])
})

test('a connection whose body came after its answer is kept no longer than any other', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<number | undefined>()
  const refuse = jsonRoute('POST /refuse', ({ request }) => {
    request.once('end', () => setImmediate(() => end(request.socket.timeout)))
    throw new StatusError('permission-denied', 'REFUSED', 'No.')
  })
  await using http = await HttpFixture.start({ routes: [refuse] })
  const socket = connect(http.port, '127.0.0.1')
  socket.write('POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nhalf')
  await once(socket, 'data')
  await expect.poll(() => http.requests).toHaveLength(1)
  socket.write('rest')
  expect(await ended).toBeGreaterThan(0)
  socket.destroy()
})

test.for(['plain', 'größer, €', '😀'.repeat(2_000), 'ü'.repeat(40_000)])(
  'a text comes whole, with its length in bytes: %#',
  async (text) => {
    await using http = await HttpFixture.start({ routes: [jsonRoute('GET /text', () => ({ text }))] })
    const response = await fetch(`${http.origin}/text`)
    const body = Buffer.from(await response.arrayBuffer())
    expect(JSON.parse(body.toString())).toEqual({ text })
    expect(response.headers.get('content-length')).toBe(String(body.length))
  },
)
