import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { File, GetSignedUrlConfig } from '@google-cloud/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RawClient } from '../../apps/server/src/testing/raw-client.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { CloudWorld, makeKey, openStorage } from './storage-cloud-world.ts'

const minuteMs = 60_000

let world: CloudWorld
let file: File

beforeAll(async () => {
  world = await CloudWorld.start()
  file = world.bucket.file('links/a file – ä+(1).txt')
  await file.save('warm hearth', { resumable: false, contentType: 'text/plain' })
})
afterAll(() => world[Symbol.asyncDispose]())

async function sign(config: Partial<GetSignedUrlConfig>, of: File = file): Promise<string> {
  const expires = Date.now() + 5 * minuteMs
  const [address] = await of.getSignedUrl({ version: 'v4', action: 'read', expires, ...config })
  expect(new URL(address).host).toBe(new URL(world.server.origin).host)
  return address
}

async function refusalOf(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]]
}

function changed(address: string, parameter: string, change: (value: string) => string): string {
  const url = new URL(address)
  url.searchParams.set(parameter, change(url.searchParams.get(parameter) ?? ''))
  return url.href
}

describe('a URL signed for reading', () => {
  it('gives the file to whoever has it, in ranges too', async () => {
    const address = await sign({})
    const answer = await fetch(address)
    expect([answer.status, await answer.text()]).toEqual([200, 'warm hearth'])
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    const part = await fetch(address, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'warm'])
  })

  it('of version 2, which the library takes by itself, is refused and says what to do', async () => {
    const [address] = await file.getSignedUrl({ action: 'read', expires: Date.now() + 5 * minuteMs })
    expect(new URL(address).searchParams.has('GoogleAccessId')).toBe(true)
    const answer = await fetch(address)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('sign with version: ')])
  })

  it('opens in a browser, which takes other addresses of the server for pages', async () => {
    const answer = await fetch(await sign({}), { headers: { accept: 'text/html,application/xhtml+xml' } })
    expect(await answer.text()).toBe('warm hearth')
  })

  it('is for one method, one file and one query', async () => {
    const address = await sign({})
    const invalid = [403, 'SIGNATURE_INVALID']
    expect(await refusalOf(await fetch(address, { method: 'PUT', body: 'x' }))).toEqual(invalid)
    expect(await refusalOf(await fetch(address, { method: 'DELETE' }))).toEqual(invalid)
    expect(await refusalOf(await fetch(address.replace('links/', 'other/')))).toEqual(invalid)
    expect(await refusalOf(await fetch(`${address}&generation=1`))).toEqual(invalid)
    expect(await refusalOf(await fetch(`${address}&response-content-type=text/html`))).toEqual(invalid)
    expect((await fetch(address)).status).toBe(200)
  })

  it('has a time, which can’t be stretched', async () => {
    const soon = await sign({ accessibleAt: Date.now() + 30 * minuteMs, expires: Date.now() + 60 * minuteMs })
    expect(await refusalOf(await fetch(soon))).toEqual([403, 'SIGNATURE_NOT_YET_VALID'])
    const past = await sign({ accessibleAt: Date.now() - 2 * minuteMs, expires: Date.now() + 1_000 })
    const over = changed(past, 'X-Goog-Expires', () => '60')
    expect(await refusalOf(await fetch(over))).toEqual([403, 'SIGNATURE_EXPIRED'])
    const stretched = changed(past, 'X-Goog-Expires', () => '600')
    expect(await refusalOf(await fetch(stretched))).toEqual([403, 'SIGNATURE_INVALID'])
    const endless = changed(past, 'X-Goog-Expires', () => '604801')
    expect(await refusalOf(await fetch(endless))).toEqual([403, 'SIGNATURE_INVALID'])
  })

  it.each([
    ['X-Goog-Signature', (value: string) => value.replace(/^../, (two) => (two === '00' ? '01' : '00'))],
    ['X-Goog-Signature', () => ''],
    ['X-Goog-Signature', () => 'not hex'],
    ['X-Goog-Algorithm', () => 'GOOG4-HMAC-SHA256'],
    [
      'X-Goog-Credential',
      (value: string) => value.replace(/^key-./, (start) => (start === 'key-0' ? 'key-1' : 'key-0')),
    ],
    ['X-Goog-Credential', (value: string) => value.replace('shop-app', 'none-app')],
    ['X-Goog-Credential', (value: string) => value.replace('storage', 'compute')],
    ['X-Goog-Credential', () => ''],
    ['X-Goog-Date', () => '20261399T000000Z'],
    ['X-Goog-Date', () => 'today'],
    ['X-Goog-SignedHeaders', () => ''],
    ['X-Goog-SignedHeaders', () => 'host;x-goog-meta-a'],
    ['X-Goog-SignedHeaders', () => 'HOST'],
  ])('is refused with another %s', async (parameter, change) => {
    const answer = await fetch(changed(await sign({}), parameter, change))
    expect(answer.status).toBe(403)
    expect(await answer.text()).not.toContain('warm hearth')
  })

  it('ends with its key', async () => {
    const key = await makeKey(world.owner, 'shop-app')
    const bucket = openStorage(world.server.origin, key).bucket(world.bucket.name)
    const address = await sign({}, bucket.file(file.name))
    expect((await fetch(address)).status).toBe(200)
    await world.owner.call('DELETE', `/projects/shop-app/service-keys/${key.private_key_id}`)
    expect(await refusalOf(await fetch(address))).toEqual([403, 'SIGNATURE_INVALID'])
  })

  it('is worth nothing when the key is one of another project', async () => {
    await world.owner.createProject('other-app', 'Other')
    const foreign = openStorage(world.server.origin, await makeKey(world.owner, 'other-app'))
    const address = await sign({}, foreign.bucket(world.bucket.name).file(file.name))
    expect(await refusalOf(await fetch(address))).toEqual([403, 'SIGNATURE_INVALID'])
  })

  it('says how the answer is shown, but not that a page runs here', async () => {
    const saved = await fetch(await sign({ promptSaveAs: 'report.txt' }))
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="report.txt"')
    const page = await fetch(await sign({ responseType: 'text/html', responseDisposition: 'inline' }))
    expect(page.headers.get('content-type')).toBe('text/html')
    expect(page.headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  it('of a file that is not there says so', async () => {
    const absent = await sign({}, world.bucket.file('links/absent.txt'))
    expect(await refusalOf(await fetch(absent))).toEqual([404, 'OBJECT_NOT_FOUND'])
  })
})

describe('a URL signed for writing', () => {
  const target = (): File => world.bucket.file('links/written.txt')
  const contentOf = async (): Promise<string> => (await target().download())[0].toString()

  it('stores what is put there, with the content type that was signed and no other', async () => {
    const address = await sign({ action: 'write', contentType: 'text/plain' }, target())
    const put = (type: string): Promise<Response> =>
      fetch(address, { method: 'PUT', headers: { 'content-type': type }, body: 'by link' })
    expect((await put('text/plain')).status).toBe(200)
    expect((await target().getMetadata())[0].contentType).toBe('text/plain')
    expect(await contentOf()).toBe('by link')
    expect(await refusalOf(await put('text/html'))).toEqual([403, 'SIGNATURE_INVALID'])
    expect((await fetch(address)).status).toBe(403)
  })

  it('covers headers: those that were signed must come, and no other of the storage API’s may', async () => {
    const extensionHeaders = { 'x-goog-meta-by': 'ada', 'x-goog-content-length-range': '3,10' }
    const address = await sign({ action: 'write', extensionHeaders }, target())
    const put = (headers: Record<string, string>, body: string): Promise<Response> =>
      fetch(address, { method: 'PUT', headers, body })
    expect((await put(extensionHeaders, 'five!')).status).toBe(200)
    expect((await target().getMetadata())[0].metadata).toMatchObject({ by: 'ada' })
    const invalid = [403, 'SIGNATURE_INVALID']
    expect(await refusalOf(await put({}, 'five!'))).toEqual(invalid)
    expect(await refusalOf(await put({ ...extensionHeaders, 'x-goog-meta-by': 'eve' }, 'five!'))).toEqual(invalid)
    expect(await refusalOf(await put({ ...extensionHeaders, 'x-goog-meta-more': 'x' }, 'five!'))).toEqual(invalid)
    for (const body of ['xx', 'eleven bytes']) {
      expect(await refusalOf(await put(extensionHeaders, body))).toEqual([400, 'CONTENT_LENGTH_NOT_ALLOWED'])
    }
    expect(await contentOf()).toBe('five!')
  })

  it('covers the content where its digest was signed', async () => {
    const sha256 = createHash('sha256').update('signed').digest('hex')
    const headers = { 'x-goog-content-sha256': sha256 }
    const address = await sign({ action: 'write', extensionHeaders: headers }, target())
    expect((await fetch(address, { method: 'PUT', headers, body: 'signed' })).status).toBe(200)
    const other = await fetch(address, { method: 'PUT', headers, body: 'forged' })
    expect(await refusalOf(other)).toEqual([400, 'CHECKSUM_MISMATCH'])
    expect(await contentOf()).toBe('signed')
  })

  it('verifies the MD5 that was signed', async () => {
    const contentMd5 = createHash('md5').update('signed').digest('base64')
    const address = await sign({ action: 'write', contentMd5 }, target())
    const headers = { 'content-md5': contentMd5 }
    expect((await fetch(address, { method: 'PUT', headers, body: 'signed' })).status).toBe(200)
    const other = await fetch(address, { method: 'PUT', headers, body: 'forged' })
    expect(await refusalOf(other)).toEqual([400, 'CHECKSUM_MISMATCH'])
  })

  it('may be for the first file of its name alone', async () => {
    const first = world.bucket.file('links/first.txt')
    const headers = { 'x-goog-if-generation-match': '0' }
    const address = await sign({ action: 'write', extensionHeaders: headers }, first)
    const put = (body: string): Promise<Response> => fetch(address, { method: 'PUT', headers, body })
    expect((await put('first')).status).toBe(200)
    expect((await put('second')).status).toBe(412)
    expect((await first.download())[0].toString()).toBe('first')
  })

  it('opens a resumable upload, which goes on without a signature', async () => {
    const large = world.bucket.file('links/large.txt')
    const address = await sign({ action: 'resumable', contentType: 'text/plain' }, large)
    const headers = { 'x-goog-resumable': 'start', 'content-type': 'text/plain' }
    const opened = await fetch(address, { method: 'POST', headers })
    expect(opened.status).toBe(201)
    const upload = opened.headers.get('location') ?? ''
    const part = (range: string, body: string): Promise<Response> =>
      fetch(upload, { method: 'PUT', headers: { 'content-range': range }, body })
    expect((await part('bytes 0-4/11', 'warm ')).status).toBe(308)
    expect((await part('bytes 5-10/11', 'hearth')).status).toBe(200)
    expect((await large.download())[0].toString()).toBe('warm hearth')
    expect((await large.getMetadata())[0].contentType).toBe('text/plain')
  })

  it('holds a resumable upload to the size and the content that were signed', async () => {
    const sha256 = createHash('sha256').update('signed').digest('hex')
    const send = async (signed: Record<string, string>, body: string): Promise<Response> => {
      const address = await sign({ action: 'resumable', extensionHeaders: signed }, target())
      const opened = await fetch(address, { method: 'POST', headers: { ...signed, 'x-goog-resumable': 'start' } })
      expect(opened.status).toBe(201)
      return fetch(opened.headers.get('location') ?? '', { method: 'PUT', body })
    }
    const range = { 'x-goog-content-length-range': '3,10' }
    const digest = { 'x-goog-content-sha256': sha256 }
    expect((await send({ ...range, ...digest }, 'signed')).status).toBe(200)
    for (const [signed, body] of [
      [range, 'xx'],
      [range, 'eleven bytes'],
      [digest, 'forged'],
    ] as const) {
      expect((await send(signed, body)).status).toBe(400)
    }
    expect(await contentOf()).toBe('signed')
  })
})

it('a resumable upload without a signature is opened for whoever the rules let upload', async () => {
  await using dev = await TestServer.start({ mode: 'dev' })
  const headers = { 'x-goog-resumable': 'start', 'content-type': 'text/plain' }
  const opened = await fetch(`${dev.origin}/demo-app.appspot.com/notes.txt`, { method: 'POST', headers })
  expect(opened.status).toBe(201)
  const put = await fetch(opened.headers.get('location') ?? '', { method: 'PUT', body: 'warm hearth' })
  expect(put.status).toBe(200)
})

it('a URL signed for deleting deletes', async () => {
  const gone = world.bucket.file('links/gone.txt')
  await gone.save('x', { resumable: false })
  const address = await sign({ action: 'delete' }, gone)
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(204)
  expect(await gone.exists()).toEqual([false])
})

describe('a URL signed for the public host', () => {
  it('holds at the host for files, where a browser is sent', async () => {
    await using other = await CloudWorld.start({
      HEARTH_PUBLIC_URL: 'http://backend.test',
      HEARTH_FILES_URL: 'http://files.test',
    })
    await other.bucket.file('a.txt').save('warm hearth', { resumable: false })
    const abroad = openStorage('http://backend.test', other.key).bucket(other.bucket.name).file('a.txt')
    const [address] = await abroad.getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + minuteMs })
    const { pathname, search, host } = new URL(address)
    using client = new RawClient(other.server.port)
    const path = pathname + search
    const sent = await client.ask({ method: 'GET', path, headers: { host, accept: 'text/html' } })
    expect([sent.status, sent.headers.location]).toEqual([302, `http://files.test${path}`])
    const answer = await client.ask({ method: 'GET', path, headers: { host: 'files.test', accept: 'text/html' } })
    expect([answer.status, answer.text]).toEqual([200, 'warm hearth'])
    const forged = await client.ask({ method: 'GET', path: `${path}0`, headers: { host: 'files.test' } })
    expect(forged.status).toBe(403)
  })
})

