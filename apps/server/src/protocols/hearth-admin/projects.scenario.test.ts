import { describe, expect, it } from 'vitest'
import { ConsoleAccount, errorOf } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const settings = { HEARTH_SIGN_UP: 'anyone' } as const

async function idsOf(account: ConsoleAccount): Promise<string[]> {
  const { projects } = (await (await account.call('GET', '/projects')).json()) as { projects: { projectId: string }[] }
  return projects.map(({ projectId }) => projectId)
}

describe('projects', () => {
  it('are all listed for the owner of the server', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    expect(await idsOf(owner)).toEqual(['console', 'demo-app', 'shop-app'])
  })

  it('are listed for others where they belong to the team', async () => {
    await using server = await TestServer.start({ settings })
    const owner = await ConsoleAccount.claim(server)
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await owner.createProject('shop-app', 'Shop')
    expect(await idsOf(nina)).toEqual([])
  })

  it('are made by the owner of the server alone, unless the server is set otherwise', async () => {
    await using server = await TestServer.start({ settings })
    await ConsoleAccount.claim(server)
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    const refused = await nina.call('POST', '/projects', { projectId: 'nina-app', name: 'Nina' })
    expect(await errorOf(refused)).toMatchObject({ code: 403, reason: 'SERVER_OWNER_ONLY' })

    await using open = await TestServer.start({ settings: { ...settings, HEARTH_CREATE_PROJECTS: 'anyone' } })
    await ConsoleAccount.claim(open)
    const free = await ConsoleAccount.signUp(open, 'nina@example.com')
    await free.createProject('nina-app')
    expect(await idsOf(free)).toEqual(['nina-app'])
    expect((await free.enter('nina-app')).role).toBe('owner')
  })

  it.each<[string, unknown, number, string]>([
    ['an id that is taken', { projectId: 'demo-app', name: 'x' }, 409, 'PROJECT_EXISTS'],
    ["the console's own id", { projectId: 'console', name: 'x' }, 409, 'PROJECT_EXISTS'],
    ['an id that is none', { projectId: '../../x', name: 'x' }, 400, 'INVALID_PROJECT_ID'],
    ['no name', { projectId: 'shop-app', name: ' ' }, 400, 'INVALID_REQUEST'],
    ['no body', undefined, 400, 'INVALID_REQUEST'],
    ['a list', [], 400, 'INVALID_REQUEST'],
    ['what nobody asked for', { projectId: 'shop-app', name: 'x', ownerId: 'eve' }, 400, 'INVALID_REQUEST'],
  ])('are not made from %s', async (_title, body, code, reason) => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    expect(await errorOf(await owner.call('POST', '/projects', body))).toMatchObject({ code, reason })
  })
})

/** What is asked of a project, and the lowest role that may. */
const methods: [method: string, path: string, body: unknown][] = [
  ['POST', '/projects/demo-app/operator-session', undefined],
  ['GET', '/projects/demo-app/usage', undefined],
  ['GET', '/projects/demo-app/apps', undefined],
  ['POST', '/projects/demo-app/apps', { name: 'Till' }],
  ['GET', '/projects/demo-app/api-keys', undefined],
  ['POST', '/projects/demo-app/api-keys', { name: 'Till' }],
  ['GET', '/projects/demo-app/installations', undefined],
  ['GET', '/projects/demo-app/installations/cAbcdefghijklmnopqrstu', undefined],
  ['DELETE', '/projects/demo-app/installations/cAbcdefghijklmnopqrstu', undefined],
  ['POST', '/projects/demo-app/installations:revoke', { uid: 'ada' }],
  ['GET', '/projects/demo-app/analytics/events', undefined],
  ['DELETE', '/projects/demo-app/sample-data', undefined],
]

describe.each(methods)('%s %s', (method, path, body) => {
  it('is closed to visitors', async () => {
    await using server = await TestServer.start()
    const response = await fetch(`${server.origin}/hearth/v1${path}`, { method })
    expect(await errorOf(response)).toMatchObject({ code: 401, reason: 'SIGN_IN_REQUIRED' })
  })

  it('is closed to the emulator\'s "owner" and to broken tokens', async () => {
    await using server = await TestServer.start()
    for (const token of ['owner', 'x.y.z', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJvd25lciJ9.']) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${server.origin}/hearth/v1${path}`, { method, headers })
      expect((await errorOf(response)).code).toBe(401)
    }
  })

  it('is closed to accounts outside the team, which learn nothing of the project', async () => {
    await using server = await TestServer.start({ settings })
    await ConsoleAccount.claim(server)
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    const there = await errorOf(await nina.call(method, path, body))
    const notThere = await errorOf(await nina.call(method, path.replace('demo-app', 'else-app'), body))
    expect(there).toMatchObject({ code: 403, reason: 'NOT_A_MEMBER' })
    expect({ ...notThere, requestId: '' }).toEqual({ ...there, requestId: '' })
  })
})

describe('an operator session', () => {
  it('opens the project to the SDK of its app, by the role of the document', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const entry = await owner.enter('demo-app')
    expect(entry).toMatchObject({
      role: 'owner',
      app: { projectId: 'demo-app', storageBucket: 'demo-app.firebasestorage.app' },
    })
    expect(Date.parse(entry.expiresAt)).toBeGreaterThan(Date.now() + 59 * 60_000)

    const token = await owner.operatorToken('demo-app')
    const usage = await fetch(`${server.origin}/hearth/v1/projects/demo-app/usage`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(usage.status).toBe(200)
  })

  it('of one project opens no other', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    const token = await owner.operatorToken('shop-app')
    const response = await fetch(`${server.origin}/hearth/v1/projects/demo-app/usage`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await errorOf(response)).code).toBe(401)
  })

  it('is asked for in vain where there is no project, and the owner of the server is told', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    expect(await errorOf(await owner.call('GET', '/projects/else-app/usage'))).toMatchObject({
      code: 404,
      reason: 'PROJECT_NOT_FOUND',
    })
  })
})

