import { argon2Sync, createHash, createHmac, pbkdf2Sync, scryptSync } from 'node:crypto'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Auth as AdminAuth, getAuth, type UserImportOptions } from 'firebase-admin/auth'
import {
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  getIdTokenResult,
  reload,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
} from 'firebase/auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

/** `hearth dev` and the admin SDK under the emulator variable. */
class AdminWorld implements AsyncDisposable {
  readonly world: AuthWorld
  readonly admin: AdminAuth
  readonly #close: () => Promise<void>

  private constructor(world: AuthWorld, admin: AdminAuth, close: () => Promise<void>) {
    this.world = world
    this.admin = admin
    this.#close = close
  }

  static async start(): Promise<AdminWorld> {
    const world = await AuthWorld.start({ mode: 'dev' })
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', world.server.host)
    const app = initializeApp({ projectId: world.server.project }, `admin-${nextApp++}`)
    return new AdminWorld(world, getAuth(app), () => deleteApp(app))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
    await this.world[Symbol.asyncDispose]()
  }
}

let nextApp = 1

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('firebase-admin', () => {
  it('creates users and finds them by everything they have', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const made = await admin.createUser({
      uid: 'ada',
      email: 'Ada@example.com',
      emailVerified: true,
      password,
      displayName: 'Ada',
      photoURL: 'https://example.com/ada.png',
      phoneNumber: '+14155550123',
    })
    expect(made).toMatchObject({ uid: 'ada', email, emailVerified: true, disabled: false, displayName: 'Ada' })
    expect(made.metadata.creationTime).toBeTruthy()
    expect(made.passwordHash).toBeUndefined()
    for (const found of [
      admin.getUser('ada'),
      admin.getUserByEmail(email),
      admin.getUserByPhoneNumber('+14155550123'),
    ]) {
      expect((await found).uid).toBe('ada')
    }
    expect(await codeOf(admin.getUser('bob'))).toBe('auth/user-not-found')
    expect(await codeOf(admin.createUser({ uid: 'ada' }))).toBe('auth/uid-already-exists')
    expect(await codeOf(admin.createUser({ email }))).toBe('auth/email-already-exists')
    expect(await codeOf(admin.createUser({ phoneNumber: '+14155550123' }))).toBe('auth/phone-number-already-exists')
    const several = await admin.getUsers([{ uid: 'ada' }, { email: 'b@example.com' }, { phoneNumber: '+14155550123' }])
    expect(several.users).toHaveLength(1)
    expect(several.notFound).toEqual([{ email: 'b@example.com' }])
    const { user } = await signInWithEmailAndPassword(world.world.device(), email, password)
    expect(user).toMatchObject({ uid: 'ada', phoneNumber: '+14155550123', emailVerified: true })
  })

  it('updates users and takes fields away', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    await admin.createUser({ uid: 'ada', email, password, displayName: 'Ada', phoneNumber: '+14155550123' })
    const updated = await admin.updateUser('ada', {
      email: 'lovelace@example.com',
      displayName: null,
      photoURL: 'https://example.com/ada.png',
      phoneNumber: null,
    })
    expect(updated).toMatchObject({ email: 'lovelace@example.com', photoURL: 'https://example.com/ada.png' })
    expect([updated.displayName, updated.phoneNumber]).toEqual([undefined, undefined])
    expect(await codeOf(admin.getUserByEmail(email))).toBe('auth/user-not-found')
    expect(await codeOf(admin.updateUser('bob', { displayName: 'Bob' }))).toBe('auth/user-not-found')

    await admin.updateUser('ada', {
      providerToLink: { providerId: 'google.com', uid: 'google-1', email: 'lovelace@example.com' },
    })
    expect((await admin.getUserByProviderUid('google.com', 'google-1')).uid).toBe('ada')
    await admin.updateUser('ada', { providersToUnlink: ['google.com'] })
    expect(await codeOf(admin.getUserByProviderUid('google.com', 'google-1'))).toBe('auth/user-not-found')
  })

  it('verifies ID tokens and notices revoked, disabled and deleted users', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const { user } = await createUserWithEmailAndPassword(world.world.device(), email, password)
    const token = await user.getIdToken()
    expect(await admin.verifyIdToken(token, true)).toMatchObject({ uid: user.uid, email, aud: 'demo-app' })
    await admin.revokeRefreshTokens(user.uid)
    expect(await codeOf(admin.verifyIdToken(token, true))).toBe('auth/id-token-revoked')
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    const again = (await signInWithEmailAndPassword(world.world.device(), email, password)).user
    const newToken = await again.getIdToken()
    expect((await admin.verifyIdToken(newToken, true)).uid).toBe(user.uid)
    await admin.updateUser(user.uid, { disabled: true })
    expect(await codeOf(admin.verifyIdToken(newToken, true))).toBe('auth/user-disabled')
    expect(await codeOf(reload(again))).toBe('auth/user-disabled')
    await admin.deleteUser(user.uid)
    expect(await codeOf(admin.verifyIdToken(newToken, true))).toBe('auth/user-not-found')
    expect(await codeOf(admin.deleteUser(user.uid))).toBe('auth/user-not-found')
  })

  it('sets custom claims, which the next ID token has', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const { user } = await createUserWithEmailAndPassword(world.world.device(), email, password)
    await admin.setCustomUserClaims(user.uid, { tier: 'gold' })
    expect((await admin.getUser(user.uid)).customClaims).toEqual({ tier: 'gold' })
    expect((await getIdTokenResult(user)).claims).not.toHaveProperty('tier')
    expect((await getIdTokenResult(user, true)).claims).toMatchObject({ tier: 'gold' })
    await admin.setCustomUserClaims(user.uid, null)
    expect((await getIdTokenResult(user, true)).claims).not.toHaveProperty('tier')
  })

  it('mints custom tokens that are signed in with', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const token = await admin.createCustomToken('member-7', { tier: 'gold' })
    const { user } = await signInWithCustomToken(world.world.device(), token)
    expect((await getIdTokenResult(user)).claims).toMatchObject({ sub: 'member-7', tier: 'gold' })
    const posing = await admin.createCustomToken('olga', { hearth_role: 'owner' })
    expect(await codeOf(signInWithCustomToken(world.world.device(), posing))).toBe('auth/forbidden-claim')
  })

  it('pages through all users', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const uids = Array.from({ length: 25 }, (_, index) => `user-${String(index).padStart(2, '0')}`)
    for (const uid of uids) await admin.createUser({ uid })
    const seen: string[] = []
    let pageToken: string | undefined
    do {
      const page = await admin.listUsers(10, pageToken)
      seen.push(...page.users.map((user) => user.uid))
      pageToken = page.pageToken
    } while (pageToken !== undefined)
    expect(seen).toEqual(uids)
    expect(await codeOf(admin.listUsers(10, 'no token!'))).toBe('auth/invalid-page-token')
    expect(await admin.deleteUsers([...uids.slice(0, 20), 'nobody'])).toMatchObject({
      successCount: 21,
      failureCount: 0,
    })
    expect((await admin.listUsers()).users).toHaveLength(5)
  })

  it('makes session cookies and verifies them', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const { user } = await createUserWithEmailAndPassword(world.world.device(), email, password)
    const cookie = await admin.createSessionCookie(await user.getIdToken(), { expiresIn: 24 * 60 * 60 * 1000 })
    expect(await admin.verifySessionCookie(cookie, true)).toMatchObject({ uid: user.uid, email })
    expect(await codeOf(admin.createSessionCookie('nonsense', { expiresIn: 600_000 }))).toBe('auth/invalid-id-token')
    await admin.revokeRefreshTokens(user.uid)
    expect(await codeOf(admin.verifySessionCookie(cookie, true))).toBe('auth/session-cookie-revoked')
  })

  it('reads and changes the password policy and e-mail privacy', async () => {
    await using world = await AdminWorld.start()
    const config = world.admin.projectConfigManager()
    expect((await config.getProjectConfig()).emailPrivacyConfig).toEqual({ enableImprovedEmailPrivacy: true })
    const updated = await config.updateProjectConfig({
      emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
      passwordPolicyConfig: { enforcementState: 'ENFORCE', constraints: { minLength: 12, requireNumeric: true } },
    })
    expect(updated.passwordPolicyConfig?.constraints).toMatchObject({ minLength: 12, requireNumeric: true })
    expect(await codeOf(world.admin.createUser({ email, password: 'short 1' }))).toBe(
      'auth/password-does-not-meet-requirements',
    )
    expect(await codeOf(signInWithEmailAndPassword(world.world.device(), email, 'wrong'))).toBe('auth/user-not-found')
    const changed = await config.updateProjectConfig({
      multiFactorConfig: {
        state: 'ENABLED',
        factorIds: ['phone'],
        providerConfigs: [{ state: 'DISABLED', totpProviderConfig: {} }],
      },
    })
    expect(changed.multiFactorConfig).toMatchObject({ state: 'ENABLED', factorIds: ['phone'] })
    expect((await world.world.server.identity.settings.get(world.world.server.project)).secondFactors).toEqual([
      'phone',
    ])
    const unsupported = config.updateProjectConfig({
      smsRegionConfig: { allowByDefault: { disallowedRegions: ['AQ'] } },
    })
    expect(await codeOf(unsupported)).toBe('auth/operation-not-allowed')
  })

  it('makes links for every purpose, which work like those in mails', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const { uid } = await admin.createUser({ email, password })
    const codeIn = (link: string): string => new URL(link).searchParams.get('oobCode') ?? ''
    const auth = world.world.device()
    await applyActionCode(auth, codeIn(await admin.generateEmailVerificationLink(email)))
    expect((await admin.getUser(uid)).emailVerified).toBe(true)
    const settings = { url: 'http://localhost/after', handleCodeInApp: true }
    const reset = await admin.generatePasswordResetLink(email, settings)
    expect(new URL(reset).searchParams.get('continueUrl')).toBe(settings.url)
    await confirmPasswordReset(auth, codeIn(reset), 'another secret')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'another secret'))).toBe('none')
    const { user } = await signInWithEmailLink(auth, email, await admin.generateSignInWithEmailLink(email, settings))
    expect(user.uid).toBe(uid)
    const change = await admin.generateVerifyAndChangeEmailLink(email, 'lovelace@example.com')
    await applyActionCode(auth, codeIn(change))
    expect((await admin.getUser(uid)).email).toBe('lovelace@example.com')
    expect(await codeOf(admin.generatePasswordResetLink(email))).toBe('auth/email-not-found')
    expect(world.world.server.mailbox.list('demo-app').map(({ kind }) => kind)).toEqual(['RECOVER_EMAIL'])
  })

  it('gives users second factors and takes them away', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const enrolledFactors = [{ factorId: 'phone' as const, phoneNumber: '+15555550101', displayName: 'Work' }]
    const { uid } = await admin.createUser({ email, password, emailVerified: true, multiFactor: { enrolledFactors } })
    expect((await admin.getUser(uid)).multiFactor?.enrolledFactors).toMatchObject(enrolledFactors)
    const auth = world.world.device()
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/multi-factor-auth-required')
    await admin.updateUser(uid, { multiFactor: { enrolledFactors: null } })
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('none')
  })
})

