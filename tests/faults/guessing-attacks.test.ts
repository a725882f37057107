import { expect, test } from 'vitest'
import { IdentityWorld, reasonOf } from '../../apps/server/src/testing/identity-world.ts'
import { codeIn, email, password, signUp } from './attacked-account.ts'

// A5 of attacks.test.ts, and what of A2 is counted: guessing, floods and bombs, and who must not be held up by them.

test('A5 brute force: one address that tries a password on many accounts has to wait, and their owners have not', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const { signIns } = world.identity
  const tryFrom = async (address: string, guessed: string, secret: string): Promise<string> => {
    try {
      await signIns.signInWithPassword(
        'demo-app',
        { email: guessed, password: secret },
        { address, userAgent: undefined },
      )
      return 'signed in'
    } catch (error) {
      return (error as { reason: string }).reason
    }
  }
  const outcomes: string[] = []
  for (let round = 0; round < 5; round++) {
    const guesses = Array.from({ length: 50 }, (_, n) =>
      tryFrom('192.0.2.1', `user-${round}-${n}@example.com`, 'password'),
    )
    outcomes.push(...(await Promise.all(guesses)))
  }
  expect(outcomes.slice(200)).toEqual(Array.from({ length: 50 }, () => 'TOO_MANY_ATTEMPTS_TRY_LATER'))
  expect(await tryFrom('192.0.2.1', email, password)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect(await tryFrom('198.51.100.7', email, password)).toBe('signed in')
})

test('A5 brute force: many addresses together guess a hundred times a day and twenty an hour, and the owner comes in from where they did before', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const { signIns } = world.identity
  const tryFrom = async (address: string, secret: string): Promise<string> => {
    try {
      await signIns.signInWithPassword('demo-app', { email, password: secret }, { address, userAgent: undefined })
      return 'signed in'
    } catch (error) {
      return (error as { reason: string }).reason
    }
  }
  expect(await tryFrom('198.51.100.7', password)).toBe('signed in')
  let guesses = 0
  for (let quarter = 0; quarter < 20; quarter++) {
    for (let address = 0; address < (quarter === 0 ? 120 : 8); address++) {
      const outcome = await tryFrom(`192.0.${quarter}.${address}`, 'wrong guess')
      if (outcome === 'INVALID_LOGIN_CREDENTIALS') guesses++
      else expect(outcome).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    }
    // Together less than five hours, with what the test itself takes on a busy machine.
    world.clock.advance(14 * 60_000)
  }
  expect(guesses).toBeGreaterThan(90)
  expect(guesses).toBeLessThanOrEqual(100 + 5 * 20)
  for (let address = 0; address < 25; address++) await tryFrom(`192.1.0.${address}`, 'wrong guess')
  expect(await tryFrom('203.0.113.9', password)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect(await tryFrom('198.51.100.7', password)).toBe('signed in')
})

test('A5 lock-out: who is held up by the guesses of others comes in by a reset', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const { signIns } = world.identity
  for (let guess = 0; guess < 100; guess++) {
    const address = `192.0.${guess}.7`
    await signIns.signInWithPassword('demo-app', { email, password: 'wrong guess' }, { address }).catch(() => undefined)
  }
  const signIn = async (secret: string): Promise<string> =>
    reasonOf(await world.call('accounts:signInWithPassword', { email, password: secret }))
  expect(await signIn(password)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const reset = { oobCode: codeIn(world), newPassword: 'another horse' }
  expect((await world.call('accounts:resetPassword', reset)).status).toBe(200)
  expect(await signIn('another horse')).toBe('none')
})

