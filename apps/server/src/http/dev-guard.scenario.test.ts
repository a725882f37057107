import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, test } from 'vitest'
import { encodeUnsignedJwt } from '../identity/tokens/jwt.ts'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { RawClient } from '../testing/raw-client.ts'
import { TestServer } from '../testing/test-server.ts'

const owner = { authorization: 'Bearer owner' }
const EVIL = 'https://evil.example'
const json = { 'content-type': 'application/json' }
const DATABASE = 'databases/(default)/documents'

describe('a page of a foreign site, under dev', () => {
  it('may not ask first, write, read or clear', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const note = `${server.origin}/v1/projects/demo-app/${DATABASE}/notes/one`
    const fields = JSON.stringify({ fields: { text: { stringValue: 'kept' } } })
    expect((await fetch(note, { method: 'PATCH', headers: { ...owner, ...json }, body: fields })).status).toBe(200)

    const asked = { origin: EVIL, 'access-control-request-method': 'PATCH' }
    const clear = `${server.origin}/emulator/v1/projects/demo-app/${DATABASE}`
    for (const response of [
      await fetch(note, {
        method: 'OPTIONS',
        headers: { ...asked, 'access-control-request-headers': 'authorization' },
      }),
      await fetch(note, { method: 'PATCH', headers: { ...owner, ...json, origin: EVIL }, body: '{"fields":{}}' }),
      await fetch(note, { headers: { ...owner, origin: EVIL } }),
      await fetch(clear, { method: 'DELETE', headers: { origin: EVIL } }),
      await fetch(clear, { method: 'DELETE', headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } }),
    ]) {
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(await response.text()).toContain('HEARTH_DEV_ORIGINS')
    }
    expect(await (await fetch(note, { headers: owner })).text()).toContain('kept')
  })

  it('may when it is one of HEARTH_DEV_ORIGINS, or of loopback', async () => {
    const settings = { HEARTH_DEV_ORIGINS: 'https://preview.example.com, capacitor://localhost' }
    await using server = await TestServer.start({ mode: 'dev', settings })
    for (const origin of ['https://preview.example.com', 'capacitor://localhost', 'http://localhost:5173']) {
      const address = `${server.origin}/v1/projects/demo-app/${DATABASE}/notes`
      const response = await fetch(address, { headers: { origin } })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    }
  })
})