describe('users that are imported', () => {
  it('keep everything they had', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const result = await admin.importUsers([
      {
        uid: 'ada',
        email,
        emailVerified: true,
        displayName: 'Ada',
        phoneNumber: '+15555550100',
        disabled: true,
        customClaims: { role: 'countess' },
        metadata: { creationTime: 'Wed, 10 Dec 1815 00:00:00 GMT', lastSignInTime: 'Sat, 27 Nov 1852 00:00:00 GMT' },
        providerData: [{ uid: 'ada', providerId: 'google.com', email, displayName: 'Ada' }],
        multiFactor: { enrolledFactors: [{ uid: 'work', factorId: 'phone', phoneNumber: '+15555550101' }] },
      },
      { uid: 'eve', email },
      { uid: 'bob', email: 'bob@example.com' },
    ])
    expect(result).toMatchObject({ successCount: 2, failureCount: 1 })
    const ada = await admin.getUserByProviderUid('google.com', 'ada')
    expect(ada).toMatchObject({ email, displayName: 'Ada', disabled: true, customClaims: { role: 'countess' } })
    expect(ada.metadata.creationTime).toBe('Sun, 10 Dec 1815 00:00:00 GMT')
    expect(ada.multiFactor?.enrolledFactors).toMatchObject([{ uid: 'work', phoneNumber: '+15555550101' }])
    expect((await admin.listUsers()).users.map(({ uid }) => uid)).toEqual(['ada', 'bob'])
  })

  it.each<[string, UserImportOptions['hash'], Buffer]>([
    ['SHA256', { algorithm: 'SHA256', rounds: 1 }, createHash('sha256').update(`NaCl${password}`).digest()],
    [
      'HMAC_SHA256',
      { algorithm: 'HMAC_SHA256', key: Buffer.from('secret') },
      createHmac('sha256', 'secret').update(`${password}NaCl`).digest(),
    ],
    ['PBKDF2_SHA256', { algorithm: 'PBKDF2_SHA256', rounds: 1_000 }, pbkdf2Sync(password, 'NaCl', 1_000, 64, 'sha256')],
    [
      'STANDARD_SCRYPT',
      { algorithm: 'STANDARD_SCRYPT', memoryCost: 1_024, parallelization: 16, blockSize: 8, derivedKeyLength: 64 },
      scryptSync(password, 'NaCl', 64, { N: 1_024, r: 8, p: 16 }),
    ],
    ['BCRYPT', { algorithm: 'BCRYPT' }, Buffer.from('$2b$04$HVvDqg1Mhd4CCf6GDlzbUOnZ8rrg8JLwlal1tGyUcXYdA//iVBM9S')],
  ])(
    'sign in with the password they have, kept as %s, which is hashed anew by it',
    async (_name, hash, passwordHash) => {
      await using world = await AdminWorld.start()
      const { admin } = world
      const passwordSalt = Buffer.from('NaCl')
      const { failureCount } = await admin.importUsers([{ uid: 'ada', email, passwordHash, passwordSalt }], { hash })
      expect(failureCount).toBe(0)
      const auth = world.world.device()
      expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong'))).toBe('auth/invalid-credential')
      for (let round = 0; round < 2; round++) {
        expect((await signInWithEmailAndPassword(auth, email, password)).user.uid).toBe('ada')
        const account = await world.world.server.identity.accounts.get('demo-app', 'ada')
        expect(account.passwordHash).toMatch(/^\$argon2id\$/)
      }
    },
  )

  it('sign in with the password they have, kept as ARGON2 with the parameters of the vendor’s API', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const nonce = Buffer.from('sea salt')
    const costs = { parallelism: 1, tagLength: 32, memory: 64, passes: 2 }
    const passwordHash = argon2Sync('argon2i', { message: password, nonce, ...costs }).toString('base64url')
    const argon2Parameters = { hashType: 'ARGON2_I', hashLengthBytes: 32, parallelism: 1, iterations: 2 }
    const users = [{ localId: 'ada', email, passwordHash, salt: nonce.toString('base64url') }]
    const { body } = await world.server.send(
      'POST',
      '/v1/projects/demo-app/accounts:batchCreate',
      { hashAlgorithm: 'ARGON2', argon2Parameters: { ...argon2Parameters, memoryCostKib: 64 }, users },
      { authorization: 'Bearer owner' },
    )
    expect(body).not.toHaveProperty('error')
    expect((await signInWithEmailAndPassword(world.device(), email, password)).user.uid).toBe('ada')
  })

  it('are told what is wrong with their hashes', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    const users = [{ uid: 'ada', email, passwordHash: Buffer.from('what is no bcrypt hash') }]
    const { errors } = await admin.importUsers(users, { hash: { algorithm: 'BCRYPT' } })
    expect(errors[0]?.error.message).toContain('INVALID_HASH')
    await expect(admin.getUser('ada')).rejects.toMatchObject({ code: 'auth/user-not-found' })
  })

  it('go out with their hashes and come back in, under another server as well', async () => {
    await using one = await AdminWorld.start()
    await one.admin.createUser({ uid: 'ada', email, password })
    const [exported] = (await one.admin.listUsers()).users
    await using other = await AuthWorld.start({ mode: 'dev' })
    const answer = await other.server.send(
      'POST',
      '/v1/projects/demo-app/accounts:batchCreate',
      { hashAlgorithm: 'ARGON2ID', users: [{ localId: 'ada', email, passwordHash: exported?.passwordHash }] },
      { authorization: 'Bearer owner' },
    )
    expect(answer.body).not.toHaveProperty('error')
    expect((await signInWithEmailAndPassword(other.device(), email, password)).user.uid).toBe('ada')
  })
})

describe('what is not built yet', () => {
  it('is told in words', async () => {
    await using world = await AdminWorld.start()
    const { admin } = world
    await expect(admin.listProviderConfigs({ type: 'saml' })).rejects.toThrow('not supported yet')
  })
})
