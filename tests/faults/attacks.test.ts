import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { RawClient } from '../../apps/server/src/testing/raw-client.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { LISTEN_PATH, WebchannelPeer } from '../../apps/server/src/testing/webchannel-peer.ts'

// Attacks on the whole server, each from outside; the letters and numbers only order them by subject.

const owner = { authorization: 'Bearer owner' }
const bucket = '/v0/b/demo-app.appspot.com/o'
const documents = '/v1/projects/demo-app/databases/(default)/documents'

interface Session {
  readonly idToken: string
  readonly apiKey: string
}

/** Makes the owner of a fresh server under `start` and signs them in to the console. */
async function signInOwner(server: TestServer): Promise<Session> {
  const account = { email: 'owner@example.com', password: 'correct horse battery' }
  const setup = JSON.stringify({ code: server.setupCode, displayName: 'Ada', ...account })
  expect((await fetch(`${server.origin}/hearth/v1/setup`, { method: 'POST', body: setup })).status).toBe(200)
  const info = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: { apiKey: string } }
  const { apiKey } = info.app
  const answer = await signIn(server, apiKey, account.password)
  return { apiKey, idToken: ((await answer.json()) as { idToken: string }).idToken }
}

function signIn(server: TestServer, apiKey: string, password: string, more: Record<string, string> = {}) {
  return fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: JSON.stringify({ email: 'owner@example.com', password, returnSecureToken: true }),
  })
}

const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url')

test('A5 brute force: guesses are slowed down, whatever address X-Forwarded-For claims', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const { apiKey } = await signInOwner(server)
  const statuses: number[] = []
  for (let guess = 0; guess < 14; guess++) {
    const forged = { 'x-forwarded-for': `10.0.0.${guess}`, forwarded: `for=10.0.0.${guess}` }
    statuses.push((await signIn(server, apiKey, `guess ${guess}`, forged)).status)
  }
  expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
  expect(statuses.at(-1)).toBe(429)
  const refused = await signIn(server, apiKey, 'correct horse battery')
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
})

test('A6 forged and confused tokens are refused at every door', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const { idToken } = await signInOwner(server)
  const [head = '', payload = ''] = idToken.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const keys = (await (await fetch(`${server.origin}/.well-known/jwks.json`)).text()).slice(0, 10_000)
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const signed = (changed: object): string => {
    const text = `${head}.${part({ ...claims, ...changed })}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), stranger).toString('base64url')}`
  }
  const hs256 = `${part({ ...header, alg: 'HS256' })}.${payload}`
  const forged: Record<string, string> = {
    'no signature': `${head}.${payload}.`,
    'alg none': `${part({ alg: 'none' })}.${payload}.`,
    'alg None': `${part({ alg: 'None' })}.${payload}.`,
    'HS256 with the public key': `${hs256}.${createHmac('sha256', keys).update(hs256).digest('base64url')}`,
    'another key': signed({}),
    'another audience': signed({ aud: 'demo-app' }),
    'another user': `${head}.${part({ ...claims, sub: 'somebody', user_id: 'somebody' })}.${idToken.split('.')[2]}`,
    'a role of its own making': `${head}.${part({ ...claims, hearth_role: 'owner' })}.${idToken.split('.')[2]}`,
    'a critical extension': `${part({ ...header, crit: ['b64'], b64: false })}.${payload}.${idToken.split('.')[2]}`,
    owner: 'owner',
  }
  const database = 'projects/console/databases/(default)'
  await using grpc = new GrpcClient(server.origin)
  using peer = new WebchannelPeer(server.port, database)
  const name = Buffer.from(`${database}/documents/projects/x`)
  const getDocument = Buffer.concat([Buffer.from([0x0a, name.length]), name])
  for (const [what, token] of Object.entries(forged)) {
    const authorization = `Bearer ${token}`
    const ask = async (path: string, scheme = 'Bearer'): Promise<number> =>
      (await fetch(server.origin + path, { headers: { authorization: `${scheme} ${token}` } })).status
    expect(await ask(`/v1/${database}/documents/projects/x`), `REST, ${what}`).toBe(401)
    expect(await ask('/v0/b/console.appspot.com/o/x', 'Firebase'), `files, ${what}`).toBe(401)
    expect(await ask('/b/console/o/x'), `cloud storage, ${what}`).toBe(401)
    expect(await ask('/hearth/v1/projects'), `administration, ${what}`).toBe(401)
    expect(await ask('/v1/projects/console/accounts:batchGet'), `users, ${what}`).toBe(401)
    expect((await grpc.send('GetDocument', getDocument, { authorization })).status, `gRPC, ${what}`).toBe(16)
    const sid = await peer.open(LISTEN_PATH, [], `Authorization: ${authorization}`)
    await expect.poll(() => peer.fetch(LISTEN_PATH, sid), { message: what }).toContain('UNAUTHENTICATED')
  }
  expect(
    (await fetch(`${server.origin}/hearth/v1/projects`, { headers: { authorization: `Bearer ${idToken}` } })).status,
  ).toBe(200)
})

