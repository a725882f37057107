import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { serviceToken } from '../../apps/server/src/testing/service-credential.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/**
 * The requests of `gcloud storage`, replayed: as its sources write them (`api_lib/storage/gcs_json/client.py` and `upload.py`, and `transfer.py` of
 * apitools) and its log shows them. The tool itself is not run here.
 */
let server: TestServer
let token: string

beforeAll(async () => {
  server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  token = await serviceToken(owner, 'shop-app')
})
afterAll(() => server[Symbol.asyncDispose]())

const bucket = 'shop-app.firebasestorage.app'
const objects = `/storage/v1/b/${bucket}/o`

interface Asked {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

async function ask(method: string, path: string, { query = {}, headers = {}, body }: Asked = {}): Promise<Response> {
  const address = new URL(path, server.origin)
  for (const [name, value] of Object.entries({ alt: 'json', ...query })) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, value)
  }
  const authorization = { authorization: `Bearer ${token}` }
  return await fetch(address, {
    method,
    headers: { ...authorization, ...headers },
    ...(body !== undefined && { body }),
  })
}

async function json(method: string, path: string, asked: Asked = {}): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...asked.headers }
  const answer = await ask(method, path, asked.body === undefined ? asked : { ...asked, headers })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

const at = (name: string): string => `${objects}/${encodeURIComponent(name)}`

/** A small file, as `SimpleUpload` of apitools sends it. */
async function upload(name: string, content: string, custom: object = {}): Promise<Record<string, unknown>> {
  const body = [
    '--===============0123456789==',
    'Content-Type: application/json',
    'MIME-Version: 1.0',
    '',
    JSON.stringify({ bucket, name, metadata: custom, md5Hash: createHash('md5').update(content).digest('base64') }),
    '--===============0123456789==',
    'Content-Type: text/plain',
    'MIME-Version: 1.0',
    'Content-Transfer-Encoding: binary',
    '',
    content,
    '--===============0123456789==--',
  ].join('\n')
  return await json('POST', `/upload/storage/v1/b/${bucket}/o`, {
    query: { uploadType: 'multipart', ifGenerationMatch: '0' },
    headers: { 'content-type': "multipart/related; boundary='===============0123456789=='" },
    body,
  })
}

const rsyncFields =
  'prefixes,items/name,items/etag,items/size,items/generation,items/storageClass,items/timeCreated,items/metadata/goog-reserved-file-atime,' +
  'items/metadata/goog-reserved-file-mtime,items/crc32c,items/md5Hash,nextPageToken'

describe('gcloud storage ls', () => {
  it('lists one folder, with the fields that it shows', async () => {
    for (const name of ['ls/a.txt', 'ls/deep/b.txt']) await upload(name, 'x')
    const query = {
      fields: 'prefixes,items/name,items/size,items/generation,nextPageToken',
      delimiter: '/',
      includeFoldersAsPrefixes: 'True',
      maxResults: '1000',
      prefix: 'ls/',
      projection: 'noAcl',
    }
    expect(await json('GET', objects, { query })).toEqual({
      prefixes: ['ls/deep/'],
      items: [{ name: 'ls/a.txt', size: '1', generation: expect.stringMatching(/^\d+$/) }],
    })
  })

  it('-L has access lists, and gs:// the buckets of the project', async () => {
    await upload('long/a.txt', 'x')
    const { items } = await json('GET', objects, { query: { prefix: 'long/', projection: 'full' } })
    expect(items).toMatchObject([{ name: 'long/a.txt', acl: [{ role: 'OWNER' }] }])
    const query = { fields: 'items/name,items/location,nextPageToken', project: 'shop-app' }
    expect(await json('GET', '/storage/v1/b', { query })).toEqual({ items: [{ name: bucket }] })
    expect(await json('GET', `/storage/v1/b/${bucket}/storageLayout`)).toMatchObject({
      hierarchicalNamespace: { enabled: false },
    })
    const folders = await json('GET', `/storage/v1/b/${bucket}/managedFolders`, { query: { pageSize: '1000' } })
    expect(folders).toEqual({ kind: 'storage#managedFolders' })
  })
})

