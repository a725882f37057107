import { argon2Sync, createHash, createHmac, pbkdf2Sync, scryptSync } from 'node:crypto'
import type { UserImportOptions } from 'firebase-admin/auth'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { adminModes, AdminWorld } from './admin-world.ts'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

interface Kept {
  readonly hash: UserImportOptions['hash']
  readonly passwordHash: Buffer
  readonly salt?: string | Buffer
  readonly known?: string
}

const key = Buffer.from('secret')
const digest = (name: string): Buffer => createHash(name).update(`NaCl${password}`).digest()
const hmac = (name: string): Buffer => createHmac(name, key).update(`${password}NaCl`).digest()
const pbkdf2 = (name: string): Buffer => pbkdf2Sync(password, 'NaCl', 1_000, 64, name)
/** The example that the vendor publishes with its scrypt. */
const published = {
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
  key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
}

/** Every algorithm that the Admin SDK knows. */
const kept: [UserImportOptions['hash']['algorithm'], Kept][] = [
  ['MD5', { hash: { algorithm: 'MD5', rounds: 0 }, passwordHash: digest('md5') }],
  ['SHA1', { hash: { algorithm: 'SHA1', rounds: 1 }, passwordHash: digest('sha1') }],
  ['SHA256', { hash: { algorithm: 'SHA256', rounds: 1 }, passwordHash: digest('sha256') }],
  ['SHA512', { hash: { algorithm: 'SHA512', rounds: 1 }, passwordHash: digest('sha512') }],
  ['HMAC_MD5', { hash: { algorithm: 'HMAC_MD5', key }, passwordHash: hmac('md5') }],
  ['HMAC_SHA1', { hash: { algorithm: 'HMAC_SHA1', key }, passwordHash: hmac('sha1') }],
  ['HMAC_SHA256', { hash: { algorithm: 'HMAC_SHA256', key }, passwordHash: hmac('sha256') }],
  ['HMAC_SHA512', { hash: { algorithm: 'HMAC_SHA512', key }, passwordHash: hmac('sha512') }],
  ['PBKDF_SHA1', { hash: { algorithm: 'PBKDF_SHA1', rounds: 1_000 }, passwordHash: pbkdf2('sha1') }],
  ['PBKDF2_SHA256', { hash: { algorithm: 'PBKDF2_SHA256', rounds: 1_000 }, passwordHash: pbkdf2('sha256') }],
  [
    'SCRYPT',
    {
      hash: {
        algorithm: 'SCRYPT',
        key: Buffer.from(published.key, 'base64'),
        saltSeparator: Buffer.from('Bw==', 'base64'),
        rounds: 8,
        memoryCost: 14,
      },
      passwordHash: Buffer.from(published.hash, 'base64'),
      salt: Buffer.from(published.salt, 'base64'),
      known: 'user1password',
    },
  ],
  [
    'STANDARD_SCRYPT',
    {
      hash: {
        algorithm: 'STANDARD_SCRYPT',
        memoryCost: 1_024,
        parallelization: 16,
        blockSize: 8,
        derivedKeyLength: 64,
      },
      passwordHash: scryptSync(password, 'NaCl', 64, { N: 1_024, r: 8, p: 16 }),
    },
  ],
  [
    'BCRYPT',
    {
      hash: { algorithm: 'BCRYPT' },
      passwordHash: Buffer.from('$2b$04$HVvDqg1Mhd4CCf6GDlzbUOnZ8rrg8JLwlal1tGyUcXYdA//iVBM9S'),
    },
  ],
]

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(adminModes)('users that are imported under %s', (mode) => {
  it('keep everything they had', async () => {
    await using world = await AdminWorld.start(mode)
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

  it.each(kept)(
    'sign in with the password they have, kept as %s, which is hashed anew by it',
    async (_name, { hash, passwordHash, salt = 'NaCl', known = password }) => {
      await using world = await AdminWorld.start(mode)
      const { admin } = world
      const user = { uid: 'ada', email, passwordHash, passwordSalt: Buffer.from(salt) }
      expect((await admin.importUsers([user], { hash })).failureCount).toBe(0)
      const auth = world.world.device()
      expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong'))).toBe('auth/invalid-credential')
      for (let round = 0; round < 2; round++) {
        expect((await signInWithEmailAndPassword(auth, email, known)).user.uid).toBe('ada')
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
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const users = [{ uid: 'ada', email, passwordHash: Buffer.from('what is no bcrypt hash') }]
    const { errors } = await admin.importUsers(users, { hash: { algorithm: 'BCRYPT' } })
    expect(errors[0]?.error.message).toContain('INVALID_HASH')
    await expect(admin.getUser('ada')).rejects.toMatchObject({ code: 'auth/user-not-found' })
  })

  it('go out with their hashes and come back in, under another server as well', async () => {
    await using one = await AdminWorld.start(mode, { hashesForReal: true })
    await one.admin.createUser({ uid: 'ada', email, password })
    const [exported] = (await one.admin.listUsers()).users
    await using other = await AuthWorld.start({ mode: 'dev', hashesForReal: true })
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
