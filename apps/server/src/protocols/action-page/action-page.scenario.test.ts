import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const html = { accept: 'text/html' }

/** A server whose project has Ada, and links for her as an administrator makes them. */
class LinkWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly #apiKey: string
  readonly #authorization: string

  private constructor(server: TestServer, apiKey: string, authorization: string) {
    this.server = server
    this.#apiKey = apiKey
    this.#authorization = authorization
  }

  static async start(mode: 'start' | 'dev'): Promise<LinkWorld> {
    const server = await TestServer.start({ mode })
    if (mode === 'dev') return await LinkWorld.#withAda(new LinkWorld(server, 'demo-app', 'Bearer owner'))
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const { customToken, app } = await owner.enter('shop-app')
    const answer = await fetch(`${server.origin}/v1/accounts:signInWithCustomToken?key=${app.apiKey}`, {
      method: 'POST',
      body: JSON.stringify({ token: customToken }),
    })
    const { idToken } = (await answer.json()) as { idToken: string }
    return await LinkWorld.#withAda(new LinkWorld(server, app.apiKey, `Bearer ${idToken}`))
  }

  static async #withAda(world: LinkWorld): Promise<LinkWorld> {
    expect((await world.call('signUp', { email, password })).status).toBe(200)
    return world
  }

  async call(method: string, body: object): Promise<Response> {
    const address = `${this.server.origin}/v1/accounts:${method}?key=${this.#apiKey}`
    return await fetch(address, { method: 'POST', body: JSON.stringify(body) })
  }

  async link(requestType: string, rest: object = {}): Promise<string> {
    const project = this.#apiKey === 'demo-app' ? 'demo-app' : 'shop-app'
    const answer = await fetch(`${this.server.origin}/v1/projects/${project}/accounts:sendOobCode`, {
      method: 'POST',
      headers: { authorization: this.#authorization },
      body: JSON.stringify({ requestType, email, returnOobLink: true, ...rest }),
    })
    return ((await answer.json()) as { oobLink: string }).oobLink
  }

  async isVerified(): Promise<boolean> {
    const { idToken } = (await (await this.call('signInWithPassword', { email, password })).json()) as {
      idToken: string
    }
    const { users } = (await (await this.call('lookup', { idToken })).json()) as { users: { emailVerified: boolean }[] }
    return users[0]?.emailVerified === true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

describe('the page behind a link from a mail, under start', () => {
  it('changes nothing when it is opened, however often, and verifies when its form is sent', async () => {
    await using world = await LinkWorld.start('start')
    const link = await world.link('VERIFY_EMAIL')
    for (let time = 0; time < 2; time++) {
      const page = await fetch(link, { headers: html })
      expect(await page.text()).toContain('Is ada@example.com yours?')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect(await world.isVerified()).toBe(false)
    expect((await fetch(link, { method: 'POST', headers: html })).status).toBe(200)
    expect(await world.isVerified()).toBe(true)
    const again = await fetch(link, { method: 'POST', headers: html })
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('This link is over')
  })

  it('sets a new password', async () => {
    await using world = await LinkWorld.start('start')
    const link = await world.link('PASSWORD_RESET', { continueUrl: 'http://localhost/after' })
    expect(await (await fetch(link, { headers: html })).text()).toContain('autocomplete="new-password"')
    const send = (newPassword: string) => fetch(link, { method: 'POST', body: new URLSearchParams({ newPassword }) })
    const refused = await send('short')
    expect(await refused.text()).toContain('at least 6 characters')
    const done = await send('another secret')
    expect(await done.text()).toContain('href="http://localhost/after"')
    expect((await world.call('signInWithPassword', { email, password })).status).toBe(400)
    expect((await world.call('signInWithPassword', { email, password: 'another secret' })).status).toBe(200)
  })

  it('takes no form of another site, and leads to no other site', async () => {
    await using world = await LinkWorld.start('start')
    const link = await world.link('VERIFY_EMAIL')
    const foreign = await fetch(link, { method: 'POST', headers: { ...html, origin: 'https://evil.example' } })
    expect(foreign.status).toBe(400)
    const elsewhere = await fetch(`${link}&continueUrl=https%3A%2F%2Fevil.example%2F`, { headers: html })
    expect(elsewhere.status).toBe(400)
    expect(await elsewhere.text()).not.toContain('href')
    expect(await world.isVerified()).toBe(false)
  })

  it('hands a sign-in over to the app', async () => {
    await using world = await LinkWorld.start('start')
    const link = await world.link('EMAIL_SIGNIN', { continueUrl: 'http://localhost/come-back?page=1' })
    const answer = await fetch(link, { headers: html, redirect: 'manual' })
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe('http://localhost/come-back')
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      page: '1',
      mode: 'signIn',
      oobCode: new URL(link).searchParams.get('oobCode'),
    })
  })

  it.each(['oobCode', 'apiKey'])('says in words what is wrong without %s', async (name) => {
    await using world = await LinkWorld.start('start')
    const link = new URL(await world.link('VERIFY_EMAIL'))
    link.searchParams.delete(name)
    const answer = await fetch(link, { headers: html })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('That did not work')
  })
})

it('a link of `hearth dev` acts when it is opened, as tests against the emulator expect', async () => {
  await using world = await LinkWorld.start('dev')
  const answer = await fetch(await world.link('VERIFY_EMAIL'))
  expect(await answer.json()).toMatchObject({ authEmulator: { email } })
  expect(await world.isVerified()).toBe(true)
  const reset = await world.link('PASSWORD_RESET')
  expect((await fetch(`${reset}&newPassword=another+secret`)).status).toBe(200)
  expect((await world.call('signInWithPassword', { email, password: 'another secret' })).status).toBe(200)
})
