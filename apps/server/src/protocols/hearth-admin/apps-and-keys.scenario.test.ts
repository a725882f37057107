import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConsoleAccount, errorOf } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

interface ListedKey {
  readonly key: string
  readonly name: string
  readonly appId: string | null
  readonly isInUse: boolean
  readonly websites: readonly string[]
}

interface ListedApp {
  readonly name: string
  readonly platform: string
  readonly bundleId: string | null
  readonly config: { readonly appId: string; readonly apiKey: string }
}

async function keysOf(account: ConsoleAccount): Promise<readonly ListedKey[]> {
  const { apiKeys } = (await (await account.call('GET', '/projects/demo-app/api-keys')).json()) as {
    apiKeys: ListedKey[]
  }
  return apiKeys
}

async function appsOf(account: ConsoleAccount): Promise<readonly ListedApp[]> {
  const { apps } = (await (await account.call('GET', '/projects/demo-app/apps')).json()) as { apps: ListedApp[] }
  return apps
}

async function addApp(account: ConsoleAccount, wanted: object): Promise<ListedApp> {
  return (await (await account.call('POST', '/projects/demo-app/apps', wanted)).json()) as ListedApp
}

/** Any call that carries a key. */
async function signUp(server: TestServer, key: string, headers: Readonly<Record<string, string>> = {}) {
  return await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'correct horse' }),
  })
}

describe('an app', () => {
  it('has a name and a bundle id, which its owners change', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const { config } = await addApp(owner, { name: 'Till', platform: 'ios', bundleId: 'com.example.till' })
    const path = `/projects/demo-app/apps/${config.appId}`
    expect((await owner.call('PATCH', path, { name: 'Big till' })).status).toBe(200)
    expect(await appsOf(owner)).toContainEqual(
      expect.objectContaining({ name: 'Big till', platform: 'ios', bundleId: 'com.example.till' }),
    )
    expect(await errorOf(await owner.call('PATCH', path, { bundleId: 'no dots' }))).toMatchObject({ code: 400 })
  })

  it('that is removed is turned away with its keys', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const { config } = await addApp(owner, { name: 'Till' })
    expect((await signUp(server, config.apiKey)).status).toBe(200)
    const path = `/projects/demo-app/apps/${config.appId}`
    expect((await owner.call('DELETE', path)).status).toBe(200)
    expect((await errorOf(await signUp(server, config.apiKey))).message).toMatch(/API_KEY/)
    expect((await keysOf(owner)).some(({ key }) => key === config.apiKey)).toBe(false)
    expect(await errorOf(await owner.call('DELETE', path))).toMatchObject({ code: 404, reason: 'NO_SUCH_APP' })
  })

  it('for the web stays while it is the only one, since the console enters by it', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await addApp(owner, { name: 'Phone', platform: 'android' })
    const web = (await appsOf(owner)).find(({ platform }) => platform === 'web')
    const removed = await owner.call('DELETE', `/projects/demo-app/apps/${web?.config.appId}`)
    expect(await errorOf(removed)).toMatchObject({ code: 400, reason: 'LAST_WEB_APP' })
    expect((await owner.enter('demo-app')).role).toBe('owner')
  })

  it('of another project is none of this one', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    const { app } = await owner.enter('shop-app')
    const removed = await owner.call('DELETE', `/projects/demo-app/apps/${app.appId}`)
    expect(await errorOf(removed)).toMatchObject({ code: 404, reason: 'NO_SUCH_APP' })
    const revoked = await owner.call('DELETE', `/projects/demo-app/api-keys/${app.apiKey}`)
    expect(await errorOf(revoked)).toMatchObject({ code: 404, reason: 'NO_SUCH_API_KEY' })
  })
})

