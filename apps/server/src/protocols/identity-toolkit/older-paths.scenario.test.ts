import { describe, expect, it } from 'vitest'
import { encodeSignedJwt } from '../../identity/tokens/jwt.ts'
import { createPrivateKey } from 'node:crypto'
import { type Answer, IdentityWorld } from '../../testing/identity-world.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'
const owner = { authorization: 'Bearer owner' }

const prefixes = ['/www.googleapis.com/identitytoolkit/v3/relyingparty', '/identitytoolkit/v3/relyingparty']

describe.each(prefixes)('version 3 of the API at %s', (prefix) => {
  const ask = (world: IdentityWorld, name: string, body: object, headers = {}): Promise<Answer> =>
    world.send('POST', `${prefix}/${name}?key=${world.apiKey}`, body, headers)

  it('signs up, in, changes and deletes an account', async () => {
    await using world = await IdentityWorld.start({ mode: 'start', emailPrivacy: false })
    const made = await ask(world, 'signupNewUser', { email: EMAIL, password: PASSWORD, returnSecureToken: true })
    expect(made.body).toMatchObject({
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    })
    const again = await ask(world, 'verifyPassword', { email: EMAIL, password: PASSWORD, returnSecureToken: true })
    expect(again.body['localId']).toBe(made.body['localId'])
    const { idToken } = again.body
    const changed = await ask(world, 'setAccountInfo', { idToken, displayName: 'Ada', returnSecureToken: true })
    expect(changed.body).toMatchObject({ displayName: 'Ada', localId: made.body['localId'] })
    const found = await ask(world, 'getAccountInfo', { idToken })
    expect(found.body['users']).toMatchObject([{ email: EMAIL, displayName: 'Ada' }])
    const ways = await ask(world, 'createAuthUri', { identifier: EMAIL, continueUri: 'http://localhost' })
    expect(ways.body).toMatchObject({ registered: true, signinMethods: ['password'] })
    expect((await ask(world, 'deleteAccount', { idToken })).status).toBe(200)
    expect((await ask(world, 'verifyPassword', { email: EMAIL, password: PASSWORD })).status).toBe(400)
  })

  it('takes numbers for names of enumerations, as the SDK for Android sends them', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev', emailPrivacy: false })
    const { body } = await ask(world, 'signupNewUser', { email: EMAIL, password: PASSWORD, displayName: 'Ada' })
    const { idToken } = body
    for (const request of [
      { requestType: 1, email: EMAIL },
      { requestType: 4, idToken },
      { requestType: 6, email: EMAIL, continueUrl: 'http://localhost/in', canHandleCodeInApp: true },
      { requestType: 7, idToken, newEmail: 'lovelace@example.com' },
    ]) {
      expect((await ask(world, 'getOobConfirmationCode', { ...request, clientType: 2 })).status).toBe(200)
    }
    expect(world.mailbox.list(world.project).map(({ kind }) => kind)).toEqual([
      'PASSWORD_RESET',
      'VERIFY_EMAIL',
      'EMAIL_SIGNIN',
      'VERIFY_AND_CHANGE_EMAIL',
    ])
    const unknown = await ask(world, 'getOobConfirmationCode', { requestType: 99, email: EMAIL })
    expect(unknown.body['error']).toMatchObject({ message: expect.stringContaining('INVALID_REQ_TYPE') })
    await ask(world, 'setAccountInfo', { idToken, deleteAttribute: [2] })
    const found = await ask(world, 'getAccountInfo', { idToken })
    expect(found.body['users']?.[0]).not.toHaveProperty('displayName')
  })

  it('answers what clients ask before they sign in', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const config = await world.send('GET', `${prefix}/getProjectConfig?key=${world.apiKey}`)
    expect(config.body).toMatchObject({ projectId: world.project, authorizedDomains: expect.any(Array) })
    const robot = await world.send('GET', `${prefix}/getRecaptchaParam?key=${world.apiKey}`)
    expect(robot.body).toMatchObject({ recaptchaSiteKey: expect.any(String) })
  })

  it('counts failed sign-ins together with those of version 1', async () => {
    await using world = await IdentityWorld.start({ mode: 'start', failedSignIns: 4 })
    await ask(world, 'signupNewUser', { email: EMAIL, password: PASSWORD })
    for (const path of ['older', 'newer', 'older', 'newer']) {
      const wrong = { email: EMAIL, password: 'wrong' }
      const refused =
        path === 'older'
          ? await ask(world, 'verifyPassword', wrong)
          : await world.call('accounts:signInWithPassword', wrong)
      expect(refused.status).toBe(400)
    }
    const late = await ask(world, 'verifyPassword', { email: EMAIL, password: PASSWORD })
    expect(late.body['error']).toMatchObject({ message: expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER/) })
  })

  it('imports and exports accounts for administrators', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const users = [{ localId: 'ada', email: EMAIL }]
    const imported = await ask(world, 'uploadAccount', { users, targetProjectId: 'demo-app' }, owner)
    expect(imported.body).toEqual({ kind: 'identitytoolkit#UploadAccountResponse' })
    const exported = await ask(world, 'downloadAccount', { targetProjectId: 'demo-app', maxResults: 10 }, owner)
    expect(exported.body['users']).toMatchObject([{ localId: 'ada', email: EMAIL }])
  })

  it('gives administrators the project of their key, and no other', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await world.projects.create({ id: 'other-app', name: 'Other' })
    const headers = { authorization: `Bearer ${await serviceToken(world)}` }
    const exported = await ask(world, 'downloadAccount', {}, headers)
    expect(exported.body).toMatchObject({ kind: 'identitytoolkit#DownloadAccountResponse' })
    const foreign = await ask(world, 'downloadAccount', { targetProjectId: 'other-app' }, headers)
    expect(foreign.status).toBe(401)
    for (const credential of [{}, owner, { authorization: 'Bearer nonsense' }]) {
      const refused = await ask(world, 'downloadAccount', { targetProjectId: 'demo-app' }, credential)
      expect(refused.status).toBe(401)
    }
  })
})

