import { getIdToken, signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { adminModes, AdminWorld } from './admin-world.ts'
import { codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'
/** Of `correct horse`, by bcrypt. */
const bcrypt = '$2b$04$R2DNzlRrG2JMYsY9zyoES.nvkezL1ZUr7uYj0oDgb48/JmN.9ajJa'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(adminModes)('users as firebase-admin reads them under %s', (mode) => {
  it('have a password without an address, and are read like all others', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    await admin.createUser({ uid: 'made', password })
    const users = [{ uid: 'moved', passwordHash: Buffer.from(bcrypt) }]
    expect(await admin.importUsers(users, { hash: { algorithm: 'BCRYPT' } })).toMatchObject({ failureCount: 0 })
    await admin.createUser({ uid: 'whole', email, password })
    expect((await admin.getUser('made')).providerData).toEqual([])
    const { users: all } = await admin.listUsers()
    expect(all.map(({ uid, providerData }) => [uid, providerData.map(({ uid: rawId }) => rawId)])).toEqual([
      ['made', []],
      ['moved', []],
      ['whole', [email]],
    ])
    for (const uid of ['made', 'moved']) {
      const { user } = await signInWithCustomToken(world.world.device(), await admin.createCustomToken(uid))
      expect((await admin.verifyIdToken(await getIdToken(user), true)).uid).toBe(uid)
    }
  })

  it('are not made again with a uid that is taken, whatever else is', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const wanted = { uid: 'ada', email, phoneNumber: '+14155550123' }
    await admin.createUser(wanted)
    expect(await codeOf(admin.createUser(wanted))).toBe('auth/uid-already-exists')
    expect(await codeOf(admin.createUser({ ...wanted, uid: 'bob' }))).toBe('auth/email-already-exists')
  })

  it('have empty claims once all of them were taken away, and none before', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const { uid } = await admin.createUser({ email })
    expect((await admin.getUser(uid)).customClaims).toBeUndefined()
    await admin.setCustomUserClaims(uid, { tier: 'gold' })
    await admin.setCustomUserClaims(uid, null)
    expect((await admin.getUser(uid)).customClaims).toEqual({})
  })

  it('say when they were last active: at a sign-in and at a refresh', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const { uid } = await admin.createUser({ email, password })
    const lastActive = async (): Promise<number> => {
      const { lastRefreshTime } = (await admin.getUser(uid)).metadata
      return typeof lastRefreshTime === 'string' ? Date.parse(lastRefreshTime) : Number.NaN
    }
    expect(await lastActive()).toBeNaN()
    const second = (): number => Math.floor(world.world.server.clock.nowMs() / 1_000) * 1_000
    const before = second()
    const { user } = await signInWithEmailAndPassword(world.world.device(), email, password)
    const signedInAt = await lastActive()
    expect(signedInAt).toBeGreaterThanOrEqual(before)
    world.world.server.clock.advance(60_000)
    await getIdToken(user, true)
    expect(await lastActive()).toBeGreaterThanOrEqual(signedInAt + 60_000)
  })
})