describe('a page whose own name leads here (DNS rebinding), under dev', () => {
  const names = [
    'evil.test',
    // The server can't read these as names of hosts, but browsers can.
    'a~b.evil.test',
    "a'b.evil.test",
    'a$b.evil.test',
    'a!b.evil.test',
    'a%41.evil.test',
    'evil.test:',
    'localhost.evil.test',
    'localhost@evil.test',
    'evil.test#localhost',
    'localhost, evil.test',
    '',
  ]

  it('reads nothing', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const note = `/v1/projects/demo-app/${DATABASE}/notes/one`
    const fields = JSON.stringify({ fields: { text: { stringValue: 'kept' } } })
    await fetch(server.origin + note, { method: 'PATCH', headers: { ...owner, ...json }, body: fields })
    for (const name of names) {
      // As Chromium sends what a page asks of its own origin: no `Origin`, and over cleartext no word of the site.
      const host = `${name}:${server.port}`
      const headers = `Connection: close\r\nAuthorization: Bearer owner\r\nAccept: */*\r\nReferer: http://${host}/`
      const answer = await sendRaw(server.port, `GET ${note} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n\r\n`)
      expect(answer, name).toMatch(/^HTTP\/1.1 (?:400 .*INVALID_HOST|421 .*HOST_NOT_ALLOWED)/s)
      expect(answer, name).not.toContain('kept')
    }
  })

  it('is told from a program by its host', async () => {
    await using http = await HttpFixture.start({ mode: 'dev', routes: [jsonRoute('GET /open', () => 'open')] })
    for (const [what, version, hosts, expected] of [
      ['two hosts', 'HTTP/1.1', 'Host: localhost\r\nHost: evil.test\r\n', /^HTTP\/1.1 400 .*INVALID_HOST/s],
      ['the same host twice', 'HTTP/1.1', 'Host: localhost\r\nhOST: localhost\r\n', /^HTTP\/1.1 400 .*INVALID_HOST/s],
      ['a host that is empty', 'HTTP/1.1', 'Host:\r\n', /^HTTP\/1.1 400 .*INVALID_HOST/s],
      ['no host in HTTP/1.1', 'HTTP/1.1', '', /^HTTP\/1.1 400 /],
      ['no host in HTTP/1.0', 'HTTP/1.0', '', /^HTTP\/1.[01] 200 /],
      ['a loopback host', 'HTTP/1.1', 'Host: LocalHost:1\r\n', /^HTTP\/1.1 200 /],
      ['a loopback address', 'HTTP/1.1', 'Host: [::1]:4400\r\n', /^HTTP\/1.1 200 /],
    ] as const) {
      const answer = await sendRaw(http.port, `GET /open ${version}\r\n${hosts}Connection: close\r\n\r\n`)
      expect(answer, what).toMatch(expected)
    }
  })

  it('is told from a program by its authority in HTTP/2', async () => {
    await using http = await HttpFixture.start({ mode: 'dev', routes: [jsonRoute('GET /open', () => 'open')] })
    const session = connectHttp2(http.origin)
    for (const [names, status] of [
      [{ ':authority': 'localhost', host: 'evil.test' }, 400],
      [{ ':authority': 'evil.test', host: 'localhost' }, 400],
      [{ ':authority': 'a~b.evil.test' }, 400],
      [{ ':authority': 'evil.test' }, 421],
      [{ host: 'evil.test' }, 421],
      [{ ':authority': 'localhost' }, 200],
      [{ ':authority': 'localhost', host: 'localhost' }, 200],
    ] as const) {
      const stream = session.request({ ':path': '/open', ...names })
      const [answer] = (await once(stream, 'response')) as [Record<string, string>]
      expect(Number(answer[':status']), JSON.stringify(names)).toBe(status)
      stream.resume()
    }
    session.destroy()
  })
})