test('A9 cross-site: no answer sets a cookie, the console’s own endpoints give other origins nothing, nothing can be framed', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const headers = { origin: 'https://evil.test', accept: 'text/html' }
  for (const path of ['/', '/hearth/v1/console', '/hearth/v1/projects', '/healthz', '/nothing', documents, bucket]) {
    const answer = await fetch(server.origin + path, { headers })
    expect(answer.headers.get('set-cookie'), path).toBeNull()
    expect(answer.headers.get('x-frame-options'), path).toBe('DENY')
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
    if (path.startsWith('/hearth/')) expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
  }
})

test('S2 paths: no name of a file becomes a path of the disk', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using client = new RawClient(server.port)
  const names = [
    '../../escape',
    '..\\..\\escape',
    '/etc/passwd',
    'a/../b',
    '.',
    'nul\0',
    'con',
    'a\nb',
    'é',
    'e\u0301',
    'Case',
    'case',
  ]
  for (const name of [...names, 'x'.repeat(1_024), '🔥/🔥']) {
    const path = `${bucket}?name=${encodeURIComponent(name)}`
    const { status } = await client.ask({
      method: 'POST',
      path,
      headers: { ...owner, 'content-type': 'text/plain' },
      body: name,
    })
    expect([200, 400], name).toContain(status)
    const read = `${bucket}/${encodeURIComponent(name)}?alt=media`
    if (status === 200) expect((await client.ask({ method: 'GET', path: read, headers: owner })).text).toBe(name)
  }
  const entries = await readdir(`${server.dataFolder}/blobs`, { recursive: true, withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile())) expect(name).toMatch(/^[0-9a-f]{32}$/)
})

test('S3 active content: what could run a script is saved, not shown, and sandboxed', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const types =
    'text/html text/html;x image/svg+xml text/xml application/xhtml+xml application/pdf TEXT/HTML text/html. x/y text/javascript multipart/x-mixed-replace'
  for (const type of types.split(' ')) {
    const address = `${server.origin}${bucket}`
    const headers = { ...owner, 'content-type': type }
    await fetch(`${address}?name=page.html`, { method: 'POST', headers, body: '<script>alert(1)</script>' })
    const patch = JSON.stringify({ contentDisposition: 'inline', contentType: type })
    await fetch(`${address}/page.html`, { method: 'PATCH', headers: owner, body: patch })
    const answer = await fetch(`${address}/page.html?alt=media`, { headers: owner })
    expect(answer.headers.get('content-disposition'), type).toMatch(/^attachment/)
    expect(answer.headers.get('content-security-policy'), type).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options'), type).toBe('nosniff')
  }
})