test('A2 enumeration: to give an anonymous account an address counts as a sign-up, whether the address is taken or not', async () => {
  await using world = await IdentityWorld.start({ mode: 'start', emailPrivacy: false })
  await world.identity.settings.update('demo-app', () => ({ anonymous: true }))
  await signUp(world)
  const { idToken } = (await world.call('accounts:signUp', { returnSecureToken: true })).body
  const link = async (method: string): Promise<string> =>
    reasonOf(await world.call(method, { idToken, email, password }))
  for (let ask = 0; ask < 49; ask++) {
    expect(await link('accounts:signUp')).toBe('EMAIL_EXISTS')
    expect(await link('accounts:update')).toBe('EMAIL_EXISTS')
  }
  for (const method of ['accounts:signUp', 'accounts:update']) {
    expect(await link(method)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  }
})

test('A5 flooding: who makes too many accounts is told when the hour ends, and then all are free again', async () => {
  await using world = await IdentityWorld.start({ mode: 'start', signUpsPerHour: 3 })
  const make = (name: string) => world.call('accounts:signUp', { email: `${name}@example.com`, password })
  for (const name of ['ada', 'bob', 'cyn']) expect((await make(name)).status).toBe(200)
  const refused = await make('dan')
  expect(reasonOf(refused)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  const seconds = Number(/Try again in (\d+) seconds/.exec(JSON.stringify(refused.body))?.[1])
  expect(seconds).toBeGreaterThan(50 * 60)
  world.clock.advance((seconds - 120) * 1000)
  expect(reasonOf(await make('dan'))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  world.clock.advance(120 * 1000)
  for (const name of ['dan', 'eve', 'fay']) expect((await make(name)).status).toBe(200)
})

test('A5 flooding: one account that changes its password without end holds up no change and no reset of others, from its own address neither', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const [thief, owner] = [await signUp(world, 'eve@example.com'), await signUp(world)]
  expect((await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })).status).toBe(200)
  const code = codeIn(world)
  const { ownAccount } = world.identity
  const from = { origin: world.origin, apiKey: world.apiKey, address: '127.0.0.1' }
  const flood = Array.from({ length: 120 }, (_, number) =>
    ownAccount.update('demo-app', thief.idToken, { password: `flood number ${number}` }, from).then(
      () => 'changed',
      (error: unknown) => (error as { reason: string }).reason,
    ),
  )
  const change = await world.call('accounts:update', { idToken: owner.idToken, password: 'another horse' })
  expect([change.status, reasonOf(change)]).toEqual([200, 'none'])
  const reset = await world.call('accounts:resetPassword', { oobCode: code, newPassword: 'a third horse' })
  expect([reset.status, reasonOf(reset)]).toEqual([200, 'none'])
  const outcomes = await Promise.all(flood)
  expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_ATTEMPTS_TRY_LATER').length).toBeGreaterThan(60)
})

test('A5 flooding: a request that would fail anyway costs no hash', async () => {
  await using world = await IdentityWorld.start({ mode: 'start', emailPrivacy: false })
  const { idToken } = await signUp(world)
  const long = 'x'.repeat(5_000)
  const wrong: [reason: string, edit: object][] = [
    ['INVALID_DISPLAY_NAME', { displayName: long }],
    ['INVALID_PHOTO_URL', { photoUrl: long }],
    ['INVALID_EMAIL', { email: 'nobody' }],
    ['WEAK_PASSWORD', { email: 'free@example.com', password: '12345' }],
    ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', { password: long }],
  ]
  for (const [reason, edit] of wrong) {
    // More at once than may wait for a hash.
    const asked = Array.from({ length: 8 }, () =>
      world.call('accounts:update', { idToken, password: 'another horse', ...edit }),
    )
    expect(new Set((await Promise.all(asked)).map(reasonOf)), reason).toEqual(new Set([reason]))
  }
  // Nor does it count as a change of address, of which there are three an hour.
  expect((await world.call('accounts:update', { idToken, email: 'free@example.com' })).status).toBe(200)
})

test('A5 mail bombing: an address is sent three mails of a kind in an hour, and the answers don’t tell whose it is', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const ask = async (address: string): Promise<number[]> => {
    const statuses: number[] = []
    for (let index = 0; index < 5; index++) {
      statuses.push(
        (await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: address })).status,
      )
    }
    return statuses
  }
  const known = await ask(email)
  expect(known.slice(3)).toEqual([429, 429])
  expect(await ask('eve@example.com')).toEqual(known)
  expect(world.mailbox.list('demo-app').filter(({ to }) => to === email)).toHaveLength(3)
})

test('A5 mail bombing: twenty sites that ask for all of a project’s mails leave some to a user elsewhere', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const ask = async (wanted: string, address: string): Promise<boolean> => {
    const request = { address, origin: 'http://127.0.0.1', apiKey: world.apiKey }
    return await world.identity.mails.requestPasswordReset('demo-app', wanted, request).then(
      () => true,
      (error: unknown) => {
        expect(error).toMatchObject({ reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
        return false
      },
    )
  }
  let sent = 0
  for (let site = 1; site <= 20; site++) {
    for (let asked = 0; asked < 120; asked++) {
      const address = `2001:db8:${site}:${(asked * 16).toString(16)}::1`
      if (!(await ask(`nobody-${site}-${asked}@example.com`, address))) break
      sent++
    }
  }
  expect(sent).toBeGreaterThan(900)
  expect(await ask(email, '198.51.100.7')).toBe(true)
})
