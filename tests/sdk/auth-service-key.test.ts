import { createUserWithEmailAndPassword, signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { accessToken, AdminWorld } from './admin-world.ts'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

describe('firebase-admin with a service key, under start', () => {
  it('verifies ID tokens and session cookies by their signatures', async () => {
    await using world = await AdminWorld.start('start')
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
    await using world = await AdminWorld.start('start')
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
    const key = await identity.serviceKeys.create(project, { name: 'test' })
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
    await using world = await AdminWorld.start('start')
    const custom = await world.admin.createCustomToken('ada')
    expect(await lookUp(world.world, custom)).toBe(401)
    const { key } = world
    if (key === undefined) throw new Error('no key')
    const own = accessToken(key)
    expect(await codeOf(signInWithCustomToken(world.world.device(), own))).toBe('auth/invalid-custom-token')
    expect(await codeOf(signInWithEmailAndPassword(world.world.device(), email, own))).toBe('auth/invalid-credential')
  })
})
