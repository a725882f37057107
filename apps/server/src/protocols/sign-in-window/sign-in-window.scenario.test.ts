import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const API_KEY = 'demo-app'

/** A browser at the test provider of `hearth dev`: it keeps the flow's cookie and reads the form. */
class Visitor {
  readonly secret = randomBytes(32).toString('base64url')
  readonly #server: TestServer
  cookie = ''
  state = ''

  constructor(server: TestServer) {
    this.#server = server
  }

  /** A change to an empty text leaves the parameter out. */
  async begin(changes: Readonly<Record<string, string>> = {}, path = '/__/auth/handler'): Promise<Response> {
    const query = new URLSearchParams({
      apiKey: API_KEY,
      authType: 'signInViaPopup',
      providerId: 'google.com',
      redirectUrl: 'http://localhost/app?page=1',
      challenge: createHash('sha256').update(this.secret).digest('base64url'),
      eventId: '4711',
      ...changes,
    })
    for (const [name, value] of Object.entries(changes)) if (value === '') query.delete(name)
    const answer = await fetch(`${this.#server.origin}${path}?${query.toString()}`, { redirect: 'manual' })
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    this.state = /name="state" value="([^"]+)"/.exec(await answer.clone().text())?.[1] ?? ''
    return answer
  }

  async answer(fields: Readonly<Record<string, string>>, cookie = this.cookie): Promise<Response> {
    return await fetch(`${this.#server.origin}/__/auth/test-provider`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ state: this.state, answer: 'yes', verified: 'on', ...fields }),
      redirect: 'manual',
    })
  }

  async redeem(urlResponse: string, changes: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> {
    const body = { requestUri: urlResponse, sessionId: this.secret, returnIdpCredential: true, ...changes }
    const address = `${this.#server.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${API_KEY}`
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, unknown>
  }
}

async function patchDomains(server: TestServer, authorizedDomains: readonly string[]): Promise<void> {
  const answer = await fetch(`${server.origin}/v2/projects/${API_KEY}/config?updateMask=authorizedDomains`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ authorizedDomains }),
  })
  expect(answer.status).toBe(200)
}

interface Relayed {
  readonly target: string
  readonly message: { readonly urlResponse?: string; readonly error?: { readonly code: string } }
}

async function relayedBy(answer: Response): Promise<Relayed> {
  const text = await answer.text()
  return JSON.parse(/id="message">(.*?)<\/script>/.exec(text)?.[1] ?? 'null') as Relayed
}

describe('the test provider of `hearth dev`', () => {
  it('hands the result to the origin of the page that asked, and signs in with it once', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const visitor = new Visitor(server)
    await visitor.begin()
    const { target, message } = await relayedBy(await visitor.answer({ email: 'ada@example.com', name: 'Ada' }))
    expect(target).toBe('http://localhost')
    const signedIn = await visitor.redeem(message.urlResponse ?? '')
    expect(signedIn).toMatchObject({
      email: 'ada@example.com',
      emailVerified: true,
      providerId: 'google.com',
      isNewUser: true,
    })
    expect(await visitor.redeem(message.urlResponse ?? '')).toMatchObject({ error: { code: 400 } })
  })

  it('tells the page of a "no"', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const visitor = new Visitor(server)
    await visitor.begin()
    expect(await relayedBy(await visitor.answer({ answer: 'no' }))).toMatchObject({
      message: { error: { code: 'auth/user-cancelled' } },
    })
  })

  it('does not exist under `hearth start`', async () => {
    await using server = await TestServer.start()
    expect((await new Visitor(server).answer({ email: 'ada@example.com' })).status).toBe(404)
  })
})

