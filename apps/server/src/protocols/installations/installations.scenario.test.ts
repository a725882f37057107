import { describe, expect, it } from 'vitest'
import { isFid } from '../../installations/installation.ts'
import { TestServer } from '../../testing/test-server.ts'

const FID = 'cAbcdefghijklmnopqrstu'
const APP_ID = '1:123456789012:web:abc'

interface Registered {
  readonly name: string
  readonly fid: string
  readonly refreshToken: string
  readonly authToken: { readonly token: string; readonly expiresIn: string }
}

function callsOf(server: TestServer) {
  const root = `${server.origin}/v1/projects/shop-app/installations`
  const send = async (method: string, path: string, body?: unknown, authorization?: string) => {
    const response = await fetch(`${root}${path}`, {
      method,
      headers: { 'x-goog-api-key': 'hk_shop-app_x', ...(authorization && { authorization }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  return {
    send,
    create: (wanted: Record<string, unknown> = {}) =>
      send('POST', '', { fid: FID, authVersion: 'FIS_v2', appId: APP_ID, sdkVersion: 'w:0.6.24', ...wanted }),
    async register(): Promise<Registered> {
      const { status, json } = await this.create()
      expect(status).toBe(200)
      return json as unknown as Registered
    },
    refresh: (id: string, authorization: string | undefined) =>
      send(
        'POST',
        `/${id}/authTokens:generate`,
        { installation: { sdkVersion: 'w:0.6.25', appId: APP_ID } },
        authorization,
      ),
    remove: (id: string, authorization: string | undefined) => send('DELETE', `/${id}`, undefined, authorization),
  }
}

describe('creating an installation', () => {
  it('answers with the id asked for and tokens for a week', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const made = await callsOf(server).register()
    expect(made.name).toBe(`projects/shop-app/installations/${FID}`)
    expect(made.fid).toBe(FID)
    expect(made.authToken.expiresIn).toBe('604800s')
    expect(made.refreshToken).not.toBe(made.authToken.token)
  })

  it('gives another id where the one asked for is taken, so that nobody takes over an installation', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const calls = callsOf(server)
    const first = await calls.register()
    const second = await calls.register()
    expect(second.fid).not.toBe(FID)
    expect(isFid(second.fid)).toBe(true)
    expect((await calls.refresh(FID, `FIS_v2 ${first.refreshToken}`)).status).toBe(200)
  })

  it.each(['', 'a-wrong-id', 'aAbcdefghijklmnopqrstu'])('gives an id of the right form for %j', async (wanted) => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { json } = await callsOf(server).create({ fid: wanted })
    expect(isFid(String(json['fid']))).toBe(true)
  })

  it.each([
    ['no app id', { appId: undefined }],
    ['an app id that is a number', { appId: 7 }],
    ['another protocol', { authVersion: 'FIS_v1' }],
    ['an endless id', { fid: 'x'.repeat(65) }],
  ])('refuses %s', async (_title, wanted) => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { status, json } = await callsOf(server).create(wanted)
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT', reason: 'INVALID_REQUEST' } })
  })

  it.each([
    ['no JSON', '{"fid"', 400],
    ['too much', `{"fid":"${'x'.repeat(20_000)}"}`, 413],
  ])('refuses %s', async (_title, body, expected) => {
    await using server = await TestServer.start({ mode: 'dev' })
    expect((await callsOf(server).send('POST', '', body)).status).toBe(expected)
  })
})

describe('the token of an installation', () => {
  it('is made anew for its refresh token', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const calls = callsOf(server)
    const { refreshToken, authToken } = await calls.register()
    const { status, json } = await calls.refresh(FID, `FIS_v2 ${refreshToken}`)
    expect(status).toBe(200)
    expect(json).toEqual({ token: expect.any(String), expiresIn: '604800s' })
    expect(json['token']).not.toBe(authToken.token)
  })

  it.each([
    ['a wrong token', 'FIS_v2 wrong', 401],
    ['no token', undefined, 401],
    ['another scheme', 'Bearer owner', 401],
  ])('is refused for %s', async (_title, authorization, expected) => {
    await using server = await TestServer.start({ mode: 'dev' })
    const calls = callsOf(server)
    await calls.register()
    const { status, json } = await calls.refresh(FID, authorization)
    expect(status).toBe(expected)
    expect(json).toMatchObject({ error: { status: 'UNAUTHENTICATED' } })
  })

  it.each(['dAbcdefghijklmnopqrstu', 'nonsense'])('is refused for the unknown installation %s', async (id) => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { status, json } = await callsOf(server).refresh(id, 'FIS_v2 any')
    expect(status).toBe(404)
    expect(json).toMatchObject({ error: { status: 'NOT_FOUND', reason: 'INSTALLATION_NOT_FOUND' } })
  })

  it('is not valid in another project', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { refreshToken } = await callsOf(server).register()
    const response = await fetch(`${server.origin}/v1/projects/else-app/installations/${FID}/authTokens:generate`, {
      method: 'POST',
      headers: { authorization: `FIS_v2 ${refreshToken}` },
    })
    expect(response.status).toBe(404)
  })
})

describe('deleting an installation', () => {
  it('takes its id and tokens away', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const calls = callsOf(server)
    const { refreshToken } = await calls.register()
    expect(await calls.remove(FID, `FIS_v2 ${refreshToken}`)).toEqual({ status: 200, json: {} })
    expect((await calls.refresh(FID, `FIS_v2 ${refreshToken}`)).status).toBe(404)
  })

  it('needs its own refresh token', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const calls = callsOf(server)
    const { refreshToken } = await calls.register()
    expect((await calls.remove(FID, 'FIS_v2 wrong')).status).toBe(401)
    expect((await calls.refresh(FID, `FIS_v2 ${refreshToken}`)).status).toBe(200)
  })
})

it('outlives the server', async () => {
  await using first = await TestServer.start({ mode: 'dev' })
  const { refreshToken } = await callsOf(first).register()
  await first.hearth.stop()
  await using second = await TestServer.start({ mode: 'dev', dataFolder: first.dataFolder })
  expect((await callsOf(second).refresh(FID, `FIS_v2 ${refreshToken}`)).status).toBe(200)
})

it.each([
  ['new tokens', 'POST', `/${FID}/authTokens:generate`],
  ['deletions', 'DELETE', `/${FID}`],
  ['users who sign out', 'DELETE', `/${FID}/user`],
])('strangers ask for %s no more often than a network may', async (_what, method, path) => {
  await using server = await TestServer.start({ mode: 'start' })
  const { send } = callsOf(server)
  const statuses = new Set<number>()
  for (let asked = 0; asked < 1_200; asked += 100) {
    const answers = Array.from({ length: 100 }, () => send(method, path, undefined, 'FIS_v2 made-up'))
    for (const { status } of await Promise.all(answers)) statuses.add(status)
  }
  expect(statuses).not.toContain(429)
  expect((await send(method, path, undefined, 'FIS_v2 made-up')).status).toBe(429)
})
