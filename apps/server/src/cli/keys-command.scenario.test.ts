import { expect, it } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { flagWords, runCommand } from '../testing/run-command.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'

const account = { email: 'ada@example.com', password: 'correct horse' }

/** A project of `hearth start` with an owner, an app and a service key. */
class KeysWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly #apiKey: string
  readonly #token: string

  private constructor(server: TestServer, apiKey: string, token: string) {
    this.server = server
    this.#apiKey = apiKey
    this.#token = token
  }

  static async start(): Promise<KeysWorld> {
    const server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const { app } = await owner.enter('shop-app')
    return new KeysWorld(server, app.apiKey, await serviceToken(owner, 'shop-app', ['keys']))
  }

  async call(method: string, body: object): Promise<{ status: number; body: Record<string, string> }> {
    const answer = await fetch(`${this.server.origin}/v1/accounts:${method}?key=${this.#apiKey}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }

  async signIn(): Promise<{ idToken: string; kid: string }> {
    const { idToken = '' } = (await this.call('signInWithPassword', account)).body
    const header = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }
    return { idToken, kid: header.kid }
  }

  /** The states of the keys by their id, as the command prints them. */
  async run(
    action: string,
    flags: Record<string, true> = {},
  ): Promise<{ states: Record<string, string>; told: readonly string[] }> {
    const given = { project: 'shop-app', url: this.server.origin, token: this.#token, ...flags }
    const { status, printed, told } = await runCommand(['keys', action, ...flagWords(given)])
    expect(status).toBe(0)
    return {
      states: Object.fromEntries(printed.map((line) => line.split(/\s+/).slice(0, 2) as [string, string])),
      told,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

it('a key that is rotated goes on signing until its successor was published for a while', async () => {
  await using world = await KeysWorld.start()
  await world.call('signUp', account)
  const before = await world.signIn()
  const { states, told } = await world.run('rotate')
  expect(states[before.kid]).toBe('signing')
  expect(Object.values(states)).toEqual(['signing', 'next'])
  expect(told[0]).toContain('stays good')
  expect((await world.signIn()).kid).toBe(before.kid)
  expect((await world.call('lookup', { idToken: before.idToken })).status).toBe(200)
  // Twice is once: there is a next one already.
  expect((await world.run('rotate')).states).toEqual(states)
})

it('a key that may have been stolen is withdrawn at once, with everything that it has signed', async () => {
  await using world = await KeysWorld.start()
  await world.call('signUp', account)
  const before = await world.signIn()
  expect((await world.call('lookup', { idToken: before.idToken })).status).toBe(200)
  const { states } = await world.run('rotate', { 'at-once': true })
  expect(Object.values(states)).toEqual(['signing'])
  expect(states).not.toHaveProperty(before.kid)
  expect((await world.call('lookup', { idToken: before.idToken })).status).toBe(400)
  const published = await (await fetch(`${world.server.origin}/.well-known/jwks.json?project=shop-app`)).text()
  expect(published).not.toContain(before.kid)
  const after = await world.signIn()
  expect(Object.keys(states)).toEqual([after.kid])
  expect((await world.call('lookup', { idToken: after.idToken })).status).toBe(200)
  expect((await world.run('list')).states).toEqual(states)
})

it('the command says who may not', async () => {
  await using server = await TestServer.start()
  const flags = { project: 'demo-app', url: server.origin, token: 'nonsense' }
  const { status, told } = await runCommand(['keys', 'list', ...flagWords(flags)])
  expect(status).toBe(1)
  expect(told).toHaveLength(1)
})