describe('A6 federated: a flow', () => {
  it('ends in the browser that began it alone, and another one does not disturb it', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const visitor = new Visitor(server)
    const other = new Visitor(server)
    await visitor.begin()
    await other.begin()
    const fields = { email: 'ada@example.com' }
    expect((await visitor.answer(fields, '')).status).toBe(400)
    expect((await visitor.answer(fields, other.cookie)).status).toBe(400)
    const stolenValue = `${visitor.cookie.split('=')[0]}=${other.cookie.split('=')[1]}`
    expect((await visitor.answer(fields, stolenValue)).status).toBe(400)
    expect((await visitor.answer(fields)).status).toBe(200)
    expect((await visitor.answer(fields)).status).toBe(400)
  })

  it('keeps its cookie from scripts and from other sites, and its pages from frames', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const answer = await new Visitor(server).begin()
    expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/__\/auth; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('makes no account for a re-authentication', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const visitor = new Visitor(server)
    await visitor.begin({ authType: 'reauthViaPopup' })
    const { message } = await relayedBy(await visitor.answer({ email: 'ada@example.com' }))
    expect(await visitor.redeem(message.urlResponse ?? '')).toMatchObject({ error: { message: 'EMAIL_NOT_FOUND' } })
  })

  it('goes back to no page whose address is endless', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const answer = await new Visitor(server).begin({ redirectUrl: `http://localhost/${'x'.repeat(4_096)}` })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('redirectUrl')])
  })

  it('goes back to the page by its fragment when that went away itself', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const visitor = new Visitor(server)
    await visitor.begin({ authType: 'signInViaRedirect' })
    const answer = await visitor.answer({ email: 'ada@example.com' })
    // No redirect: the form's page, this server's or a provider's, may forbid those that follow it.
    expect(answer.status).toBe(200)
    const relayed = /id="message">(.*?)<\/script>/.exec(await answer.text())?.[1] ?? 'null'
    const location = new URL((JSON.parse(relayed) as { location: string }).location)
    expect(location.origin + location.pathname + location.search).toBe('http://localhost/app?page=1')
    const message = JSON.parse(Buffer.from(location.hash.replace('#hearth-sign-in=', ''), 'base64url').toString()) as {
      urlResponse: string
    }
    expect(await visitor.redeem(message.urlResponse)).toMatchObject({ email: 'ada@example.com' })
  })

  it.each([
    ['apiKey', '', 200],
    ['authType', 'steal', 400],
    ['providerId', '../x', 400],
    ['redirectUrl', 'javascript:alert(1)', 400],
    ['redirectUrl', '', 400],
    ['redirectUrl', 'https://evil.example/', 403],
    ['redirectUrl', 'https://localhost@evil.example/', 403],
    ['redirectUrl', 'https://localhost.evil.example/', 403],
    ['redirectUrl', 'http://shop.localhost/', 200],
    ['redirectUrl', 'http://[::1]:5173/', 200],
    ['challenge', 'short', 400],
    ['challenge', '', 400],
    ['scopes', 'a "b', 400],
    ['customParameters', '[1]', 400],
    ['customParameters', '{"prompt":1}', 400],
    ['customParameters', '{', 400],
  ])('that was asked for with %s %j answers %i', async (name, value, status) => {
    await using server = await TestServer.start({ mode: 'dev' })
    expect((await new Visitor(server).begin({ [name]: value })).status).toBe(status)
  })

  it('A9 open redirect: under `hearth dev` leads to pages of HEARTH_DEV_ORIGINS, this machine and the project alone', async () => {
    await using server = await TestServer.start({
      mode: 'dev',
      settings: { HEARTH_DEV_ORIGINS: 'https://dev.example' },
    })
    const begin = async (redirectUrl: string): Promise<number> =>
      (await new Visitor(server).begin({ redirectUrl })).status
    expect(await begin('https://dev.example/app')).toBe(200)
    expect(await begin('https://evil.example/app')).toBe(403)
    await patchDomains(server, ['shop.example'])
    expect(await begin('https://shop.example/app')).toBe(200)
    expect(await begin('http://localhost/app')).toBe(403)
  })

  it('begins at most so often from one address under `hearth start`', async () => {
    await using server = await TestServer.start()
    const visitor = new Visitor(server)
    const answers = await Promise.all(Array.from({ length: 121 }, () => visitor.begin()))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('takes at most so many answers of providers from one address under `hearth start`', async () => {
    await using server = await TestServer.start()
    const answer = async (): Promise<Response> =>
      await fetch(`${server.origin}/__/auth/callback`, { method: 'POST', body: new URLSearchParams({ state: 'x' }) })
    const answers = await Promise.all(Array.from({ length: 241 }, answer))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(240)
    expect((await fetch(`${server.origin}/__/auth/callback?state=x`)).status).toBe(429)
  })

  it.each([
    ['/__/auth/callback', 'too many fields', 'a&'.repeat(41), {}, 400],
    ['/__/auth/callback', 'a packed form', gzipSync('state=x'), { 'content-encoding': 'gzip' }, 415],
    ['/__/auth/test-provider', 'too many fields', 'a&'.repeat(21), {}, 400],
  ])('refuses at %s %s', async (path, _what, body, headers, status) => {
    await using server = await TestServer.start({ mode: 'dev' })
    expect((await fetch(server.origin + path, { method: 'POST', body, headers })).status).toBe(status)
  })
})

