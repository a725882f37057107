import { expect, test } from 'vitest'
import type { Account } from '../../apps/server/src/identity/accounts/account.ts'
import { AddressClaims } from '../../apps/server/src/identity/accounts/address-claims.ts'
import { type Answer, IdentityWorld, reasonOf } from '../../apps/server/src/testing/identity-world.ts'

// A7 of attacks.test.ts: accounts whose thief changes the address, and accounts that are prepared for the holder of an address.

const project = 'demo-app'
const password = 'correct horse'
const victim = 'ada@example.com'
const thief = 'thief@evil.example'

interface Person {
  readonly localId: string
  readonly idToken: string
}

async function signUp(world: IdentityWorld, email: string): Promise<Person> {
  const answer = await world.call('accounts:signUp', { email, password, returnSecureToken: true })
  expect(answer.status).toBe(200)
  return answer.body as unknown as Person
}

async function signUpVerified(world: IdentityWorld, email: string, further: Partial<Account> = {}): Promise<Person> {
  const person = await signUp(world, email)
  await world.identity.accounts.update(project, person.localId, 'updated', (account) => ({
    account: { ...account, emailVerified: true, ...further },
  }))
  return person
}

/** Changes the address, one after the other. */
async function changeTo(world: IdentityWorld, { idToken }: Person, ...addresses: string[]): Promise<void> {
  let token = idToken
  for (const email of addresses) {
    const answer = await world.call('accounts:update', { idToken: token, email, returnSecureToken: true })
    expect(answer.status, email).toBe(200)
    token = String(answer.body['idToken'])
  }
}

function codeTo(world: IdentityWorld, address: string): string {
  return world.mailbox.list(project).findLast(({ to }) => to === address)?.code ?? ''
}

/** Asks for a reset and uses it. */
async function reset(world: IdentityWorld, email: string): Promise<Answer> {
  await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  return await world.call('accounts:resetPassword', { oobCode: codeTo(world, email), newPassword: 'another horse' })
}

function start(): Promise<IdentityWorld> {
  return IdentityWorld.start({ mode: 'start', emailPrivacy: false })
}

test('A7 hijack: a thief who changes the address back and away again is in the way of nobody: the owner is told and takes the account back', async () => {
  await using world = await start()
  const { accounts } = world.identity
  const ada = await signUpVerified(world, victim)
  await changeTo(world, ada, thief, victim, 'second@evil.example')
  expect(world.mailbox.list(project).filter(({ to }) => to === victim)).toMatchObject([
    { kind: 'RECOVER_EMAIL', newEmail: thief },
    { kind: 'RECOVER_EMAIL', newEmail: 'second@evil.example' },
  ])
  // A reset at the thief's address makes an account of its own.
  expect((await reset(world, 'second@evil.example')).status).toBe(200)
  expect((await accounts.findByEmail(project, 'second@evil.example'))?.uid).not.toBe(ada.localId)
  expect((await world.call('accounts:update', { oobCode: codeTo(world, victim) })).status).toBe(200)
  const back = await accounts.get(project, ada.localId)
  expect(back).toMatchObject({ email: victim, emailVerified: true })
  expect(back.passwordHash).toBe(undefined)
})

test('A7 hijack: an owner whose address the thief gave back unverified takes the account back by a reset, without what the thief put into it', async () => {
  await using world = await start()
  const ada = await signUpVerified(world, victim)
  await changeTo(world, ada, thief, victim)
  const planted = { kind: 'phone', id: 'planted', phoneNumber: '+14155550123', enrolledAt: 0 } as const
  await world.identity.accounts.update(project, ada.localId, 'updated', (account) => ({
    account: { ...account, phoneNumber: '+14155550124', secondFactors: [planted] },
  }))
  expect((await reset(world, victim)).status).toBe(200)
  const signIn = await world.call('accounts:signInWithPassword', { email: victim, password: 'another horse' })
  expect(signIn.body).toMatchObject({ localId: ada.localId, idToken: expect.any(String) })
  const back = await world.identity.accounts.get(project, ada.localId)
  expect([back.phoneNumber, back.secondFactors]).toEqual([undefined, undefined])
})

test('A7 pre-hijacking: a second factor is planted on nobody by way of a former address', async () => {
  await using world = await start()
  const planted = { kind: 'phone', id: 'planted', phoneNumber: '+14155550123', enrolledAt: 0 } as const
  const prepared = await signUpVerified(world, 'a@evil.example', { secondFactors: [planted] })
  await changeTo(world, prepared, 'b@evil.example', 'a@evil.example', victim)
  expect((await reset(world, victim)).status).toBe(200)
  const signIn = await world.call('accounts:signInWithPassword', { email: victim, password: 'another horse' })
  expect(signIn.body['idToken']).toBeTypeOf('string')
  expect(signIn.body['localId']).not.toBe(prepared.localId)
})