it('a signed upload that would open the file to all is refused where no owner has allowed it, and stores nothing', async () => {
  const target = world.bucket.file('opened.txt')
  const extensionHeaders = { 'x-goog-acl': 'public-read' }
  const put = await fetch(await sign({ action: 'write', extensionHeaders }, target), {
    method: 'PUT',
    headers: extensionHeaders,
    body: 'x',
  })
  expect(await refusalOf(put)).toEqual([412, 'PUBLIC_FILES_OFF'])
  const resumable = await fetch(await sign({ action: 'resumable', extensionHeaders }, target), {
    method: 'POST',
    headers: { ...extensionHeaders, 'x-goog-resumable': 'start' },
  })
  expect(await refusalOf(resumable)).toEqual([412, 'PUBLIC_FILES_OFF'])
  expect(await target.exists()).toEqual([false])
})

describe('an upload that a service key opened', () => {
  async function openWith(name: string) {
    const key = await makeKey(world.owner, 'shop-app')
    const target = openStorage(world.server.origin, key).bucket(world.bucket.name).file(name)
    const revoke = () => world.owner.call('DELETE', `/projects/shop-app/service-keys/${key.private_key_id}`)
    return { target, revoke }
  }
  const isThere = async (name: string): Promise<boolean> => (await world.bucket.file(name).exists())[0]
  const send = (address: string, range: string, body: string): Promise<Response> =>
    fetch(address, { method: 'PUT', headers: { 'content-range': range }, body, redirect: 'manual' })

  it.each(['by the JSON API', 'by a signed URL'])('in parts %s ends with the key', async (how) => {
    const { target, revoke } = await openWith(`ended ${how}.txt`)
    const signed = async (): Promise<string> => {
      const address = await sign({ action: 'resumable' }, target)
      const opened = await fetch(address, { method: 'POST', headers: { 'x-goog-resumable': 'start' } })
      return opened.headers.get('location') ?? ''
    }
    const [upload] = how === 'by a signed URL' ? [await signed()] : await target.createResumableUpload()
    expect((await send(upload, 'bytes 0-3/11', 'warm')).status).toBe(308)
    await revoke()
    const refused = await send(upload, 'bytes 4-10/11', ' hearth')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'CREDENTIAL_REVOKED' }] } })
    expect((await send(upload, 'bytes */*', '')).status).toBe(404)
    expect(await isThere(target.name)).toBe(false)
  })

  it('in one request ends with the key', async () => {
    const { target, revoke } = await openWith('ended in one.txt')
    const address = await sign({ action: 'write' }, target)
    const half = Promise.withResolvers<void>()
    async function* body(): AsyncIterable<Uint8Array> {
      yield Buffer.from('warm')
      await half.promise
      yield Buffer.from(' hearth')
    }
    const contents = async (): Promise<number> => {
      const paths = await readdir(`${world.server.dataFolder}/blobs`, { recursive: true })
      return paths.filter((path) => /\/[0-9a-f]{32}$/.test(path)).length
    }
    const before = await contents()
    const stream = Readable.toWeb(Readable.from(body())) as BodyInit
    const sent = fetch(address, { method: 'PUT', body: stream, duplex: 'half' } as RequestInit)
    await expect.poll(contents).toBe(before + 1)
    await revoke()
    half.resolve()
    expect((await sent).status).toBe(403)
    expect(await isThere(target.name)).toBe(false)
  })
})
