import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { crc32c } from '@node-rs/crc32'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
})
afterAll(() => server[Symbol.asyncDispose]())

const BUCKET = 'demo-app.appspot.com'
const SIMPLE = `/v0/b/${BUCKET}/o`
const OBJECTS = `/storage/v1/b/${BUCKET}/o`
const UPLOADS = `/upload/storage/v1/b/${BUCKET}/o`
const owner = { authorization: 'Bearer owner' }
const CONTENT = 'warm hearth'
const md5 = createHash('md5').update(CONTENT).digest('base64')
const wrongMd5 = createHash('md5').update('cold hearth').digest('base64')
const crc = crcOf(CONTENT)
const wrongCrc = crcOf('cold hearth')

function crcOf(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32c(text))
  return bytes.toString('base64')
}

function call(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> {
  return fetch(server.origin + path, { method, headers: { ...owner, ...headers }, body: body ?? null })
}

function related(metadata: object, text: string): [Record<string, string>, string] {
  const head = `--b\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n`
  return [{ 'content-type': 'multipart/related; boundary=b' }, `${head}--b\r\n\r\n${text}\r\n--b--`]
}

async function put(name: string, text = CONTENT): Promise<{ generation: string; downloadTokens: string }> {
  const answer = await call('POST', `${SIMPLE}?name=${name}`, { 'content-type': 'text/plain' }, text)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { generation: string; downloadTokens: string }
}

async function blobsOnDisk(): Promise<number> {
  const entries = await readdir(`${server.dataFolder}/blobs`, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

async function startResumable(name: string, metadata: object = {}, query = ''): Promise<string> {
  const answer = await call(
    'POST',
    `${UPLOADS}?uploadType=resumable&name=${name}${query}`,
    { 'content-type': 'application/json' },
    JSON.stringify(metadata),
  )
  expect(answer.status).toBe(200)
  const address = new URL(answer.headers.get('location') ?? '')
  return address.pathname + address.search
}

describe('an upload that names its checksums', () => {
  const sends: [string, (name: string, given: { md5?: string; crc32c?: string }) => Promise<Response>][] = [
    [
      'in x-goog-hash of a plain body',
      (name, given) =>
        call('POST', `${SIMPLE}?name=${name}`, { 'content-type': 'text/plain', 'x-goog-hash': hashOf(given) }, CONTENT),
    ],
    [
      'in the metadata of firebase/storage',
      (name, given) => {
        const [headers, body] = related({ md5Hash: given.md5, crc32c: given.crc32c }, CONTENT)
        return call('POST', `${SIMPLE}?name=${name}`, { ...headers, 'x-goog-upload-protocol': 'multipart' }, body)
      },
    ],
    [
      'in the resource of the JSON API',
      (name, given) => {
        const [headers, body] = related({ md5Hash: given.md5, crc32c: given.crc32c }, CONTENT)
        return call('POST', `${UPLOADS}?uploadType=multipart&name=${name}`, headers, body)
      },
    ],
    [
      'in the resource that opens a resumable upload',
      async (name, given) => {
        const upload = await startResumable(name, { md5Hash: given.md5, crc32c: given.crc32c })
        return await call('PUT', upload, { 'content-range': `bytes 0-10/11` }, CONTENT)
      },
    ],
    [
      'in x-goog-hash of its last part',
      async (name, given) => {
        const upload = await startResumable(name)
        expect((await call('PUT', upload, { 'content-range': `bytes 0-4/*` }, CONTENT.slice(0, 5))).status).toBe(308)
        const last = { 'content-range': `bytes 5-10/11`, 'x-goog-hash': hashOf(given) }
        return await call('PUT', upload, last, CONTENT.slice(5))
      },
    ],
  ]

  it.each(sends)('%s is stored when they fit, and leaves nothing when they don’t', async (_, send) => {
    const fits = await send('fits.txt', { md5, crc32c: crc })
    expect(await fits.json()).toMatchObject({ md5Hash: md5, crc32c: crc })
    const kept = await blobsOnDisk()
    for (const wrong of [{ md5: wrongMd5 }, { crc32c: wrongCrc }, { md5, crc32c: wrongCrc }]) {
      const answer = await send('wrong.txt', wrong)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { errors: [{ reason: 'CHECKSUM_MISMATCH' }] } })
      expect((await call('GET', `${SIMPLE}/wrong.txt`)).status).toBe(404)
      expect(await blobsOnDisk()).toBe(kept)
    }
  })

  it.each(['not base64', 'c2hvcnQ=', ''])('is refused when the checksum is %j, which none can be', async (broken) => {
    const [headers, body] = related({ md5Hash: broken }, CONTENT)
    const answer = await call('POST', `${UPLOADS}?uploadType=multipart&name=wrong.txt`, headers, body)
    expect(await answer.json()).toMatchObject({ error: { code: 400, errors: [{ reason: 'INVALID_CHECKSUM' }] } })
  })

  it('ends with a wrong checksum: it can’t be ended once more', async () => {
    const upload = await startResumable('ended.txt', { md5Hash: wrongMd5 })
    expect((await call('PUT', upload, { 'content-range': 'bytes 0-10/11' }, CONTENT)).status).toBe(400)
    expect((await call('PUT', upload, { 'content-range': 'bytes */11' })).status).toBe(404)
  })
})

function hashOf(given: { md5?: string; crc32c?: string }): string {
  return Object.entries(given)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}

describe('generations', () => {
  it('rise with each content, and metagenerations with each change of the metadata', async () => {
    const first = await put('gen.txt')
    const second = await put('gen.txt')
    expect(BigInt(second.generation)).toBeGreaterThan(BigInt(first.generation))
    const patched = await call('PATCH', `${OBJECTS}/gen.txt`, { 'content-type': 'application/json' }, '{}')
    expect(await patched.json()).toMatchObject({ generation: second.generation, metageneration: '2' })
  })

  it('name one content: another one is not found, whatever is asked of it', async () => {
    const { generation } = await put('named.txt')
    const path = (wanted: string): string => `${OBJECTS}/named.txt?generation=${wanted}`
    expect((await call('GET', path(generation))).status).toBe(200)
    expect((await call('GET', `${path('1')}&alt=media`)).status).toBe(404)
    expect((await call('PATCH', path('1'), {}, '{}')).status).toBe(404)
    expect((await call('DELETE', path('1'))).status).toBe(404)
    expect((await call('DELETE', path('one'))).status).toBe(400)
    expect((await call('DELETE', path(generation))).status).toBe(204)
  })

  it.each([
    ['ifGenerationMatch', (now: string) => now, 200, 200],
    ['ifGenerationMatch', () => '1', 412, 412],
    ['ifGenerationMatch', () => '0', 412, 412],
    ['ifGenerationNotMatch', () => '1', 200, 200],
    ['ifGenerationNotMatch', (now: string) => now, 304, 412],
    ['ifMetagenerationMatch', () => '1', 200, 200],
    ['ifMetagenerationMatch', () => '2', 412, 412],
    ['ifMetagenerationNotMatch', () => '2', 200, 200],
    ['ifMetagenerationNotMatch', () => '1', 304, 412],
    ['ifGenerationMatch', () => 'one', 400, 400],
  ])('%s of %s is asked before reading and writing', async (condition, value, read, written) => {
    const name = 'asked.txt'
    const { generation } = await put(name)
    const query = `?${condition}=${value(generation)}`
    expect((await call('GET', `${OBJECTS}/${name}${query}`)).status).toBe(read)
    expect((await call('GET', `${OBJECTS}/${name}${query}&alt=media`)).status).toBe(read)
    // A change of the metadata that is refused changes nothing, so the next condition is asked of the same state.
    const media = `${UPLOADS}${query}&uploadType=media&name=${name}`
    if (written !== 200) {
      expect((await call('PATCH', `${OBJECTS}/${name}${query}`, {}, '{"contentType":"a/b"}')).status).toBe(written)
      expect((await call('DELETE', `${OBJECTS}/${name}${query}`)).status).toBe(written)
      expect((await call('POST', media, {}, 'newer')).status).toBe(written)
      expect(await (await call('GET', `${OBJECTS}/${name}`)).json()).toMatchObject({ generation, metageneration: '1' })
      return
    }
    expect((await call('POST', media, {}, 'newer')).status).toBe(200)
    expect(await (await call('GET', `${OBJECTS}/${name}?alt=media`)).text()).toBe('newer')
  })

  it('let one of several who make a file for the first time win', async () => {
    const make = (): Promise<Response> =>
      call('POST', `${UPLOADS}?uploadType=media&name=first.txt&ifGenerationMatch=0`, {}, CONTENT)
    const statuses = (await Promise.all(Array.from({ length: 8 }, make))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(7)
  })

  it('are asked again when a resumable upload ends, which leaves nothing if somebody was quicker', async () => {
    const upload = await startResumable('race.txt', {}, '&ifGenerationMatch=0')
    await put('race.txt', 'quicker')
    const kept = await blobsOnDisk()
    expect((await call('PUT', upload, { 'content-range': 'bytes 0-10/11' }, CONTENT)).status).toBe(412)
    expect(await (await call('GET', `${SIMPLE}/race.txt?alt=media`)).text()).toBe('quicker')
    expect(await blobsOnDisk()).toBe(kept)
  })
})

describe('conditional downloads', () => {
  it('answer 304 to a date and a tag that still hold, 412 to those that must and don’t', async () => {
    await put('dated.txt')
    const path = `${SIMPLE}/dated.txt?alt=media`
    const { headers } = await call('GET', path)
    const modified = headers.get('last-modified') ?? ''
    const etag = headers.get('etag') ?? ''
    expect((await call('GET', path, { 'if-modified-since': modified })).status).toBe(304)
    expect((await call('GET', path, { 'if-none-match': `"other", ${etag}` })).status).toBe(304)
    expect((await call('GET', path, { 'if-match': '"other"' })).status).toBe(412)
    expect((await call('HEAD', path, { 'if-none-match': etag })).status).toBe(304)
    const past = new Date(Date.parse(modified) - 60_000).toUTCString()
    expect((await call('GET', path, { 'if-modified-since': past })).status).toBe(200)
    expect((await call('GET', path, { 'if-unmodified-since': past })).status).toBe(412)
  })

  it('send the whole where the range is of an older content, or there are several', async () => {
    await put('ranged.txt')
    const path = `${SIMPLE}/ranged.txt?alt=media`
    const etag = (await call('GET', path)).headers.get('etag') ?? ''
    const range = { range: 'bytes=0-3' }
    const current = await call('GET', path, { ...range, 'if-range': etag })
    expect([current.status, await current.text()]).toEqual([206, 'warm'])
    const older = await call('GET', path, { ...range, 'if-range': '"older"' })
    expect([older.status, await older.text()]).toEqual([200, CONTENT])
    const several = await call('GET', path, { range: 'bytes=0-1,3-4' })
    expect([several.status, await several.text()]).toEqual([200, CONTENT])
    const suffix = await call('GET', path, { range: 'bytes=-6' })
    expect([suffix.status, suffix.headers.get('content-range')]).toEqual([206, 'bytes 5-10/11'])
  })
})

describe('download tokens', () => {
  const resource = `${OBJECTS}/linked.txt`
  const setTokens = (tokens: string | null): Promise<Response> =>
    call('PATCH', resource, {}, JSON.stringify({ metadata: { firebaseStorageDownloadTokens: tokens } }))
  const tokensNow = async (): Promise<string[]> => {
    const { metadata } = (await (await call('GET', resource)).json()) as { metadata?: Record<string, string> }
    return metadata?.['firebaseStorageDownloadTokens']?.split(',') ?? []
  }

  it('are several, each good until it is revoked; after the last one there is none', async () => {
    const { downloadTokens: first } = await put('linked.txt')
    await call('POST', `${SIMPLE}/linked.txt?create_token=true`)
    const tokens = await tokensNow()
    expect(tokens).toHaveLength(2)
    expect(tokens[0]).toBe(first)
    await call('POST', `${SIMPLE}/linked.txt?delete_token=${first}`)
    expect(await tokensNow()).toEqual([tokens[1]])
    await call('POST', `${SIMPLE}/linked.txt?delete_token=${tokens[1]}`)
    expect(await tokensNow()).toEqual([])
  })

  it('are chosen and revoked by programs, and are no part of the custom metadata', async () => {
    const { downloadTokens: before } = await put('linked.txt')
    const chosen = ['a-token-chosen-by-a-program', 'another_token_of_the_same']
    expect((await setTokens(chosen.join(','))).status).toBe(200)
    expect(await tokensNow()).toEqual(chosen)
    await call('PATCH', resource, {}, JSON.stringify({ metadata: { mood: 'calm' } }))
    expect(await tokensNow()).toEqual(chosen)
    const simpleView = (await (await call('GET', `${SIMPLE}/linked.txt`)).json()) as { metadata: object }
    expect(simpleView.metadata).toEqual({ mood: 'calm' })
    expect((await setTokens(null)).status).toBe(200)
    expect(await tokensNow()).toEqual([])
    await call('POST', `${SIMPLE}/linked.txt?create_token=true`)
    const [fresh, ...others] = await tokensNow()
    expect(others).toEqual([])
    expect([before, ...chosen]).not.toContain(fresh)
  })

  it('of other characters, and too many, are refused', async () => {
    const { downloadTokens } = await put('linked.txt')
    expect((await setTokens('with a space in between')).status).toBe(400)
    expect((await setTokens(Array.from({ length: 21 }, (_, at) => `token-number-${at}-of-many`).join())).status).toBe(
      402,
    )
    expect(await tokensNow()).toEqual([downloadTokens])
  })

  it('can’t be chosen by users', async () => {
    const signUp = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-app`
    const { idToken } = (await (
      await fetch(signUp, { method: 'POST', body: '{"returnSecureToken":true}' })
    ).json()) as {
      idToken: string
    }
    const { downloadTokens } = await put('linked.txt')
    const body = JSON.stringify({ metadata: { firebaseStorageDownloadTokens: 'a-token-chosen-by-a-user' } })
    const user = { authorization: `Bearer ${idToken}` }
    expect((await call('PATCH', resource, user, body)).status).toBe(403)
    expect((await call('PATCH', `${SIMPLE}/linked.txt`, user, body)).status).toBe(200)
    expect(await tokensNow()).toEqual([downloadTokens])
  })
})
