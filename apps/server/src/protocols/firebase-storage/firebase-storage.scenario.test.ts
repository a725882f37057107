import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev', settings: { HEARTH_UPLOAD_LIMIT: '1000000' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const BUCKET = '/v0/b/demo-app.appspot.com/o'

async function call(method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
  const response = await fetch(`${server.origin}${path}`, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, never>,
  }
}

async function put(name: string, content: string, type = 'text/plain'): Promise<{ downloadTokens: string }> {
  const answer = await call('POST', `${BUCKET}?name=${encodeURIComponent(name)}`, { 'content-type': type }, content)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as { downloadTokens: string }
}

async function startUpload(name: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await call(
    'POST',
    `${BUCKET}?name=${name}`,
    {
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'content-type': 'application/json',
      ...headers,
    },
    '{}',
  )
  const address = new URL(answer.headers.get('x-goog-upload-url') ?? '')
  expect(address.origin).toBe(server.origin)
  return address.pathname + address.search
}

describe('bad input to the storage protocol', () => {
  it.each([
    ['no name', 'POST', BUCKET, {}, 'x', 400],
    ['a name that is two dots', 'POST', `${BUCKET}?name=..`, {}, 'x', 400],
    ['a name with NUL', 'POST', `${BUCKET}?name=a%00b`, {}, 'x', 400],
    ['a name of 1,025 bytes', 'POST', `${BUCKET}?name=${'x'.repeat(1_025)}`, {}, 'x', 400],
    ['an unknown upload protocol', 'POST', `${BUCKET}?name=a`, { 'x-goog-upload-protocol': 'pigeon' }, 'x', 400],
    [
      'a multipart body without boundary',
      'POST',
      `${BUCKET}?name=a`,
      { 'x-goog-upload-protocol': 'multipart' },
      'x',
      400,
    ],
    ['an unknown upload', 'POST', `${BUCKET}?upload_id=nope`, { 'x-goog-upload-command': 'query' }, '', 404],
    [
      'a content type that could split a header',
      'PATCH',
      `${BUCKET}/there.txt`,
      {},
      '{"contentType":"a\\r\\nb: c"}',
      400,
    ],
    ['metadata of the wrong type', 'PATCH', `${BUCKET}/there.txt`, {}, '{"metadata":1}', 400],
    [
      'metadata beyond 8 KiB',
      'PATCH',
      `${BUCKET}/there.txt`,
      {},
      JSON.stringify({ metadata: { a: 'x'.repeat(9_000) } }),
      400,
    ],
    ['broken JSON', 'PATCH', `${BUCKET}/there.txt`, {}, '{', 400],
    ['a page token of another list', 'GET', `${BUCKET}?prefix=a/&pageToken=Yg`, {}, undefined, 400],
    ['a broken page token', 'GET', `${BUCKET}?pageToken=%25%25`, {}, undefined, 400],
    ['no results at all', 'GET', `${BUCKET}?maxResults=0`, {}, undefined, 400],
    ['a POST without a question', 'POST', `${BUCKET}/there.txt`, {}, '', 400],
    ['broken percent-encoding', 'GET', `${BUCKET}/%E0%A4%A`, {}, undefined, 400],
  ])('answers %s with an error in the protocol’s words', async (_, method, path, headers, body, status) => {
    await put('there.txt', 'hello')
    const answer = await call(method, path, headers, body)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.json()).toMatchObject({
      error: { code: status, requestId: expect.any(String), message: expect.any(String) },
    })
    expect(answer.text).not.toMatch(/\bat .*\.ts/)
  })

  it('answers 402 to a file above the limit, and keeps nothing of it', async () => {
    const answer = await call('POST', `${BUCKET}?name=huge.bin`, {}, Buffer.alloc(1_000_001))
    expect(answer.status).toBe(402)
    expect((await call('GET', `${BUCKET}/huge.bin`)).status).toBe(404)
    const announced = await call(
      'POST',
      `${BUCKET}?name=huge.bin`,
      {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': '1000001',
      },
      '{}',
    )
    expect(announced.status).toBe(402)
  })
})

