import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const settings = { HEARTH_SIGN_UP: 'anyone' } as const
const email = 'olga@example.com'
const password = 'correct horse'

async function bodyOf<Body>(answer: Promise<Response>): Promise<Body> {
  return (await (await answer).json()) as Body
}

describe('service keys', () => {
  it('are made, shown once, listed and revoked by owners', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Till' })
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const file = (await made.json()) as { private_key_id: string; private_key: string; client_email: string }
    expect(file).toMatchObject({
      type: 'service_account',
      project_id: 'shop-app',
      private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/) as string,
      client_email: `key-${file.private_key_id}@shop-app.hearth.internal`,
    })
    const listed = await (await owner.call('GET', '/projects/shop-app/service-keys')).text()
    expect(JSON.parse(listed)).toMatchObject({ serviceKeys: [{ id: file.private_key_id, name: 'Till' }] })
    expect(listed).not.toContain('PRIVATE KEY')
    const key = `/projects/shop-app/service-keys/${file.private_key_id}`
    expect((await owner.call('DELETE', key)).status).toBe(200)
    expect((await owner.call('DELETE', key)).status).toBe(404)
  })

  it('are nothing to those who do not belong to the project', async () => {
    await using server = await TestServer.start({ settings })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    for (const [method, path, body] of [
      ['GET', '/projects/shop-app/service-keys', undefined],
      ['POST', '/projects/shop-app/service-keys', { name: 'Till' }],
      ['DELETE', '/projects/shop-app/service-keys/x', undefined],
      ['GET', `/projects/shop-app/users/${owner.uid}/sessions`, undefined],
    ] as const) {
      expect((await nina.call(method, path, body)).status, `${method} ${path}`).toBe(403)
    }
  })
})

describe('sessions', () => {
  it('of the console are listed, and ended one by one: their tokens are over at once', async () => {
    await using server = await TestServer.start()
    const here = await ConsoleAccount.claim(server, email, password)
    const elsewhere = await ConsoleAccount.signIn(server, email, password)
    const { sessions } = await bodyOf<{ sessions: { id: string; isCurrent: boolean; signInProvider: string }[] }>(
      here.call('GET', '/account/sessions'),
    )
    expect(sessions).toHaveLength(2)
    expect(sessions.every(({ signInProvider }) => signInProvider === 'password')).toBe(true)
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const other = sessions.find(({ isCurrent }) => !isCurrent)
    expect((await elsewhere.call('GET', '/projects')).status).toBe(200)
    expect((await here.call('DELETE', `/account/sessions/${other?.id}`)).status).toBe(200)
    expect((await elsewhere.call('GET', '/projects')).status).toBe(401)
    expect((await here.call('GET', '/projects')).status).toBe(200)
    expect((await here.call('DELETE', `/account/sessions/${other?.id}`)).status).toBe(404)
  })

  it('of users are listed and ended by operators', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const { apps } = await bodyOf<{ apps: { config: { apiKey: string } }[] }>(
      owner.call('GET', '/projects/shop-app/apps'),
    )
    const call = async (method: string, body: object) =>
      await fetch(`${server.origin}/v1/accounts:${method}?key=${apps[0]?.config.apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const { localId, idToken } = await bodyOf<{ localId: string; idToken: string }>(call('signUp', { email, password }))
    const path = `/projects/shop-app/users/${localId}/sessions`
    const { sessions } = await bodyOf<{ sessions: { id: string }[] }>(owner.call('GET', path))
    expect(sessions).toHaveLength(1)
    expect((await call('lookup', { idToken })).status).toBe(200)
    expect((await owner.call('DELETE', `${path}/${sessions[0]?.id}`)).status).toBe(200)
    expect(await bodyOf(call('lookup', { idToken }))).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } })
  })
})
