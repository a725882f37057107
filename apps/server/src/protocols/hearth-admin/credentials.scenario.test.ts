import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

const settings = { HEARTH_SIGN_UP: 'anyone' } as const
const EMAIL = 'olga@example.com'
const PASSWORD = 'correct horse'

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

  it('say who made them, and what became of their makers, and stay valid', async () => {
    await using server = await TestServer.start({ settings })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner' })
    const token = await serviceToken(nina, 'shop-app', ['keys'])
    const byKey = await fetch(`${server.origin}/hearth/v1/projects/shop-app/service-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Made by a program' }),
    })
    expect(byKey.status).toBe(201)

    const keys = async (): Promise<{ id: string; name: string; createdBy: unknown }[]> => {
      const answer = await owner.call('GET', '/projects/shop-app/service-keys')
      return ((await answer.json()) as { serviceKeys: { id: string; name: string; createdBy: unknown }[] }).serviceKeys
    }
    const maker = async (): Promise<unknown> => (await keys()).find(({ name }) => name === 'Test')?.createdBy
    const ninas = { uid: nina.uid, email: 'nina@example.com' }
    expect(await maker()).toEqual({ ...ninas, role: 'owner' })
    const { id } = (await keys()).find(({ name }) => name === 'Test') ?? {}
    expect((await keys()).find(({ name }) => name === 'Made by a program')?.createdBy).toEqual({ serviceKey: id })

    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'viewer' })
    expect(await maker()).toEqual({ ...ninas, role: 'viewer' })
    await setTeam(server, 'shop-app', owner, {})
    expect(await maker()).toEqual({ ...ninas, role: null })
    const users = await fetch(`${server.origin}/v1/projects/shop-app/accounts:batchGet`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(users.status).toBe(200)

    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'owner' })
    const disable = { localId: nina.uid, disableUser: true }
    await fetch(`${server.origin}/v1/projects/console/accounts:update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(disable),
    })
    expect(await maker()).toEqual({ ...ninas, role: null })
  })

  it('are made and revoked by those who signed in within five minutes, and listed by all owners', async () => {
    let aheadMs = 0
    await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
    const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
    await owner.createProject('shop-app', 'Shop')
    const keys = '/projects/shop-app/service-keys'
    const made = await owner.call('POST', keys, { name: 'Till' })
    const { private_key_id: id } = (await made.json()) as { private_key_id: string }
    aheadMs = 6 * 60_000
    for (const answer of [
      await owner.call('POST', keys, { name: 'Late' }),
      await owner.call('DELETE', `${keys}/${id}`),
    ]) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
    }
    expect((await owner.call('GET', keys)).status).toBe(200)
    const again = await ConsoleAccount.signIn(server, EMAIL, PASSWORD)
    expect((await again.call('DELETE', `${keys}/${id}`)).status).toBe(200)
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
    const here = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
    const elsewhere = await ConsoleAccount.signIn(server, EMAIL, PASSWORD)
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

  it('show the device that they began with, and then the one that they were last seen with', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const { apps } = await bodyOf<{ apps: { config: { apiKey: string } }[] }>(
      owner.call('GET', '/projects/shop-app/apps'),
    )
    const call = async (path: string, device: string, body: object) =>
      await bodyOf<{ localId: string; idToken: string; refreshToken: string }>(
        fetch(`${server.origin}/v1/${path}?key=${apps[0]?.config.apiKey}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': device },
          body: JSON.stringify(body),
        }),
      )
    const { localId } = await call('accounts:signUp', 'Browser/1.0 (System)', { email: EMAIL, password: PASSWORD })
    const devices = async () => {
      const path = `/projects/shop-app/users/${localId}/sessions`
      const { sessions } = await bodyOf<{ sessions: { device: string | null }[] }>(owner.call('GET', path))
      return sessions.map(({ device }) => device ?? '').toSorted((one, other) => one.localeCompare(other))
    }
    expect(await devices()).toEqual(['Browser/1.0 (System)'])
    const second = await call('accounts:signInWithPassword', `Long/${'x'.repeat(2000)}`, {
      email: EMAIL,
      password: PASSWORD,
    })
    expect((await devices()).map((device) => device.length)).toEqual([20, 300])
    await call('token', 'Browser/2.0', { grant_type: 'refresh_token', refresh_token: second.refreshToken })
    expect(await devices()).toEqual(['Browser/1.0 (System)', 'Browser/2.0'])
    // The session that a new password begins goes on where the one before was.
    await call('accounts:update', 'Browser/2.0', { idToken: second.idToken, password: 'another long secret' })
    expect(await devices()).toEqual(['Browser/2.0'])
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
    const { localId, idToken } = await bodyOf<{ localId: string; idToken: string }>(
      call('signUp', { email: EMAIL, password: PASSWORD }),
    )
    const path = `/projects/shop-app/users/${localId}/sessions`
    const { sessions } = await bodyOf<{ sessions: { id: string; signedInAt: string; provenAt: string }[] }>(
      owner.call('GET', path),
    )
    expect(sessions).toHaveLength(1)
    expect(sessions[0]?.provenAt).toBe(sessions[0]?.signedInAt)
    expect((await call('lookup', { idToken })).status).toBe(200)
    expect((await owner.call('DELETE', `${path}/${sessions[0]?.id}`)).status).toBe(200)
    expect(await bodyOf(call('lookup', { idToken }))).toMatchObject({ error: { message: 'TOKEN_EXPIRED' } })
  })
})
