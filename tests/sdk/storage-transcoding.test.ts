import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Storage } from '@google-cloud/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestLine } from '../../apps/server/src/http/request-line.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

let server: TestServer
let storage: Storage
const errors: unknown[] = []
const lines: RequestLine[] = []

beforeAll(async () => {
  server = await TestServer.start({
    mode: 'dev',
    log: { info() {}, warn() {}, error: (fields) => errors.push(fields) },
    logRequest: (line) => lines.push(line),
  })
  storage = new Storage({ apiEndpoint: server.origin, projectId: 'demo-app', retryOptions: { autoRetry: false } })
})
afterAll(() => server[Symbol.asyncDispose]())

const bucketName = 'demo-app.appspot.com'
const text = `${'warm hearth '.repeat(40_000)}${randomBytes(200_000).toString('base64')}`

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Unlike `fetch`, it neither asks for an encoding nor undoes one. */
async function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const asked = request(new URL(path, server.origin), {
      method,
      headers: { authorization: 'Bearer owner', ...headers },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      const { statusCode: status, headers: got } = response
      buffer(response).then((body) => resolve({ status, headers: got, body }), reject)
    })
    asked.end()
  })
}

async function saved(name: string, content: string | Buffer, options: object): Promise<string[]> {
  await storage
    .bucket(bucketName)
    .file(name)
    .save(content, { resumable: false, contentType: 'text/plain', ...options })
  const of = encodeURIComponent(name)
  return [`/v0/b/${bucketName}/o/${of}?alt=media`, `/storage/v1/b/${bucketName}/o/${of}?alt=media`]
}

describe('a file that was saved with gzip', () => {
  let paths: readonly string[]
  beforeAll(async () => {
    paths = await saved('zipped.txt', text, { gzip: true })
  })

  it('is sent plain to whoever does not take gzip, without an encoding and a length', async () => {
    for (const path of paths) {
      for (const headers of [{}, { 'accept-encoding': 'br, gzip;q=0' }, { range: 'bytes=5-9' }]) {
        const answer = await get(path, headers)
        expect(answer.status).toBe(200)
        expect(answer.body.toString()).toBe(text)
        expect(answer.headers).not.toHaveProperty('content-encoding')
        expect(answer.headers).not.toHaveProperty('content-length')
        expect(answer.headers).toMatchObject({ 'x-goog-stored-content-encoding': 'gzip' })
      }
    }
  })

  it('is sent as it is stored to whoever takes gzip', async () => {
    for (const path of paths) {
      const answer = await get(path, { 'accept-encoding': 'deflate, gzip' })
      expect(answer.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(answer.body.length),
        vary: 'Origin, Accept-Encoding',
      })
      expect(gunzipSync(answer.body).toString()).toBe(text)
      const part = await get(path, { 'accept-encoding': 'gzip', range: 'bytes=0-99' })
      expect([part.status, part.body.equals(answer.body.subarray(0, 100))]).toEqual([206, true])
    }
  })

  it('is asked about and found unchanged in both forms', async () => {
    for (const path of paths) {
      const head = await get(path, {}, 'HEAD')
      expect([head.status, head.headers['content-length']]).toEqual([200, undefined])
      const tag = String(head.headers['etag'])
      expect((await get(path, { 'if-none-match': tag })).status).toBe(304)
      expect((await get(path, { 'if-none-match': tag, 'accept-encoding': 'gzip' })).status).toBe(304)
    }
  })

  it('is read by the library, with its checksum', async () => {
    const [content] = await storage.bucket(bucketName).file('zipped.txt').download({ validation: 'crc32c' })
    expect(content.toString()).toBe(text)
  })
})

describe('is sent as it is stored, whatever the client takes,', () => {
  it.each([
    ['what only says that it is gzip', 'no gzip at all', {}],
    ['what must not be transformed', gzipSync('hello'), { cacheControl: 'public, no-transform' }],
    ['an empty file', '', {}],
  ])('%s', async (name, content, metadata) => {
    const paths = await saved(`${name}.txt`, content, { metadata: { contentEncoding: 'gzip', ...metadata } })
    for (const path of paths) {
      const answer = await get(path)
      expect(answer.body.equals(Buffer.from(content))).toBe(true)
      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(content.length) })
    }
  })
})

it.each([
  ['breaks off', (whole: Buffer) => whole.subarray(0, 50_000)],
  ['is damaged', (whole: Buffer) => whole.fill(0xff, 40_000)],
])('a gzip that %s is cut, and the log has its reason in the line of the request alone', async (name, change) => {
  const content = change(gzipSync(randomBytes(100_000)))
  const [path = ''] = await saved(`${name}.txt`, content, { metadata: { contentEncoding: 'gzip' } })
  const before = lines.length
  await expect(get(path)).rejects.toThrow()
  expect((await get(path, { 'accept-encoding': 'gzip' })).body).toHaveLength(content.length)
  const cut = lines.slice(before).filter(({ isCut }) => isCut)
  expect(cut.map(({ notes }) => notes?.reason)).toEqual(['CONTENT_NOT_GZIP'])
  expect(errors).toEqual([])
})

it('takes the encoding of an upload from its address, too', async () => {
  for (const uploadType of ['media', 'multipart', 'resumable']) {
    const name = `by-${uploadType}.txt`
    const address = `${server.origin}/upload/storage/v1/b/${bucketName}/o?name=${name}&contentEncoding=gzip`
    const ask = async (method: string, url: string, type: string, body: BodyInit): Promise<Response> =>
      await fetch(url, { method, headers: { authorization: 'Bearer owner', 'content-type': type }, body })
    const content = gzipSync('hello')
    const parts = [
      '--b\r\ncontent-type: application/json\r\n\r\n{}\r\n--b\r\ncontent-type: text/plain\r\n\r\n',
      content,
      '\r\n--b--',
    ]
    const url = `${address}&uploadType=${uploadType}`
    if (uploadType === 'media') await ask('POST', url, 'text/plain', content)
    if (uploadType === 'multipart') await ask('POST', url, 'multipart/related; boundary=b', new Blob(parts))
    if (uploadType === 'resumable') {
      const begun = await ask('POST', url, 'application/json', '{}')
      await ask('PUT', begun.headers.get('location') ?? '', 'text/plain', content)
    }
    const answer = await get(`/storage/v1/b/${bucketName}/o/${name}?alt=media`)
    expect([uploadType, answer.body.toString()]).toEqual([uploadType, 'hello'])
    expect(answer.headers).toMatchObject({ 'x-goog-stored-content-encoding': 'gzip' })
  }
})