describe("the frame of the SDK's own resolver", () => {
  const frameOf = async (server: TestServer, query: Readonly<Record<string, string>>, path = '/__/auth/iframe') =>
    await fetch(`${server.origin}${path}?${new URLSearchParams(query).toString()}`)

  it.each(['/__/auth/iframe', '/emulator/auth/iframe'])('is at %s, for pages of the project alone', async (path) => {
    await using server = await TestServer.start({ mode: 'dev' })
    await patchDomains(server, ['shop.example', 'evil.example; script-src *'])
    const answer = await frameOf(server, { apiKey: API_KEY, appName: '[DEFAULT]' }, path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy.split('; ').at(-1)).toBe(
      "frame-ancestors 'self' https://shop.example:* http://shop.example:* https://127.0.0.1:* http://127.0.0.1:*",
    )
    expect(policy).toMatch(/; script-src 'sha256-\S+' https:\/\/apis\.google\.com; /)
    expect(await answer.text()).toContain('src="https://apis.google.com/js/api.js?onload=hearthFramesLoaded"')
  })

  it("loads the server's own script where the page does", async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const answer = await frameOf(server, { apiKey: API_KEY, appName: 'shop', frames: 'hearth' })
    expect(answer.headers.get('content-security-policy')).toMatch(/; script-src 'sha256-\S+' 'self'; /)
    const text = await answer.text()
    expect(text).toContain('src="/__/auth/frames.js?onload=hearthFramesLoaded"')
    expect(text).not.toContain('apis.google.com')
    const script = await fetch(`${server.origin}/__/auth/frames.js`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('is for an app that has a name, which can end no script of the page', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    expect((await frameOf(server, { apiKey: API_KEY })).status).toBe(400)
    expect((await frameOf(server, { apiKey: API_KEY, appName: 'x'.repeat(1_025) })).status).toBe(400)
    const text = await (
      await frameOf(server, { apiKey: API_KEY, appName: '</script><script>alert(1)</script>' })
    ).text()
    expect(text).not.toContain('<script>alert')
  })

  it('is told how a sign-in ended, with a secret that came to nobody before', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const visitor = new Visitor(server)
    const opened = await visitor.begin({ challenge: '', appName: 'shop' }, '/emulator/auth/handler')
    expect(opened.status).toBe(200)
    const text = await (await visitor.answer({ email: 'ada@example.com' })).text()
    const { frame, event } = JSON.parse(/id="message">(.*?)<\/script>/.exec(text)?.[1] ?? 'null') as {
      frame: string
      event: { type: string; eventId: string; urlResponse: string; sessionId: string }
    }
    expect(frame).toBe(`${API_KEY}:shop`)
    expect(event).toMatchObject({
      type: 'signInViaPopup',
      eventId: '4711',
      sessionId: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await visitor.redeem(event.urlResponse, { sessionId: event.sessionId })).toMatchObject({
      email: 'ada@example.com',
    })
  })

  it('is told of a window that names no page, as firebase 8 opens it, and nobody else is', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const visitor = new Visitor(server)
    const unnamed = { challenge: '', redirectUrl: '', appName: 'shop' }
    expect((await visitor.begin(unnamed, '/emulator/auth/handler')).status).toBe(200)
    const text = await (await visitor.answer({ email: 'ada@example.com' })).text()
    expect(JSON.parse(/id="message">(.*?)<\/script>/.exec(text)?.[1] ?? 'null')).toMatchObject({
      frame: `${API_KEY}:shop`,
      event: { type: 'signInViaPopup', urlResponse: expect.any(String), sessionId: expect.any(String) },
    })
    const others = [{ ...unnamed, authType: 'signInViaRedirect' }, { redirectUrl: '' }, { ...unnamed, appName: '' }]
    for (const changes of others) expect((await new Visitor(server).begin(changes)).status).toBe(400)
    const elsewhere = { ...unnamed, redirectUrl: 'https://evil.example/' }
    expect((await new Visitor(server).begin(elsewhere)).status).toBe(403)
  })
})
