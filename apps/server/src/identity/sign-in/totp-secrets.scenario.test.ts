import { expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'
import { totpCode, totpStep } from './totp.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'

async function enrol(world: IdentityWorld): Promise<{ uid: string; secret: string }> {
  const signedUp = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  const uid = String(signedUp.body['localId'])
  await world.identity.administration.update('demo-app', uid, { emailVerified: true })
  const { body } = await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })
  const idToken = String(body['idToken'])
  const begun = await world.call('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = begun.body['totpSessionInfo'] as unknown as Record<string, string>
  const secret = sharedSecretKey ?? ''
  const verificationCode = totpCode(secret, totpStep(world.clock.nowMs()))
  const totpVerificationInfo = { sessionInfo, verificationCode }
  const ended = await world.call('v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo })
  expect(ended.status).toBe(200)
  return { uid, secret }
}

async function signIn(world: IdentityWorld, secret: string): Promise<number> {
  const { body } = await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })
  const [factor] = body['mfaInfo'] as unknown as { mfaEnrollmentId: string }[]
  const answer = await world.call('v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: body['mfaPendingCredential'],
    mfaEnrollmentId: factor?.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: totpCode(secret, totpStep(world.clock.nowMs())) },
  })
  return answer.status
}

it('X1 secrets at rest: the secret of an authenticator app is nowhere in the store, neither while it is added nor afterwards', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const store = await world.projects.store('demo-app')
  const { uid, secret } = await enrol(world)
  world.clock.advance(60_000)
  expect(await signIn(world, secret)).toBe(200)
  for (const space of ['account', 'totp-enrolment', 'pending-sign-in']) {
    const records = await store.read((snapshot) => snapshot.listRecords(space, {}, { limit: 100, reverse: false }))
    expect(JSON.stringify(records), space).not.toContain(secret)
  }
  expect((await store.getRecord('account', uid))?.value).toContain('"kind":"totp"')
})

it('a secret from before they were sealed is good, and sealed when it is used', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const store = await world.projects.store('demo-app')
  const { uid, secret } = await enrol(world)
  await world.identity.accounts.update('demo-app', uid, 'updated', (account) => ({
    account: { ...account, secondFactors: account.secondFactors?.map((factor) => ({ ...factor, secret })) },
  }))
  expect((await store.getRecord('account', uid))?.value).toContain(secret)
  world.clock.advance(60_000)
  expect(await signIn(world, secret)).toBe(200)
  expect((await store.getRecord('account', uid))?.value).not.toContain(secret)
})

it('a sealed secret is nothing in another account', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { uid } = await enrol(world)
  const { uid: other } = await world.identity.accounts.create({
    project: 'demo-app',
    email: 'eve@example.com',
    password: PASSWORD,
  })
  const { secondFactors } = await world.identity.accounts.get('demo-app', uid)
  await world.identity.accounts.update('demo-app', other, 'updated', (account) => ({
    account: { ...account, secondFactors },
  }))
  const { body } = await world.call('accounts:signInWithPassword', { email: 'eve@example.com', password: PASSWORD })
  const answer = await world.call('v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: body['mfaPendingCredential'],
    mfaEnrollmentId: secondFactors?.[0]?.id,
    totpVerificationInfo: { verificationCode: '000000' },
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
})

it('the credential of a sign-in that waits for its second factor is no word of a provider', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await enrol(world)
  const { body } = await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })
  const pendingToken = body['mfaPendingCredential']
  expect(pendingToken).toBeTypeOf('string')
  const answer = await world.call('accounts:signInWithIdp', { requestUri: 'http://localhost', pendingToken })
  expect(answer.body['error']).toMatchObject({ message: expect.stringMatching(/^INVALID_PENDING_TOKEN/) })
})

it.each([
  ['provider', { providerId: '', rawId: 'ada' }],
  ['user', { providerId: 'google.com', rawId: '' }],
])('an assertion that names no %s is refused', async (_missing, names) => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const assertion = { ...names, emailVerified: false, profile: {}, isTrusted: true }
  const signingIn = world.identity.federated.signIn('demo-app', assertion, { autoCreate: true, origin: {} as never })
  await expect(signingIn).rejects.toMatchObject({ reason: 'INVALID_IDP_RESPONSE' })
})
