import { createPrivateKey, sign } from 'node:crypto'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { type App, cert, deleteApp, initializeApp } from 'firebase-admin/app'
import { type Auth as AdminAuth, getAuth } from 'firebase-admin/auth'
import { createUserWithEmailAndPassword, signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import type { NewServiceKey } from '../../apps/server/src/identity/service-keys.ts'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

/** A token that a service key signs for itself, as docs/reference/identity.md shows it. */
function accessToken(key: NewServiceKey, changes: Record<string, unknown> = {}): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: key.clientEmail, sub: key.clientEmail, iat: now, exp: now + 3600, ...changes }
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: key.id })}.${encode(claims)}`
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), createPrivateKey(key.privateKeyPem)).toString('base64url')}`
}

/** `firebase-admin` under `hearth start`, without emulator variables: every call to the vendor's hosts is led to this server. */
class ServiceWorld implements AsyncDisposable {
  readonly world: AuthWorld
  readonly admin: AdminAuth
  readonly key: NewServiceKey
  readonly #app: App

  private constructor(world: AuthWorld, app: App, key: NewServiceKey) {
    this.world = world
    this.admin = getAuth(app)
    this.key = key
    this.#app = app
  }

  static async start(): Promise<ServiceWorld> {
    const world = await AuthWorld.start({ mode: 'start' })
    const { project, identity, origin } = world.server
    const key = await identity.serviceKeys.create(project, 'test')
    const credential = cert({ projectId: project, clientEmail: key.clientEmail, privateKey: key.privateKeyPem })
    credential.getAccessToken = async () => ({ access_token: accessToken(key), expires_in: 3600 })
    const httpAgent = new Agent()
    httpAgent.createConnection = () => connect(Number(new URL(origin).port), '127.0.0.1')
    return new ServiceWorld(
      world,
      initializeApp({ credential, projectId: project, httpAgent }, `service-${names++}`),
      key,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await deleteApp(this.#app)
    await this.world[Symbol.asyncDispose]()
  }
}

let names = 0

describe('firebase-admin with a service key, under start', () => {
  it('looks after users', async () => {
    await using world = await ServiceWorld.start()
    const { admin } = world
    const { uid } = await admin.createUser({ email, password })
    expect((await admin.getUserByEmail(email)).uid).toBe(uid)
    await admin.setCustomUserClaims(uid, { role: 'countess' })
    expect((await admin.listUsers()).users).toMatchObject([{ uid, customClaims: { role: 'countess' } }])
    await admin.deleteUser(uid)
    expect(await codeOf(admin.getUser(uid))).toBe('auth/user-not-found')
  })

  it('verifies ID tokens and session cookies by their signatures', async () => {
    await using world = await ServiceWorld.start()
    const { admin } = world
    const { user } = await createUserWithEmailAndPassword(world.world.device(), email, password)
    const idToken = await user.getIdToken()
    expect(await admin.verifyIdToken(idToken, true)).toMatchObject({ uid: user.uid, email })
    const forged = `${idToken.slice(0, idToken.lastIndexOf('.'))}.${Buffer.alloc(256).toString('base64url')}`
    await expect(admin.verifyIdToken(forged)).rejects.toMatchObject({ code: 'auth/argument-error' })

    const cookie = await admin.createSessionCookie(idToken, { expiresIn: 10 * 60_000 })
    expect(await admin.verifySessionCookie(cookie, true)).toMatchObject({ uid: user.uid })
    await admin.revokeRefreshTokens(user.uid)
    expect(await codeOf(admin.verifyIdToken(idToken, true))).toBe('auth/id-token-revoked')
    expect(await codeOf(admin.verifySessionCookie(cookie, true))).toBe('auth/session-cookie-revoked')
  })

  it('signs custom tokens, which no claim makes an operator’s', async () => {
    await using world = await ServiceWorld.start()
    const token = await world.admin.createCustomToken('ada', { role: 'countess' })
    const { user } = await signInWithCustomToken(world.world.device(), token)
    expect(user.uid).toBe('ada')
    expect((await user.getIdTokenResult()).claims['role']).toBe('countess')
    const operator = await world.admin.createCustomToken('ada', { hearth_role: 'owner' })
    expect(await codeOf(signInWithCustomToken(world.world.device(), operator))).not.toBe('none')
  })
})

describe('a service key', () => {
  const lookUp = async (world: AuthWorld, token: string, project = world.server.project): Promise<number> =>
    (
      await world.server.send(
        'POST',
        `/v1/projects/${project}/accounts:lookup`,
        { localId: ['ada'] },
        { authorization: `Bearer ${token}` },
      )
    ).status

  it('opens its own project, for an hour, until it is revoked', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    const { identity, project, projects } = world.server
    const key = await identity.serviceKeys.create(project, 'test')
    await projects.create({ id: 'other-app', name: 'Other' })
    expect(await lookUp(world, accessToken(key))).toBe(200)
    expect(await lookUp(world, accessToken(key), 'other-app')).toBe(401)
    expect(await lookUp(world, accessToken(key), 'console')).toBe(401)
    const now = Math.floor(Date.now() / 1000)
    expect(await lookUp(world, accessToken(key, { exp: now + 7200 }))).toBe(401)
    expect(await lookUp(world, accessToken(key, { iat: now - 7200, exp: now - 3600 }))).toBe(401)
    expect(await lookUp(world, accessToken(key, { iat: now + 3600, exp: now + 7200 }))).toBe(401)
    expect(await lookUp(world, accessToken(key, { sub: 'ada' }))).toBe(401)
    expect(await lookUp(world, `${accessToken(key).slice(0, -8)}AAAAAAAA`)).toBe(401)
    await identity.serviceKeys.revoke(project, key.id)
    expect(await lookUp(world, accessToken(key))).toBe(401)
  })

  it('is not to be had from a custom token that it signed, nor an account from its own token', async () => {
    await using world = await ServiceWorld.start()
    const custom = await world.admin.createCustomToken('ada')
    expect(await lookUp(world.world, custom)).toBe(401)
    const own = accessToken(world.key)
    expect(await codeOf(signInWithCustomToken(world.world.device(), own))).toBe('auth/invalid-custom-token')
    expect(await codeOf(signInWithEmailAndPassword(world.world.device(), email, own))).toBe('auth/invalid-credential')
  })
})