describe('resumable uploads', () => {
  it('tell where to go on, refuse a wrong offset, and finish once', async () => {
    const upload = await startUpload('parts.txt')
    const step = (command: string, offset: number, body: string) =>
      call('POST', upload, { 'x-goog-upload-command': command, 'x-goog-upload-offset': String(offset) }, body)
    expect((await step('upload', 0, 'warm ')).headers.get('x-goog-upload-status')).toBe('active')
    expect((await step('upload', 0, 'warm ')).headers.get('x-goog-upload-size-received')).toBe('5')
    expect((await step('upload', 99, 'far')).status).toBe(503)
    const asked = await step('query', 0, '')
    expect(asked.headers.get('x-goog-upload-size-received')).toBe('5')
    expect((await call('GET', `${BUCKET}/parts.txt`)).status).toBe(404)

    const last = await step('upload, finalize', 5, 'hearth')
    expect(last.headers.get('x-goog-upload-status')).toBe('final')
    expect(last.json()).toMatchObject({ name: 'parts.txt', size: '11' })
    expect((await step('finalize', 11, '')).json()).toMatchObject({ name: 'parts.txt', size: '11' })
    expect((await step('query', 0, '')).headers.get('x-goog-upload-status')).toBe('final')
    expect((await call('GET', `${BUCKET}/parts.txt?alt=media`)).text).toBe('warm hearth')
  })

  it('may be empty', async () => {
    const upload = await startUpload('empty.txt', { 'x-goog-upload-header-content-length': '0' })
    const answer = await call(
      'POST',
      upload,
      { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
      '',
    )
    expect(answer.json()).toMatchObject({ name: 'empty.txt', size: '0' })
  })

  it('do not finish short of what they announced', async () => {
    const upload = await startUpload('short.txt', { 'x-goog-upload-header-content-length': '10' })
    const answer = await call(
      'POST',
      upload,
      { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
      'short',
    )
    expect(answer.status).toBe(400)
    expect((await call('GET', `${BUCKET}/short.txt`)).status).toBe(404)
  })

  it('are gone after a cancel', async () => {
    const upload = await startUpload('cancelled.txt')
    expect((await call('POST', upload, { 'x-goog-upload-command': 'cancel' })).status).toBe(200)
    expect((await call('POST', upload, { 'x-goog-upload-command': 'query' })).status).toBe(404)
  })
})

describe('downloads', () => {
  it('send one range, and refuse one beyond the end', async () => {
    await put('digits.txt', '0123456789')
    const path = `${BUCKET}/digits.txt?alt=media`
    const part = await call('GET', path, { range: 'bytes=2-4' })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
    const beyond = await call('GET', path, { range: 'bytes=10-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  it('answer 304 to a client that has this very content', async () => {
    await put('cached.txt', 'hello')
    const path = `${BUCKET}/cached.txt?alt=media`
    const etag = (await call('GET', path)).headers.get('etag') ?? ''
    expect((await call('GET', path, { 'if-none-match': etag })).status).toBe(304)
  })

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'text/html; charset=utf-8',
    'TEXT/HTML',
    'weird',
    'text/plain;,text/html',
    'image/png;,text/html',
  ])('never let %s run in the origin of the server', async (type) => {
    await put('page.html', '<script>alert(1)</script>', type)
    const answer = await call('GET', `${BUCKET}/page.html?alt=media`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('are open to whoever has a download token, until it is revoked', async () => {
    await using closed = await TestServer.start({ mode: 'start' })
    const stranger = await fetch(`${closed.origin}${BUCKET}/secret.txt?alt=media&token=guess`)
    expect(stranger.status).toBe(403)

    const { downloadTokens } = await put('linked.txt', 'hello')
    const owner = { authorization: 'Bearer owner' }
    const revoked = await call('POST', `${BUCKET}/linked.txt?delete_token=${downloadTokens}`, owner)
    expect(revoked.json()).not.toHaveProperty('downloadTokens')
    const more = await call('POST', `${BUCKET}/linked.txt?create_token=true`, owner)
    expect(String(more.json()['downloadTokens']).split(',')).toHaveLength(1)
    expect(more.json()['downloadTokens']).not.toBe(downloadTokens)
  })
})