test('under start, too, a host that can’t be read is refused, and never taken for none', async () => {
  await using http = await HttpFixture.start({ routes: [jsonRoute('GET /open', () => 'open')] })
  const ask = (host: string): Promise<string> =>
    sendRaw(http.port, `GET /open HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await ask('a~b.example.com')).toMatch(/^HTTP\/1.1 400 .*INVALID_HOST/s)
  expect(await ask('example.com:8080')).toMatch(/^HTTP\/1.1 200 /)
})

test('a host that no address can be made of is the fault of who sent it', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using client = new RawClient(server.port)
  const upload = { method: 'POST', path: '/v0/b/demo-app.appspot.com/o?name=x' }
  for (const host of ['localhost:99999', '127.0.0.999', '[::1::]', '.3']) {
    const headers = { host, 'x-goog-upload-command': 'start', ...owner }
    const { status, text: answer } = await client.ask({ ...upload, headers })
    expect([host, status, answer]).toEqual([host, 400, expect.stringContaining('INVALID_HOST')])
  }
})

test('under start pages of any site are answered as before: their users sign in', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const response = await fetch(`${server.origin}/v1/projects/demo-app/${DATABASE}/notes`, { headers: { origin: EVIL } })
  expect(response.headers.get('access-control-allow-origin')).toBe(EVIL)
})

describe('the console under dev', () => {
  it('is not reached by what the emulators accept', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const uid = await signUpForConsole(server)
    const unsigned = encodeUnsignedJwt({
      iss: 'https://securetoken.google.com/console',
      aud: 'console',
      sub: uid,
      iat: 0,
      exp: 4_000_000_000,
      auth_time: 4_000_000_000,
      serverRole: 'owner',
    })
    const makeOwner = JSON.stringify({ localId: uid, customAttributes: '{"serverRole":"owner"}' })
    const projects = `/v1/projects/console/${DATABASE}/projects`
    for (const authorization of ['Bearer owner', `Bearer ${unsigned}`]) {
      const headers = { ...json, authorization }
      const update = { method: 'POST', headers, body: makeOwner }
      expect(await statusOf(server, '/v1/projects/console/accounts:update', update)).toBe(401)
      expect(await statusOf(server, projects, { headers })).toBe(401)
      expect(await statusOf(server, '/v0/b/console.appspot.com/o', { headers })).toBe(401)
    }
    for (const [method, path] of [
      ['DELETE', `/emulator/v1/projects/console/${DATABASE}`],
      ['DELETE', '/emulator/v1/projects/console/accounts'],
      ['GET', '/emulator/v1/projects/console/oobCodes'],
      ['PATCH', '/emulator/v1/projects/console/config'],
      ['PUT', '/emulator/v1/projects/console:securityRules'],
    ] as const) {
      expect(await statusOf(server, path, { method }), path).toBe(403)
    }
    // The account is still there, and what it is was not changed.
    expect(await signIn(server)).toMatchObject({ localId: uid })
  })

  it('lets nobody in on their own word', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const uid = await signUpForConsole(server)
    const custom = { token: JSON.stringify({ uid }), returnSecureToken: true }
    expect(await ask(server, 'signInWithCustomToken', custom)).toHaveProperty('error')
    const postBody = `providerId=google.com&id_token=${encodeURIComponent(JSON.stringify({ sub: '1', email: EMAIL }))}`
    const idp = { postBody, requestUri: server.origin, returnSecureToken: true }
    expect(await ask(server, 'signInWithIdp', idp)).toHaveProperty('error')
    const tenant = { tenantId: 'my-tenant', email: EMAIL, password: 'a long secret', returnSecureToken: true }
    expect(await ask(server, 'signUp', tenant)).toHaveProperty('error')
  })

  it('shows its mails to whoever started it, and its accounts have signed tokens', async () => {
    const said: string[] = []
    await using server = await TestServer.start({ mode: 'dev', announce: (line) => said.push(line) })
    await signUpForConsole(server)
    await ask(server, 'sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL })
    const code = /oobCode=([^&\s]+)/.exec(said.join('\n'))?.[1]
    expect(said.join('\n')).toContain(EMAIL)
    expect(await ask(server, 'resetPassword', { oobCode: code, newPassword: 'another long secret' })).toMatchObject({
      email: EMAIL,
    })
    const { idToken } = (await signIn(server, 'another long secret')) as { idToken: string }
    expect(JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ alg: 'RS256' })
    const headers = { authorization: `Bearer ${idToken}` }
    expect(await statusOf(server, '/hearth/v1/projects', { method: 'POST', headers, body: '{}' })).not.toBe(401)
  })
})

const EMAIL = 'ada@example.com'

async function signUpForConsole(server: TestServer): Promise<string> {
  const { localId } = (await ask(server, 'signUp', {
    email: EMAIL,
    password: 'a long secret',
    returnSecureToken: true,
  })) as {
    localId: string
  }
  return localId
}

const signIn = (server: TestServer, password = 'a long secret'): Promise<unknown> =>
  ask(server, 'signInWithPassword', { email: EMAIL, password, returnSecureToken: true })

async function ask(server: TestServer, method: string, body: object): Promise<unknown> {
  const address = `${server.origin}/v1/accounts:${method}?key=console`
  return await (await fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body) })).json()
}

async function statusOf(server: TestServer, path: string, init: RequestInit): Promise<number> {
  return (await fetch(server.origin + path, init)).status
}

async function sendRaw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  return await text(socket)
}