describe('a project', () => {
  it('says how much there is in it', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const usage = (await (await owner.call('GET', '/projects/demo-app/usage')).json()) as Record<string, unknown>
    expect(usage).toEqual({
      users: 0,
      documents: 28,
      files: 0,
      storedBytes: 0,
      storageQuotaBytes: null,
      uploadLimitBytes: 5 * 1024 ** 3,
      hasSampleData: true,
      lastActivityAt: expect.stringMatching(/^20/),
    })
  })

  it('gives its sample data away once, and nothing else', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    expect(await (await owner.call('DELETE', '/projects/demo-app/sample-data')).json()).toEqual({ documents: 28 })
    const usage = (await (await owner.call('GET', '/projects/demo-app/usage')).json()) as Record<string, unknown>
    expect(usage).toMatchObject({ documents: 0, hasSampleData: false })
    expect(await errorOf(await owner.call('DELETE', '/projects/demo-app/sample-data'))).toMatchObject({
      code: 404,
      reason: 'NO_SAMPLE_DATA',
    })
  })

  it('takes sample data while it holds no document, and gives it away again', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const at = '/projects/demo-shop/sample-data'
    await owner.call('POST', '/projects', { projectId: 'demo-shop', name: 'Shop' })
    expect(await (await owner.call('POST', at)).json()).toEqual({ documents: 28 })
    const usage = async () => (await (await owner.call('GET', '/projects/demo-shop/usage')).json()) as object
    expect(await usage()).toMatchObject({ documents: 28, hasSampleData: true })
    const refused = { code: 400, reason: 'PROJECT_NOT_EMPTY' }
    expect(await errorOf(await owner.call('POST', at))).toMatchObject(refused)
    expect(await errorOf(await owner.call('POST', '/projects/console/sample-data'))).toMatchObject(refused)
    expect(await (await owner.call('DELETE', at)).json()).toEqual({ documents: 28 })
    expect(await usage()).toMatchObject({ documents: 0, hasSampleData: false })
    const both = await Promise.all([owner.call('POST', at), owner.call('POST', at)])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]))
  })

  it('has a web app from the start, and more when asked', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    expect((await owner.call('POST', '/projects/demo-app/apps', { name: 'Till', platform: 'ios' })).status).toBe(201)
    const { apps } = (await (await owner.call('GET', '/projects/demo-app/apps')).json()) as { apps: unknown[] }
    expect(apps).toHaveLength(2)
    expect(apps).toContainEqual({
      name: 'Till',
      platform: 'ios',
      bundleId: null,
      config: expect.objectContaining({ projectId: 'demo-app' }),
    })
    expect(
      await errorOf(await owner.call('POST', '/projects/demo-app/apps', { name: 'x', platform: 'toaster' })),
    ).toMatchObject({ code: 400 })
  })

  it('lists its installations and forgets one', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const { app } = await owner.enter('demo-app')
    const registered = await fetch(`${server.origin}/v1/projects/demo-app/installations`, {
      method: 'POST',
      headers: { 'x-goog-api-key': app.apiKey },
      body: JSON.stringify({ fid: 'cAbcdefghijklmnopqrstu', appId: app.appId, sdkVersion: 'w:1' }),
    })
    expect(registered.status).toBe(200)
    const listed = async () => await (await owner.call('GET', '/projects/demo-app/installations?pageSize=10')).json()
    expect(await listed()).toMatchObject({
      installations: [{ fid: 'cAbcdefghijklmnopqrstu', platform: 'web', appId: app.appId }],
    })
    expect((await owner.call('DELETE', '/projects/demo-app/installations/cAbcdefghijklmnopqrstu')).status).toBe(200)
    expect(await listed()).toEqual({ installations: [] })
  })

  it.each([
    ['another project', 'hk_demo-app', 400],
    ['nobody', 'x', 400],
  ])('takes no installation with the key of %s', async (_title, apiKey, code) => {
    await using server = await TestServer.start()
    const response = await fetch(`${server.origin}/v1/projects/demo-app/installations`, {
      method: 'POST',
      headers: { 'x-goog-api-key': apiKey },
      body: JSON.stringify({ fid: 'cAbcdefghijklmnopqrstu', appId: '1:123456789012:web:abc' }),
    })
    expect(await errorOf(response)).toMatchObject({ code, reason: 'API_KEY_INVALID' })
  })

  it.each(['pageSize=0', 'pageSize=501', 'pageSize=x', 'pageToken=%00', 'pageToken=../../x'])(
    'refuses the page %s',
    async (query) => {
      await using server = await TestServer.start()
      const owner = await ConsoleAccount.claim(server)
      for (const list of ['installations', 'analytics/events']) {
        expect((await errorOf(await owner.call('GET', `/projects/demo-app/${list}?${query}`))).code).toBe(400)
      }
    },
  )
})

it('keeps pages of other origins out', async () => {
  await using server = await TestServer.start()
  const response = await fetch(`${server.origin}/hearth/v1/console`, { headers: { origin: 'https://evil.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})
