import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import {
  IDLE_MS,
  OPEN_UPLOADS_MAX,
  OPEN_UPLOADS_OF_ONE_MAX,
  OWN_IDLE_MS,
} from '../../apps/server/src/files/open-uploads.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const bucket = '/v0/b/demo-app.appspot.com/o'

const owner = { authorization: 'Bearer owner' }

async function start(server: TestServer, name: string, credential: Record<string, string> = owner): Promise<Response> {
  const headers = { ...credential, 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' }
  return await fetch(`${server.origin}${bucket}?name=${name}`, { method: 'POST', headers })
}

async function send(upload: string, command: string, offset: number, body: string): Promise<number> {
  const headers = { ...owner, 'x-goog-upload-command': command, 'x-goog-upload-offset': String(offset) }
  return (await fetch(upload, { method: 'POST', headers, body })).status
}

async function namesIn(server: TestServer): Promise<string[]> {
  const answer = (await (await fetch(server.origin + bucket, { headers: owner })).json()) as {
    items: { name: string }[]
  }
  return answer.items.map(({ name }) => name)
}

async function blobsOf(server: TestServer): Promise<number> {
  const entries = await readdir(`${server.dataFolder}/blobs`, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

it('500 resumable uploads at once all become what was sent, and none is seen before its end', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const names = Array.from({ length: 500 }, (_, at) => `file-${String(at).padStart(3, '0')}`)
  const uploads = await Promise.all(
    names.map(async (name) => (await start(server, name)).headers.get('x-goog-upload-url') ?? ''),
  )
  const halves = await Promise.all(
    uploads.map((upload, at) => send(upload, 'upload', 0, `first half of ${names[at]}, `)),
  )
  expect(new Set(halves)).toEqual(new Set([200]))
  expect(await namesIn(server)).toEqual([])
  const offset = `first half of ${names[0]}, `.length
  const ends = await Promise.all(uploads.map((upload) => send(upload, 'upload, finalize', offset, 'and the other')))
  expect(new Set(ends)).toEqual(new Set([200]))
  expect(await namesIn(server)).toEqual(names)
  expect(await blobsOf(server)).toBe(500)
  const last = await fetch(`${server.origin}${bucket}/file-499?alt=media`)
  expect(await last.text()).toBe('first half of file-499, and the other')
}, 60_000)

it(`the servers of a project have ${OPEN_UPLOADS_MAX} unfinished uploads at most: one more is asked to wait, also after a restart`, async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const open = async (at: number): Promise<string> =>
    (await start(server, `open-${at}`)).headers.get('x-goog-upload-url') ?? ''
  const uploads = await Promise.all(Array.from({ length: OPEN_UPLOADS_MAX }, (_, at) => open(at)))
  const refused = await start(server, 'one-more')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'TOO_MANY_UPLOADS' }] } })
  expect(
    (await fetch(`${server.origin}${bucket}?name=whole`, { method: 'POST', body: 'x', headers: owner })).status,
  ).toBe(429)
  expect(await send(uploads[0] ?? '', 'cancel', 0, '')).toBe(200)
  expect(await send(uploads[1] ?? '', 'upload, finalize', 0, 'done')).toBe(200)
  expect((await start(server, 'two-more')).status).toBe(200)

  await server.hearth.stop()
  await using again = await TestServer.start({ mode: 'dev', dataFolder: server.dataFolder })
  expect((await start(again, 'the-last')).status).toBe(200)
  expect((await start(again, 'one-more')).status).toBe(429)
}, 60_000)

it(`visitors have ${OPEN_UPLOADS_OF_ONE_MAX} of them at most, and others go on`, async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const opened = await Promise.all(
    Array.from({ length: OPEN_UPLOADS_OF_ONE_MAX }, async (_, at) => (await start(server, `open-${at}`, {})).status),
  )
  expect(new Set(opened)).toEqual(new Set([200]))
  expect((await start(server, 'one-more', {})).status).toBe(429)
  expect((await start(server, 'from-a-server')).status).toBe(200)
}, 60_000)

