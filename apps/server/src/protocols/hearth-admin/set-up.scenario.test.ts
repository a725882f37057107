import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const owner = { displayName: 'Olga', email: 'olga@example.com', password: 'correct horse' }

async function setUp(server: TestServer, body: unknown) {
  const response = await fetch(`${server.origin}/hearth/v1/setup`, { method: 'POST', body: JSON.stringify(body) })
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  }
}

async function consoleOf(server: TestServer) {
  return (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as Record<string, unknown>
}

describe('an empty server', () => {
  it('says that it needs to be set up, and names the app of its console', async () => {
    await using server = await TestServer.start()
    expect(await consoleOf(server)).toEqual({
      mode: 'start',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      setupRequired: true,
      signUpAllowed: false,
      projectCreationAllowed: false,
      googleEnabled: false,
      signIn: { password: true, emailLink: false, providers: [] },
      mailEnabled: false,
      historyDays: 7,
      app: {
        apiKey: expect.stringMatching(/^hk_console_/),
        appId: expect.stringMatching(/^1:\d{12}:web:/),
        projectId: 'console',
        storageBucket: 'console.firebasestorage.app',
        measurementId: expect.stringMatching(/^G-/),
        authDomain: new URL(server.origin).host,
      },
    })
  })

  it('keeps its app over a restart', async () => {
    await using first = await TestServer.start()
    const { app } = await consoleOf(first)
    await first.hearth.stop()
    await using second = await TestServer.start({ dataFolder: first.dataFolder })
    const later = (await consoleOf(second))['app'] as Record<string, unknown>
    expect(later).toMatchObject({ apiKey: (app as Record<string, unknown>)['apiKey'] })
  })
})

describe('setting up', () => {
  it('makes the owner, who signs in and owns every project', async () => {
    await using server = await TestServer.start()
    const account = await ConsoleAccount.claim(server)
    expect((await consoleOf(server))['setupRequired']).toBe(false)
    const claims = JSON.parse(Buffer.from(account.idToken.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >
    expect(claims).toMatchObject({ serverRole: 'owner', name: 'Olga', email: 'olga@example.com' })
    expect((await account.enter('demo-app')).role).toBe('owner')
    expect(await readdir(server.dataFolder)).not.toContain('setup-code')
  })

  it('makes exactly one owner of a hundred who come at once', async () => {
    await using server = await TestServer.start()
    const code = server.setupCode
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => setUp(server, { ...owner, code, email: `o${index}@example.com` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const reasons = new Set(
      answers.filter(({ status }) => status !== 200).map(({ json }) => (json['error'] as { reason: string }).reason),
    )
    expect(
      [...reasons].every((reason) => ['SETUP_DONE', 'SETUP_IN_PROGRESS', 'TOO_MANY_REQUESTS'].includes(reason)),
    ).toBe(true)
    const winner = answers.findIndex(({ status }) => status === 200)
    await ConsoleAccount.signIn(server, `o${winner}@example.com`, owner.password)
    const loser = winner === 0 ? 1 : 0
    await expect(ConsoleAccount.signIn(server, `o${loser}@example.com`, owner.password)).rejects.toThrow('400')
  })

  it('is over once there is an owner', async () => {
    await using server = await TestServer.start()
    const code = server.setupCode
    await ConsoleAccount.claim(server)
    const { status, json } = await setUp(server, { ...owner, code, email: 'second@example.com' })
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { reason: 'SETUP_DONE', status: 'FAILED_PRECONDITION' } })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no code', { code: undefined }, 'INVALID_REQUEST'],
    ['a wrong code', { code: 'x'.repeat(32) }, 'SETUP_CODE_INVALID'],
    ['no name', { displayName: '  ' }, 'INVALID_REQUEST'],
    ['a name of 81 characters', { displayName: 'n'.repeat(81) }, 'INVALID_REQUEST'],
    ['no address', { email: '' }, 'INVALID_REQUEST'],
    ['an address that is none', { email: 'olga' }, 'INVALID_EMAIL'],
    ['a weak password', { password: 'short' }, 'WEAK_PASSWORD'],
    ['an endless password', { password: 'x'.repeat(4_097) }, 'INVALID_REQUEST'],
    ['a claim', { serverRole: 'owner' }, 'INVALID_REQUEST'],
  ])('refuses %s, and the code stays good', async (_title, wrong, reason) => {
    await using server = await TestServer.start()
    const { status, json } = await setUp(server, { ...owner, code: server.setupCode, ...wrong })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(json).toMatchObject({ error: { reason, requestId: expect.any(String) } })
    await ConsoleAccount.claim(server)
  })

  it('stops those who guess, and not those who mistype a password', async () => {
    await using server = await TestServer.start()
    for (let attempt = 0; attempt < 210; attempt++) {
      expect((await setUp(server, { ...owner, code: server.setupCode, password: 'short' })).status).toBe(400)
    }
    let last = 0
    for (let attempt = 0; attempt < 300 && last !== 429; attempt++) {
      const { status, headers } = await setUp(server, { ...owner, code: `guess ${attempt}` })
      last = status
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(last).toBe(429)
  })
})
