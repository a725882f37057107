import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const FID = 'cAbcdefghijklmnopqrstu'
const devApp = { apiKey: 'hk_shop-app_x', appId: '1:123456789012:web:abc' }
const owner = { authorization: 'Bearer owner' }

interface SignedIn {
  readonly localId: string
  readonly idToken: string
}

async function post<Answer>(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

async function signUp(server: TestServer, key = devApp.apiKey, credential: object = {}): Promise<SignedIn> {
  return await post(`${server.origin}/v1/accounts:signUp?key=${key}`, { returnSecureToken: true, ...credential })
}

async function register(
  server: TestServer,
  wanted = FID,
  app = devApp,
): Promise<{ token: string; refreshToken: string }> {
  const address = `${server.origin}/v1/projects/shop-app/installations`
  const made = await post<{ authToken: { token: string }; refreshToken: string }>(
    address,
    {
      fid: wanted,
      appId: app.appId,
      sdkVersion: 'w:1',
    },
    { 'x-goog-api-key': app.apiKey },
  )
  return { token: made.authToken.token, refreshToken: made.refreshToken }
}

async function ask(
  server: TestServer,
  method: string,
  headers: Record<string, string>,
  id = FID,
): Promise<{ status: number; reason?: string | undefined }> {
  const address = `${server.origin}/v1/projects/shop-app/installations/${id}/user`
  const response = await fetch(address, { method, headers })
  const { error } = (await response.json()) as { error?: { reason: string } }
  return { status: response.status, reason: error?.reason }
}

async function userOf(server: TestServer, id = FID): Promise<unknown> {
  const address = `${server.origin}/hearth/v1/projects/shop-app/installations/${id}`
  const { user } = (await (await fetch(address, { headers: owner })).json()) as { user: unknown }
  return user
}

describe('the user of an installation', () => {
  it('is who signed in there, until the sign-out', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { token } = await register(server)
    expect(await userOf(server)).toBeNull()
    const { localId, idToken } = await signUp(server)
    const installation = { 'x-goog-firebase-installations-auth': token }
    const both = { ...installation, authorization: `Bearer ${idToken}` }
    expect((await ask(server, 'PUT', both)).status).toBe(200)
    expect(await userOf(server)).toEqual({ uid: localId, tenant: null, linkedAt: expect.any(String) })
    expect((await ask(server, 'DELETE', installation)).status).toBe(200)
    expect(await userOf(server)).toBeNull()
  })

  it('is the one who came last', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { token } = await register(server)
    const [ada, bob] = [await signUp(server), await signUp(server)]
    for (const { idToken } of [ada, bob]) {
      const headers = { 'x-goog-firebase-installations-auth': `FIS ${token}`, authorization: `Bearer ${idToken}` }
      expect((await ask(server, 'PUT', headers)).status).toBe(200)
    }
    expect(await userOf(server)).toMatchObject({ uid: bob.localId })
    const ofAda = `${server.origin}/hearth/v1/projects/shop-app/installations?uid=${ada.localId}`
    expect(await (await fetch(ofAda, { headers: owner })).json()).toEqual({ installations: [] })
  })

  it('goes with the account', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { token } = await register(server)
    const { idToken } = await signUp(server)
    const headers = { 'x-goog-firebase-installations-auth': token, authorization: `Bearer ${idToken}` }
    await ask(server, 'PUT', headers)
    await post(`${server.origin}/v1/accounts:delete?key=hk_shop-app_x`, { idToken })
    await expect.poll(() => userOf(server)).toBeNull()
  })

  it('may be told with the token before the last one, which a request may still have', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { token, refreshToken } = await register(server)
    const { idToken } = await signUp(server)
    const headers = { 'x-goog-firebase-installations-auth': token, authorization: `Bearer ${idToken}` }
    const address = `${server.origin}/v1/projects/shop-app/installations/${FID}/authTokens:generate`
    const refresh = () => fetch(address, { method: 'POST', headers: { authorization: `FIS_v2 ${refreshToken}` } })
    await refresh()
    expect((await ask(server, 'PUT', headers)).status).toBe(200)
    await refresh()
    expect((await ask(server, 'PUT', headers)).status).toBe(401)
  })

  it('is told by nobody whose token has ended', async () => {
    let nowMs = 1_800_000_000_000
    await using server = await TestServer.start({ mode: 'dev', clock: { nowMs: () => nowMs } })
    const { token } = await register(server)
    nowMs += 7 * 24 * 3600 * 1000
    const headers = { 'x-goog-firebase-installations-auth': token }
    expect(await ask(server, 'DELETE', headers)).toEqual({ status: 401, reason: 'INSTALLATION_TOKEN_INVALID' })
  })
})

describe.each(['PUT', 'DELETE'])('%s of the user of an installation', (method) => {
  it.each([
    ['no token of the installation', () => ({})],
    ['a token of another one', (_own: string, other: string) => ({ 'x-goog-firebase-installations-auth': other })],
    ['half a token', (own: string) => ({ 'x-goog-firebase-installations-auth': own.slice(0, 30) })],
    [
      'another secret',
      (own: string) => ({ 'x-goog-firebase-installations-auth': `${own.slice(0, 23)}${'x'.repeat(43)}` }),
    ],
    ['the id alone', () => ({ 'x-goog-firebase-installations-auth': FID })],
    ['the right of a server', () => owner],
  ])('is refused for %s', async (_title, headersOf) => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { token } = await register(server)
    const other = await register(server, 'dAbcdefghijklmnopqrstu')
    const { idToken } = await signUp(server)
    const headers = { authorization: `Bearer ${idToken}`, ...headersOf(token, other.token) }
    expect(await ask(server, method, headers)).toEqual({ status: 401, reason: 'INSTALLATION_TOKEN_INVALID' })
    expect(await userOf(server)).toBeNull()
  })
})

it.each([
  ['nobody', {}],
  ['a server', owner],
  ['a broken token', { authorization: 'Bearer x.y.z' }],
])('no installation is linked to %s', async (_title, credential) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { token } = await register(server)
  const headers = { 'x-goog-firebase-installations-auth': token, ...credential }
  expect((await ask(server, 'PUT', headers)).status).toBe(401)
  expect(await userOf(server)).toBeNull()
})

it('no installation is linked to users of other projects or to operators', async () => {
  await using server = await TestServer.start()
  const member = await ConsoleAccount.claim(server)
  await member.createProject('shop-app')
  await member.createProject('else-app')
  const { app } = await member.enter('shop-app')
  const elsewhere = await member.enter('else-app')
  const { token } = await register(server, FID, app)
  const stranger = await signUp(server, elsewhere.app.apiKey, { email: 'ada@example.com', password: 'correct horse' })
  for (const idToken of [stranger.idToken, member.idToken, await member.operatorToken('shop-app')]) {
    const headers = { 'x-goog-firebase-installations-auth': token, authorization: `Bearer ${idToken}` }
    expect((await ask(server, 'PUT', headers)).status).toBe(401)
  }
  const own = await signUp(server, app.apiKey, { email: 'ada@example.com', password: 'correct horse' })
  const headers = { 'x-goog-firebase-installations-auth': token, authorization: `Bearer ${own.idToken}` }
  expect((await ask(server, 'PUT', headers)).status).toBe(200)
  const shown = await (await member.call('GET', `/projects/shop-app/installations/${FID}`)).json()
  expect(shown).toMatchObject({ user: { uid: own.localId } })
})