async function signUp(server: TestServer): Promise<Record<string, string>> {
  const address = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-app`
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(address, { method: 'POST', headers, body: '{"returnSecureToken":true}' })
  const { idToken } = (await answer.json()) as { idToken: string }
  return { authorization: `Firebase ${idToken}` }
}

async function statusOf(upload: Response, credential: Record<string, string>): Promise<number> {
  const headers = { ...credential, 'x-goog-upload-command': 'query' }
  return (await fetch(upload.headers.get('x-goog-upload-url') ?? '', { method: 'POST', headers })).status
}

it('users who opened as many uploads as there may be keep nobody out: not the servers, and after a minute no other user', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ mode: 'dev', clock: { nowMs: () => Date.now() + aheadMs } })
  const [patient, newcomer, ...greedy] = await Promise.all(
    Array.from({ length: 2 + OPEN_UPLOADS_MAX / OPEN_UPLOADS_OF_ONE_MAX }, () => signUp(server)),
  )
  const first = await start(server, 'patient', patient)
  const opened: Response[] = []
  for (const credential of greedy) {
    const names = Array.from({ length: OPEN_UPLOADS_OF_ONE_MAX }, (_, at) => `greedy-${at}`)
    opened.push(...(await Promise.all(names.map((name) => start(server, name, credential)))))
  }
  // The patient one was there before, so that one did not fit.
  expect(opened.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual([429])
  expect((await start(server, 'one-more-of-mine', greedy[0])).status).toBe(429)
  expect((await start(server, 'newcomer', newcomer)).status).toBe(429)
  expect((await start(server, 'of-a-server')).status).toBe(200)

  aheadMs = IDLE_MS + 1_000
  const kept = opened[0] ?? Response.error()
  const sending = { ...greedy[0], 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '0' }
  await fetch(kept.headers.get('x-goog-upload-url') ?? '', { method: 'POST', headers: sending, body: 'a byte' })
  expect((await start(server, 'newcomer', newcomer)).status).toBe(200)
  expect(await statusOf(first, patient ?? {})).toBe(200)
  expect(await statusOf(kept, greedy[0] ?? {})).toBe(200)
  const left = await Promise.all(
    opened
      .slice(0, 2 * OPEN_UPLOADS_OF_ONE_MAX)
      .map((upload, at) => statusOf(upload, greedy[Math.floor(at / OPEN_UPLOADS_OF_ONE_MAX)] ?? {})),
  )
  expect(left.filter((status) => status !== 200)).toEqual([404])
}, 60_000)

it('of one who has as many as one may have, the one that nothing came of for an hour gives way', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ mode: 'dev', clock: { nowMs: () => Date.now() + aheadMs } })
  const oldest = await start(server, 'oldest', {})
  const second = await start(server, 'second', {})
  await Promise.all(Array.from({ length: OPEN_UPLOADS_OF_ONE_MAX - 2 }, (_, at) => start(server, `open-${at}`, {})))
  aheadMs = IDLE_MS + 1_000
  expect((await start(server, 'one-more', {})).status).toBe(429)
  aheadMs = OWN_IDLE_MS + 1_000
  expect((await start(server, 'one-more', {})).status).toBe(200)
  expect([await statusOf(oldest, {}), await statusOf(second, {})]).toEqual([404, 200])
})

it('an upload that the rules refuse in the end leaves nothing on disk', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const rules = `service firebase.storage { match /b/{b}/o/{f} { allow write: if request.resource.size < 1000; } }`
  const files = [{ name: 'storage.rules', content: rules }]
  const set = await fetch(`${server.origin}/internal/setRules`, {
    method: 'PUT',
    headers: owner,
    body: JSON.stringify({ rules: { files } }),
  })
  expect(set.status).toBe(200)
  const upload = (await start(server, 'large', {})).headers.get('x-goog-upload-url') ?? ''
  const visitor = { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' }
  const refused = await fetch(upload, { method: 'POST', headers: visitor, body: Buffer.alloc(100_000) })
  expect(refused.status).toBe(403)
  expect(await blobsOf(server)).toBe(0)
  const asked = await fetch(upload, { method: 'POST', headers: { 'x-goog-upload-command': 'query' } })
  expect(asked.status).toBe(404)
})