describe('gcloud storage cp', () => {
  it('looks whether the target is there, and sends a small file in two parts', async () => {
    const before = await ask('GET', at('cp/small.txt'), {
      query: { fields: 'bucket,name,size,generation', projection: 'noAcl' },
    })
    expect(before.status).toBe(404)
    expect(await upload('cp/small.txt', 'two\nlines')).toMatchObject({ size: '9', contentType: 'text/plain' })
    const query = { fields: 'bucket,name,size,generation', projection: 'noAcl' }
    expect(Object.keys(await json('GET', at('cp/small.txt'), { query }))).toEqual([
      'name',
      'bucket',
      'generation',
      'size',
    ])
  })

  it('sends a large file in one go at the address of a resumable upload, and asks how much is there', async () => {
    const content = new Uint8Array(Buffer.alloc(600_000, 'warm hearth '))
    const started = await ask('POST', `/resumable/upload/storage/v1/b/${bucket}/o`, {
      query: { uploadType: 'resumable', ifGenerationMatch: '0' },
      headers: {
        'content-type': 'application/json',
        'x-upload-content-type': 'application/octet-stream',
        'x-upload-content-length': String(content.length),
      },
      body: JSON.stringify({ bucket, name: 'cp/large.bin' }),
    })
    const address = started.headers.get('location') ?? ''
    const asked = await ask('PUT', address, { headers: { 'content-range': 'bytes */*' }, body: '' })
    expect([asked.status, asked.headers.get('range')]).toEqual([308, null])
    const first = await ask('PUT', address, {
      headers: { 'content-range': `bytes 0-262143/${content.length}` },
      body: content.subarray(0, 262_144),
    })
    expect([first.status, first.headers.get('range')?.split('-').at(-1)]).toEqual([308, '262143'])
    const range = `bytes 262144-${content.length - 1}/${content.length}`
    expect(
      await json('PUT', address, { headers: { 'content-range': range }, body: content.subarray(262_144) }),
    ).toMatchObject({
      name: 'cp/large.bin',
      size: String(content.length),
      md5Hash: createHash('md5').update(content).digest('base64'),
    })
  })

  it('sends a stream in chunks, whose size is known at its end, and an empty one', async () => {
    for (const content of ['streamed', '']) {
      const started = await ask('POST', `/resumable/upload/storage/v1/b/${bucket}/o`, {
        query: { uploadType: 'resumable' },
        headers: { 'content-type': 'application/json', 'x-upload-content-type': 'text/plain' },
        body: JSON.stringify({ bucket, name: 'cp/stream.txt' }),
      })
      const last = content === '' ? 'bytes */0' : `bytes 0-${content.length - 1}/${content.length}`
      const body = await json('PUT', started.headers.get('location') ?? '', {
        headers: { 'content-range': last },
        body: content,
      })
      expect(body).toMatchObject({ size: String(content.length) })
    }
  })

  it('downloads by the media link in ranges, whose hash is told', async () => {
    const { mediaLink, crc32c } = await upload('cp/down.txt', 'warm hearth')
    const part = await ask('GET', String(mediaLink), { query: { alt: 'media' }, headers: { range: 'bytes=5-10' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 5-10/11',
      'hearth',
    ])
    expect(part.headers.get('x-goog-hash')).toContain(`crc32c=${String(crc32c)}`)
    const gone = await ask('GET', at('cp/none.txt'), { query: { alt: 'media' } })
    expect([gone.status, gone.headers.get('content-type'), await gone.text()]).toEqual([
      404,
      'text/plain; charset=utf-8',
      `No such object: ${bucket}/cp/none.txt`,
    ])
  })

  it('copies within the bucket, and makes one of the parts of a composite upload', async () => {
    const { generation } = await upload('cp/from.txt', 'one ')
    await upload('cp/more.txt', 'two')
    const query = {
      sourceGeneration: String(generation),
      ifGenerationMatch: '0',
      maxBytesRewrittenPerCall: '1073741824',
    }
    const rewritten = await json(
      'POST',
      `${at('cp/from.txt')}/rewriteTo/b/${bucket}/o/${encodeURIComponent('cp/to.txt')}`,
      {
        query,
        body: JSON.stringify({ bucket, name: 'cp/to.txt', contentType: 'text/plain' }),
      },
    )
    expect(rewritten).toMatchObject({ done: true, totalBytesRewritten: '4', resource: { name: 'cp/to.txt' } })
    const composed = await json('POST', `${at('cp/whole.txt')}/compose`, {
      query: { ifGenerationMatch: '0' },
      body: JSON.stringify({
        sourceObjects: [{ name: 'cp/from.txt', generation: String(generation) }, { name: 'cp/more.txt' }],
        destination: { bucket, name: 'cp/whole.txt', contentType: 'text/plain' },
      }),
    })
    expect(composed).toMatchObject({ size: '7', crc32c: expect.any(String) })
    const whole = await ask('GET', at('cp/whole.txt'), { query: { alt: 'media' } })
    expect(await whole.text()).toBe('one two')
  })
})

describe('gcloud storage rsync', () => {
  it('compares by what it keeps of a file, uploads what is missing and deletes what is too much', async () => {
    const custom = { 'goog-reserved-file-mtime': '1700000000', other: 'x' }
    const { generation } = await upload('sync/old.txt', 'old', custom)
    const query = { fields: rsyncFields, prefix: 'sync/', projection: 'noAcl', maxResults: '1000' }
    expect(await json('GET', objects, { query })).toMatchObject({
      items: [{ name: 'sync/old.txt', size: '3', metadata: { 'goog-reserved-file-mtime': '1700000000' } }],
    })
    await upload('sync/new.txt', 'new')
    const removed = await ask('DELETE', at('sync/old.txt'), { query: { generation: String(generation) } })
    expect(removed.status).toBe(204)
    const { items } = await json('GET', objects, { query: { ...query, fields: 'items/name' } })
    expect(items).toEqual([{ name: 'sync/new.txt' }])
  })
})

it('a list in which a client in Go leaves all empty is the whole list', async () => {
  await upload('go/a.txt', 'x')
  const query = {
    delimiter: '',
    endOffset: '',
    includeFoldersAsPrefixes: 'false',
    includeTrailingDelimiter: 'false',
    matchGlob: '',
    pageToken: '',
    prefix: 'go/',
    prettyPrint: 'false',
    projection: 'full',
    startOffset: '',
    versions: 'false',
  }
  expect(await json('GET', objects, { query })).toMatchObject({ items: [{ name: 'go/a.txt' }] })
})