describe('an API key', () => {
  it('is rotated: the app is configured with the new one, and the one before works until it is revoked', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const [before] = await keysOf(owner)
    const rotated = await owner.call('POST', `/projects/demo-app/api-keys/${before?.key}/rotate`)
    const after = (await rotated.json()) as ListedKey
    expect(after).toMatchObject({ appId: before?.appId, name: before?.name, isInUse: true })
    expect((await owner.enter('demo-app')).app.apiKey).toBe(after.key)
    expect((await signUp(server, before?.key ?? '')).status).toBe(200)
    expect((await signUp(server, after.key)).status).toBe(200)

    expect((await owner.call('DELETE', `/projects/demo-app/api-keys/${before?.key}`)).status).toBe(200)
    expect((await signUp(server, before?.key ?? '')).status).toBe(400)
    expect((await signUp(server, after.key)).status).toBe(200)
    const inUse = await owner.call('DELETE', `/projects/demo-app/api-keys/${after.key}`)
    expect(await errorOf(inUse)).toMatchObject({ code: 400, reason: 'API_KEY_OF_AN_APP' })
  })

  it('may stand by itself', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const made = await owner.call('POST', '/projects/demo-app/api-keys', { name: 'Kiosk' })
    expect(made.status).toBe(201)
    const key = (await made.json()) as ListedKey
    expect(key).toMatchObject({ name: 'Kiosk', appId: null, isInUse: false, websites: [] })
    expect((await signUp(server, key.key)).status).toBe(200)
    expect((await owner.call('DELETE', `/projects/demo-app/api-keys/${key.key}`)).status).toBe(200)
  })

  it('that is kept to websites is refused elsewhere, in words that the SDK knows, at once and never for the console', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const { app } = await owner.enter('demo-app')
    expect((await signUp(server, app.apiKey, { origin: 'https://else.example.com' })).status).toBe(200)
    const config = await fetch(`${server.origin}/v2/projects/demo-app/config?updateMask=authorizedDomains`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await owner.operatorToken('demo-app')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ authorizedDomains: ['shop.example.com', 'eu.example.net', 'else.example.com'] }),
    })
    expect(config.status).toBe(200)
    const path = `/projects/demo-app/api-keys/${app.apiKey}`
    const kept = await owner.call('PATCH', path, { websites: ['https://Shop.example.com', 'https://*.example.net'] })
    expect(await kept.json()).toMatchObject({ websites: ['https://shop.example.com', 'https://*.example.net'] })

    for (const origin of ['https://shop.example.com', 'https://eu.example.net', server.origin]) {
      expect((await signUp(server, app.apiKey, { origin })).status, origin).toBe(200)
    }
    const elsewhere = await signUp(server, app.apiKey, { origin: 'https://else.example.com' })
    expect(elsewhere.status).toBe(403)
    expect((await errorOf(elsewhere)).message).toBe('Requests from referer https://else.example.com are blocked.')
    expect((await errorOf(await signUp(server, app.apiKey))).message).toBe('Requests from referer <empty> are blocked.')

    const installed = await fetch(`${server.origin}/v1/projects/demo-app/installations`, {
      method: 'POST',
      headers: { 'x-goog-api-key': app.apiKey, origin: 'https://else.example.com' },
      body: JSON.stringify({ fid: 'cAbcdefghijklmnopqrstu', appId: app.appId, sdkVersion: 'w:1' }),
    })
    expect(installed.status).toBe(403)

    const query = (redirectUrl: string): URLSearchParams =>
      new URLSearchParams({
        apiKey: app.apiKey,
        authType: 'signInViaPopup',
        providerId: 'google.com',
        redirectUrl,
        appName: 'shop',
      })
    const opened = async (page: string): Promise<number> =>
      (await fetch(`${server.origin}/__/auth/handler?${query(page).toString()}`, { redirect: 'manual' })).status
    expect(await opened('https://shop.example.com/sign-in')).toBe(200)
    expect(await opened('https://eu.example.net/')).toBe(200)
    expect(await opened('https://else.example.com/')).toBe(403)
    const frame = await fetch(`${server.origin}/__/auth/iframe?${query('').toString()}`)
    expect(frame.headers.get('content-security-policy')).toMatch(
      /, frame-ancestors 'self' https:\/\/shop\.example\.com https:\/\/\*\.example\.net$/,
    )

    expect((await owner.call('PATCH', path, { websites: [] })).status).toBe(200)
    expect((await signUp(server, app.apiKey, { origin: 'https://else.example.com' })).status).toBe(200)
  })

  it('is not kept to what is no website', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    const [key] = await keysOf(owner)
    for (const websites of [
      ['shop.example.com'],
      ['https://a.example.com/x'],
      Array.from({ length: 51 }, () => 'https://a.b'),
    ]) {
      const refused = await owner.call('PATCH', `/projects/demo-app/api-keys/${key?.key}`, { websites })
      expect(await errorOf(refused)).toMatchObject({ code: 400, reason: 'INVALID_REQUEST' })
    }
  })

  it('is seen by everybody of the team and changed by owners alone', async () => {
    await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
    const owner = await ConsoleAccount.claim(server)
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await setTeam(server, 'demo-app', owner, { [nina.uid]: 'editor' })
    const [key] = await keysOf(nina)
    expect(key?.isInUse).toBe(true)
    const path = `/projects/demo-app/api-keys/${key?.key}`
    const app = `/projects/demo-app/apps/${key?.appId}`
    const attempts: [string, string, unknown][] = [
      ['POST', '/projects/demo-app/api-keys', { name: 'x' }],
      ['PATCH', path, { name: 'x' }],
      ['POST', `${path}/rotate`, undefined],
      ['DELETE', path, undefined],
      ['PATCH', app, { name: 'x' }],
      ['DELETE', app, undefined],
    ]
    for (const [method, address, body] of attempts) {
      expect(await errorOf(await nina.call(method, address, body)), `${method} ${address}`).toMatchObject({
        code: 403,
        reason: 'ROLE_TOO_LOW',
      })
    }
  })
})
