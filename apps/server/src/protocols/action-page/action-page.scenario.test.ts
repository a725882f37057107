import { describe, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'
const html = { accept: 'text/html' }

/** A server whose project has Ada, and links for her as an administrator makes them. */
class LinkWorld implements AsyncDisposable {
  readonly server: TestServer

  private constructor(server: TestServer) {
    this.server = server
  }

  static async start(): Promise<LinkWorld> {
    const world = new LinkWorld(await TestServer.start({ mode: 'dev' }))
    expect((await world.call('signUp', { email: EMAIL, password: PASSWORD })).status).toBe(200)
    return world
  }

  async call(method: string, body: object): Promise<Response> {
    const address = `${this.server.origin}/v1/accounts:${method}?key=demo-app`
    return await fetch(address, { method: 'POST', body: JSON.stringify(body) })
  }

  async link(requestType: string, rest: object = {}): Promise<string> {
    const answer = await fetch(`${this.server.origin}/v1/projects/demo-app/accounts:sendOobCode`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify({ requestType, email: EMAIL, returnOobLink: true, ...rest }),
    })
    return ((await answer.json()) as { oobLink: string }).oobLink
  }

  async isVerified(): Promise<boolean> {
    const { idToken } = (await (
      await this.call('signInWithPassword', { email: EMAIL, password: PASSWORD })
    ).json()) as {
      idToken: string
    }
    const { users } = (await (await this.call('lookup', { idToken })).json()) as { users: { emailVerified: boolean }[] }
    return users[0]?.emailVerified === true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

describe('the page behind a link from a mail, under dev', () => {
  it('verifies when it is opened, as tests against the emulator expect', async () => {
    await using world = await LinkWorld.start()
    const link = await world.link('VERIFY_EMAIL')
    expect(await (await fetch(link)).json()).toMatchObject({ authEmulator: { email: EMAIL } })
    expect(await world.isVerified()).toBe(true)
    const again = await fetch(link, { headers: html })
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('This link is over')
  })

  it('asks for a new password, runs no script, and sets it', async () => {
    await using world = await LinkWorld.start()
    const link = await world.link('PASSWORD_RESET', { continueUrl: 'http://localhost/after' })
    const page = await fetch(link, { headers: html })
    expect(await page.text()).toContain('autocomplete="new-password"')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const send = (newPassword: string) => fetch(link, { method: 'POST', body: new URLSearchParams({ newPassword }) })
    expect(await (await send('short')).text()).toContain('at least 6 characters')
    expect(await (await send('another secret')).text()).toContain('href="http://localhost/after"')
    expect((await world.call('signInWithPassword', { email: EMAIL, password: PASSWORD })).status).toBe(400)
    expect((await world.call('signInWithPassword', { email: EMAIL, password: 'another secret' })).status).toBe(200)
  })

  it('takes a new password from its address, as tests against the emulator give it', async () => {
    await using world = await LinkWorld.start()
    const reset = await world.link('PASSWORD_RESET')
    expect((await fetch(`${reset}&newPassword=another+secret`)).status).toBe(200)
    expect((await world.call('signInWithPassword', { email: EMAIL, password: 'another secret' })).status).toBe(200)
  })

  it('takes no form of another site', async () => {
    await using world = await LinkWorld.start()
    const link = await world.link('VERIFY_EMAIL')
    const foreign = [
      { origin: 'http://localhost:1' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: world.server.origin, 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) {
      expect((await fetch(link, { method: 'POST', headers: { ...html, ...headers } })).ok).toBe(false)
    }
    expect(await world.isVerified()).toBe(false)
  })

  it('hands a sign-in over to the app', async () => {
    await using world = await LinkWorld.start()
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

  it('says in words what is wrong without a code', async () => {
    await using world = await LinkWorld.start()
    const link = new URL(await world.link('VERIFY_EMAIL'))
    link.searchParams.delete('oobCode')
    const answer = await fetch(link, { headers: html })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('That did not work')
  })
})
