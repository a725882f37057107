import { describe, expect, it, test } from 'vitest'
import { encodeUnsignedJwt } from '../identity/tokens/jwt.ts'
import { TestServer } from '../testing/test-server.ts'

const owner = { authorization: 'Bearer owner' }
const evil = 'https://evil.example'
const json = { 'content-type': 'application/json' }
const database = 'databases/(default)/documents'

describe('a page of a foreign site, under dev', () => {
  it('may not ask first, write, read or clear', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const note = `${server.origin}/v1/projects/demo-app/${database}/notes/one`
    const fields = JSON.stringify({ fields: { text: { stringValue: 'kept' } } })
    expect((await fetch(note, { method: 'PATCH', headers: { ...owner, ...json }, body: fields })).status).toBe(200)

    const asked = { origin: evil, 'access-control-request-method': 'PATCH' }
    const clear = `${server.origin}/emulator/v1/projects/demo-app/${database}`
    for (const response of [
      await fetch(note, {
        method: 'OPTIONS',
        headers: { ...asked, 'access-control-request-headers': 'authorization' },
      }),
      await fetch(note, { method: 'PATCH', headers: { ...owner, ...json, origin: evil }, body: '{"fields":{}}' }),
      await fetch(note, { headers: { ...owner, origin: evil } }),
      await fetch(clear, { method: 'DELETE', headers: { origin: evil } }),
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
      const address = `${server.origin}/v1/projects/demo-app/${database}/notes`
      const response = await fetch(address, { headers: { origin } })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    }
  })
})

test('under start pages of any site are answered as before: their users sign in', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const response = await fetch(`${server.origin}/v1/projects/demo-app/${database}/notes`, { headers: { origin: evil } })
  expect(response.headers.get('access-control-allow-origin')).toBe(evil)
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
    const projects = `/v1/projects/console/${database}/projects`
    for (const authorization of ['Bearer owner', `Bearer ${unsigned}`]) {
      const headers = { ...json, authorization }
      const update = { method: 'POST', headers, body: makeOwner }
      expect(await statusOf(server, '/v1/projects/console/accounts:update', update)).toBe(401)
      expect(await statusOf(server, projects, { headers })).toBe(401)
      expect(await statusOf(server, '/v0/b/console.appspot.com/o', { headers })).toBe(401)
    }
    for (const [method, path] of [
      ['DELETE', `/emulator/v1/projects/console/${database}`],
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
    const postBody = `providerId=google.com&id_token=${encodeURIComponent(JSON.stringify({ sub: '1', email }))}`
    const idp = { postBody, requestUri: server.origin, returnSecureToken: true }
    expect(await ask(server, 'signInWithIdp', idp)).toHaveProperty('error')
    const tenant = { tenantId: 'my-tenant', email, password: 'a long secret', returnSecureToken: true }
    expect(await ask(server, 'signUp', tenant)).toHaveProperty('error')
  })

  it('shows its mails to whoever started it, and its accounts have signed tokens', async () => {
    const said: string[] = []
    await using server = await TestServer.start({ mode: 'dev', announce: (line) => said.push(line) })
    await signUpForConsole(server)
    await ask(server, 'sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const code = /oobCode=([^&\s]+)/.exec(said.join('\n'))?.[1]
    expect(said.join('\n')).toContain(email)
    expect(await ask(server, 'resetPassword', { oobCode: code, newPassword: 'another long secret' })).toMatchObject({
      email,
    })
    const { idToken } = (await signIn(server, 'another long secret')) as { idToken: string }
    expect(JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ alg: 'RS256' })
    const headers = { authorization: `Bearer ${idToken}` }
    expect(await statusOf(server, '/hearth/v1/projects', { method: 'POST', headers, body: '{}' })).not.toBe(401)
  })
})

const email = 'ada@example.com'

async function signUpForConsole(server: TestServer): Promise<string> {
  const { localId } = (await ask(server, 'signUp', { email, password: 'a long secret', returnSecureToken: true })) as {
    localId: string
  }
  return localId
}

const signIn = (server: TestServer, password = 'a long secret'): Promise<unknown> =>
  ask(server, 'signInWithPassword', { email, password, returnSecureToken: true })

async function ask(server: TestServer, method: string, body: object): Promise<unknown> {
  const address = `${server.origin}/v1/accounts:${method}?key=console`
  return await (await fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body) })).json()
}

async function statusOf(server: TestServer, path: string, init: RequestInit): Promise<number> {
  return (await fetch(server.origin + path, init)).status
}