test('S4 download links: a token opens its own file alone, until it is revoked', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-attack-'))
  const put = async (server: TestServer, name: string): Promise<string> => {
    const answer = await fetch(`${server.origin}${bucket}?name=${name}`, { method: 'POST', headers: owner, body: name })
    return ((await answer.json()) as { downloadTokens: string }).downloadTokens
  }
  try {
    let [one, other, revoked, renewed] = ['', '', '', '']
    {
      await using server = await TestServer.start({ mode: 'dev', dataFolder })
      ;[one, other, revoked] = [await put(server, 'one'), await put(server, 'other'), await put(server, 'revoked')]
      const address = `${server.origin}${bucket}/revoked?delete_token=${revoked}`
      await fetch(address, { method: 'POST', headers: owner })
      const create = `${server.origin}${bucket}/revoked?create_token=true`
      const answer = await fetch(create, { method: 'POST', headers: owner })
      renewed = ((await answer.json()) as { downloadTokens: string }).downloadTokens
    }
    const settings = { HEARTH_ADOPT_DATA: 'true' }
    await using server = await TestServer.start({ mode: 'start', dataFolder, settings })
    const open = async (name: string, token: string): Promise<number> =>
      (await fetch(`${server.origin}${bucket}/${name}?alt=media&token=${encodeURIComponent(token)}`)).status
    expect([await open('one', one), await open('other', other), await open('revoked', renewed)]).toEqual([
      200, 200, 200,
    ])
    expect(await open('revoked', revoked)).toBe(403)
    for (const wrong of [other, '', one.slice(1), `${one}x`, `${one} `, '__proto__', `${one},${other}`]) {
      expect(await open('one', wrong), wrong).toBe(403)
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})

test('S4 ranges: many, huge, reversed and broken ones cost nothing', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await fetch(`${server.origin}${bucket}?name=ten.txt`, { method: 'POST', headers: owner, body: '0123456789' })
  const cases: [range: string, status: number, body?: string][] = [
    ['bytes=2-4', 206, '234'],
    ['bytes=-3', 206, '789'],
    ['bytes=9-99999999999999999999', 206, '9'],
    ['bytes=10-', 416],
    ['bytes=99999999999999999999-', 416],
    ['bytes=-0', 416],
    ['bytes=5-2', 200, '0123456789'],
    ['bytes=0-0,2-2', 200, '0123456789'],
    [`bytes=${Array.from({ length: 1_000 }, (_, n) => `${n}-`).join(',')}`, 200, '0123456789'],
    ['lines=1-2', 200, '0123456789'],
    ['bytes=', 200, '0123456789'],
  ]
  for (const [range, status, body] of cases) {
    const answer = await fetch(`${server.origin}${bucket}/ten.txt?alt=media`, { headers: { ...owner, range } })
    expect(answer.status, range.slice(0, 40)).toBe(status)
    if (body !== undefined) expect(await answer.text(), range.slice(0, 40)).toBe(body)
  }
})

test('H1 slow clients: hundreds that never finish their request keep nobody else waiting', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const slow: Socket[] = Array.from({ length: 300 }, (_, n) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    if (n % 3 === 0) socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    if (n % 3 === 1)
      socket.write(`POST ${documents}:commit HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{`)
    return socket
  })
  for (let count = 0; count < 20; count++) {
    const answer = await fetch(`${server.origin}/healthz`, { signal: AbortSignal.timeout(9_000) })
    expect(answer.status).toBe(200)
  }
  for (const socket of slow) socket.destroy()
})

test('H3 prototypes: their names are plain data wherever a name may stand, and nothing is polluted', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const names = ['constructor', 'toString', 'hasOwnProperty', '__proto', 'prototype', 'valueOf']
  const fields = Object.fromEntries(
    names.map((name) => [name, { mapValue: { fields: { [name]: { stringValue: name } } } }]),
  )
  for (const name of names) {
    const address = `${server.origin}${documents}/${name}/${name}`
    await fetch(address, { method: 'PATCH', headers: owner, body: JSON.stringify({ fields }) })
    const read = (await (await fetch(address, { headers: owner })).json()) as { fields: object }
    expect(Object.keys(read.fields).toSorted()).toEqual(names.toSorted())
    const reserved = { fields: { ['__proto__']: { stringValue: 'x' } } }
    const refused = await fetch(address, { method: 'PATCH', headers: owner, body: JSON.stringify(reserved) })
    expect(refused.status).toBe(400)
    const metadata = JSON.stringify({ name: `${name}.txt`, metadata: { ['__proto__']: 'own', [name]: 'own' } })
    const related = `--b\r\n\r\n${metadata}\r\n--b\r\n\r\nx\r\n--b--`
    const headers = { ...owner, 'x-goog-upload-protocol': 'multipart', 'content-type': 'multipart/related; boundary=b' }
    const stored = await fetch(`${server.origin}${bucket}?name=${name}.txt`, { method: 'POST', headers, body: related })
    expect(await stored.json()).toMatchObject({ metadata: { [name]: 'own' } })
  }
  expect(({} as Record<string, unknown>)['own']).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
})
