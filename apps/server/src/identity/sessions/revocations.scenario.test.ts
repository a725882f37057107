import { expect, it } from 'vitest'
import { type Answer, IdentityWorld, reasonOf } from '../../testing/identity-world.ts'
import { totpCode, totpStep } from '../sign-in/totp.ts'

// Times in tokens and accounts are whole seconds; a world whose clock stands still has all that happens in one.

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'

async function revoke(world: IdentityWorld, uid: string, second: number): Promise<void> {
  await world.identity.administration.update(world.project, uid, { validSince: second })
}

async function validSinceOf(world: IdentityWorld, uid: string): Promise<number> {
  return (await world.identity.accounts.get(world.project, uid)).validSince
}

function signIn(world: IdentityWorld): Promise<Answer> {
  return world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })
}

function authTimeOf(idToken: unknown): number {
  const [, payload = ''] = String(idToken).split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { auth_time: number }).auth_time
}

it('is as late as it was asked for, where nobody has signed in within the second', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const second = world.clock.hold()
  const { uid } = await world.identity.accounts.create({ project: world.project, email: EMAIL, password: PASSWORD })
  await revoke(world, uid, second)
  expect(await validSinceOf(world, uid)).toBe(second)
  const { idToken } = (await signIn(world)).body
  expect(authTimeOf(idToken)).toBe(second)
  expect(reasonOf(await world.call('accounts:lookup', { idToken }))).toBe('none')
})

it('A4 sign-out everywhere: what was signed in earlier in the second is over, for server libraries too, and what is signed in later in it lives', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { uid } = await world.identity.accounts.create({ project: world.project, email: EMAIL, password: PASSWORD })
  world.clock.advance(5_000)
  const second = world.clock.hold()
  const before = (await signIn(world)).body
  await revoke(world, uid, second)
  const after = (await signIn(world)).body
  expect(reasonOf(await world.call('accounts:lookup', { idToken: before['idToken'] }))).toBe('TOKEN_EXPIRED')
  expect(reasonOf(await world.refresh(String(before['refreshToken'])))).toBe('TOKEN_EXPIRED')
  expect(reasonOf(await world.call('accounts:lookup', { idToken: after['idToken'] }))).toBe('none')
  expect(reasonOf(await world.refresh(String(after['refreshToken'])))).toBe('none')
  // What a server library compares.
  const validSince = await validSinceOf(world, uid)
  expect(authTimeOf(before['idToken'])).toBeLessThan(validSince)
  expect(authTimeOf(after['idToken'])).toBeGreaterThanOrEqual(validSince)
})

it('under dev a token without a session that comes after a revocation in the same second counts', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { uid } = await world.identity.accounts.create({ project: world.project, email: EMAIL, password: PASSWORD })
  world.clock.advance(5_000)
  const second = world.clock.hold()
  await revoke(world, uid, second)
  const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url')
  const issuer = `https://securetoken.google.com/${world.project}`
  const claims = { iss: issuer, aud: world.project, sub: uid, auth_time: second, iat: second, exp: second + 3_600 }
  const idToken = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
  expect(reasonOf(await world.call('accounts:lookup', { idToken }))).toBe('none')
})

it('A4 sign-out everywhere: it ends a sign-in that waits for its second factor, in the same second', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { accounts, totpSecrets } = world.identity
  const { uid } = await accounts.create({
    project: world.project,
    email: EMAIL,
    password: PASSWORD,
    emailVerified: true,
  })
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const kept = totpSecrets.seal(world.project, uid, secret)
  const factor = { kind: 'totp', id: 'app', secret: kept, displayName: undefined, enrolledAt: 0, lastStep: 0 } as const
  await accounts.update(world.project, uid, 'updated', (account) => ({
    account: { ...account, secondFactors: [factor] },
  }))
  world.clock.advance(5_000)
  const second = world.clock.hold()
  await revoke(world, uid, second)
  const { mfaPendingCredential } = (await signIn(world)).body
  await revoke(world, uid, second)
  const verificationCode = totpCode(secret, totpStep(world.clock.nowMs()))
  const body = { mfaPendingCredential, mfaEnrollmentId: 'app', totpVerificationInfo: { verificationCode } }
  expect(reasonOf(await world.call('v2/accounts/mfaSignIn:finalize', body))).toBe('INVALID_MFA_PENDING_CREDENTIAL')
})

it('A4 sign-out everywhere: it voids a change of the address that was asked for earlier in the second', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { uid } = await world.identity.accounts.create({ project: world.project, email: EMAIL, password: PASSWORD })
  world.clock.advance(5_000)
  const second = world.clock.hold()
  await revoke(world, uid, second)
  const link = { origin: world.origin, apiKey: world.apiKey }
  const wanted = { kind: 'VERIFY_AND_CHANGE_EMAIL', email: EMAIL, newEmail: 'eve@example.com' } as const
  const order = await world.identity.mails.createOrder(world.project, wanted, link)
  const { code } = await world.identity.mails.write(world.project, order)
  await revoke(world, uid, second)
  expect(reasonOf(await world.call('accounts:update', { oobCode: code }))).toBe('INVALID_OOB_CODE')
})