describe('a path that names no project', () => {
  it('gives the credential of the emulators rights in the default project, or the one that is named', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const ask = (method: string, body: object): Promise<Answer> =>
      world.send('POST', `/identitytoolkit.googleapis.com/v1/accounts:${method}`, body, owner)
    expect((await ask('signUp', { localId: 'ada', email: EMAIL })).body).toMatchObject({ localId: 'ada' })
    expect((await ask('update', { localId: 'ada', customAttributes: '{"a":1}' })).status).toBe(200)
    expect((await ask('lookup', { localId: ['ada'] })).body['users']).toMatchObject([{ customAttributes: '{"a":1}' }])
    const link = await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL, returnOobLink: true })
    expect(link.body).toMatchObject({ oobLink: expect.any(String) })
    expect((await ask('signUp', { localId: 'eve', targetProjectId: 'other-app' })).status).toBe(200)
    expect((await ask('lookup', { localId: ['eve'] })).body).not.toHaveProperty('users')
    const { body: grace } = await world.call('accounts:signUp', { email: 'grace@example.com', password: PASSWORD })
    // The ID token says whose call it is.
    expect((await ask('lookup', { idToken: grace['idToken'] })).body['users']).toMatchObject([
      { localId: grace['localId'] },
    ])
    // An empty one says nothing.
    expect((await ask('lookup', { idToken: '', localId: ['ada'] })).body['users']).toMatchObject([{ localId: 'ada' }])
    expect((await ask('delete', { localId: 'ada' })).status).toBe(200)
    expect((await ask('signUp', { localId: 'eve', targetProjectId: 'console' })).status).toBe(401)
  })
})

it('a refresh takes the names of its form in either spelling', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { body } = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  const form = new URLSearchParams({ grantType: 'refresh_token', refreshToken: String(body['refreshToken']) })
  const answer = await world.send('POST', `/securetoken.googleapis.com/v1/token?key=${world.apiKey}`, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(answer.body).toMatchObject({ user_id: body['localId'] })
})

async function serviceToken(world: IdentityWorld): Promise<string> {
  const key = await world.identity.serviceKeys.create(world.project, { name: 'test' })
  const now = Math.floor(world.clock.nowMs() / 1000)
  const claims = { iss: key.clientEmail, sub: key.clientEmail, iat: now, exp: now + 600 }
  return await encodeSignedJwt(claims, { kid: key.id, privateKey: createPrivateKey(key.privateKeyPem) })
}