test('A7 hijack: a sign-in link that is used while the account gets its address opens no account of another', async () => {
  const asked = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  await using world = await IdentityWorld.start({
    mode: 'start',
    emailPrivacy: false,
    hooks: {
      listensTo: async (_realm, event) => event === 'beforeCreate',
      ask: async (_realm, _event, { account }) => {
        if (account.email === thief) {
          asked.resolve()
          await changed.promise
        }
        return {}
      },
    },
  })
  await world.identity.settings.update(project, () => ({ emailLinkSignIn: true }))
  const ada = await signUpVerified(world, victim)
  const request = { requestType: 'EMAIL_SIGNIN', email: thief, continueUrl: 'http://localhost/' }
  await world.call('accounts:sendOobCode', { ...request, canHandleCodeInApp: true })
  const signIn = world.call('accounts:signInWithEmailLink', { email: thief, oobCode: codeTo(world, thief) })
  await asked.promise
  await changeTo(world, ada, thief)
  changed.resolve()
  expect((await signIn).body).toMatchObject({ isNewUser: true, idToken: expect.any(String) })
  expect((await signIn).body['localId']).not.toBe(ada.localId)
  const back = await world.call('accounts:update', { oobCode: codeTo(world, victim) })
  expect([back.status, (await world.identity.accounts.get(project, ada.localId)).email]).toEqual([200, victim])
})

test.each([
  ['has another address', { email: victim }],
  ['has its address unverified', { emailVerified: false }],
  ['is a former address’s', { emailVerified: false, formerEmails: [{ email: 'old@example.com' }] }],
])('A7 hijack: an account that %s by the time somebody enters it by an address is not entered', async (_what, edit) => {
  await using world = await start()
  const { accounts, sessions, settings } = world.identity
  const { localId } = await signUpVerified(world, thief)
  const lookedUp = await accounts.get(project, localId)
  await accounts.update(project, localId, 'updated', (account) => ({
    account: { ...account, emailVerified: false, ...edit },
  }))
  const claims = new AddressClaims({ accounts, sessions, settings, clock: world.clock })
  await expect(claims.enter(project, lookedUp, (claimed) => claimed)).rejects.toMatchObject({ reason: 'EMAIL_EXISTS' })
  expect((await accounts.get(project, localId)).emailVerified).toBe(false)
})

test('A7 lock-out: where visitors make no accounts a mail to the new, unverified address takes nothing and stays good', async () => {
  await using world = await start()
  const { accounts, settings } = world.identity
  const ada = await signUpVerified(world, victim)
  await changeTo(world, ada, 'new@example.com')
  await settings.update(project, () => ({ signUp: false, emailLinkSignIn: true }))
  expect(reasonOf(await reset(world, 'new@example.com'))).toBe('ADMIN_ONLY_OPERATION')
  const request = { requestType: 'EMAIL_SIGNIN', email: 'new@example.com', continueUrl: 'http://localhost/' }
  await world.call('accounts:sendOobCode', { ...request, canHandleCodeInApp: true })
  const oobCode = codeTo(world, 'new@example.com')
  const signIn = (): Promise<Answer> => world.call('accounts:signInWithEmailLink', { email: request.email, oobCode })
  expect(reasonOf(await signIn())).toBe('ADMIN_ONLY_OPERATION')
  expect((await accounts.get(project, ada.localId)).email).toBe('new@example.com')
  await settings.update(project, () => ({ signUp: true }))
  expect((await signIn()).status).toBe(200)
  expect((await accounts.get(project, ada.localId)).email).toBe(victim)
})

test('A7 lock-out: an account goes back to its former address also when somebody has it unverified', async () => {
  await using world = await start()
  const ada = await signUpVerified(world, victim)
  await changeTo(world, ada, 'new@example.com')
  const squatter = await signUp(world, victim)
  expect((await reset(world, 'new@example.com')).status).toBe(200)
  const { accounts } = world.identity
  expect(await accounts.get(project, ada.localId)).toMatchObject({ email: victim, emailVerified: true })
  expect((await accounts.get(project, squatter.localId)).email).toBe(undefined)
})

test('A7 lock-out: while another account has the former address verified it can’t be taken back, and can for as long as before when that one is gone', async () => {
  await using world = await start()
  const { accounts } = world.identity
  const ada = await signUpVerified(world, victim)
  await changeTo(world, ada, thief)
  const oobCode = codeTo(world, victim)
  const other = await signUpVerified(world, victim)
  expect((await reset(world, thief)).status).toBe(200)
  expect((await accounts.get(project, ada.localId)).email).toBe(undefined)
  const takeBack = (): Promise<Answer> => world.call('accounts:update', { oobCode })
  expect(reasonOf(await takeBack())).toBe('EMAIL_EXISTS')
  await accounts.delete(project, other.localId)
  world.clock.advance(20 * 24 * 60 * 60_000)
  expect((await takeBack()).status).toBe(200)
  expect((await accounts.get(project, ada.localId)).email).toBe(victim)
})

test('A7 hijack: a thief who has a confirmed change confirmed back keeps no way back, and the owner keeps theirs', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const ada = await signUpVerified(world, victim)
  const change = async (from: string, newEmail: string): Promise<void> => {
    const { body } = await world.call('accounts:signInWithPassword', { email: from, password, returnSecureToken: true })
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: body['idToken'], newEmail }
    await world.call('accounts:sendOobCode', request)
    expect((await world.call('accounts:update', { oobCode: codeTo(world, newEmail) })).status).toBe(200)
  }
  await change(victim, thief)
  const takeBack = codeTo(world, victim)
  await change(thief, victim)
  expect(reasonOf(await world.call('accounts:update', { oobCode: codeTo(world, thief) }))).toBe('INVALID_OOB_CODE')
  expect((await world.call('accounts:update', { oobCode: takeBack })).status).toBe(200)
  const back = await world.identity.accounts.get(project, ada.localId)
  expect([back.email, back.passwordHash]).toEqual([victim, undefined])
})
