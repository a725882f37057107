import { StatusError } from '@hearth/model'
import { expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'

const PASSWORD = 'a long secret'
const GUESSER = '192.0.2.1'
const LIMITED = 'TOO_MANY_ATTEMPTS_TRY_LATER'

it('an address that tries ever new e-mail addresses has to wait, in every project, and nobody else has', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { accounts, signIns } = world.identity
  await accounts.create({ project: 'demo-app', email: 'ada@example.com', password: PASSWORD })
  await accounts.create({ project: 'console', email: 'ada@example.com', password: PASSWORD })
  const reasonAt = (project: string, email: string, secret: string, address: string): Promise<string> =>
    outcome(signIns.signInWithPassword(project, { email, password: secret }, { address }))
  for (let round = 0; round < 4; round++) {
    const guesses = Array.from({ length: 50 }, (_, index) => `guess-${round}-${index}@example.com`)
    const reasons = await Promise.all(guesses.map((email) => reasonAt('demo-app', email, 'wrong guess', GUESSER)))
    expect(new Set(reasons)).toEqual(new Set(['INVALID_LOGIN_CREDENTIALS']))
  }
  expect(await reasonAt('demo-app', 'new@example.com', 'wrong guess', GUESSER)).toBe(LIMITED)
  expect(await reasonAt('console', 'ada@example.com', PASSWORD, GUESSER)).toBe(LIMITED)
  expect(await reasonAt('demo-app', 'ada@example.com', PASSWORD, '192.0.2.2')).toBe('signed in')
  world.clock.advance(6_000)
  expect(await reasonAt('console', 'ada@example.com', PASSWORD, GUESSER)).toBe('signed in')
})

it('a full queue of one address does not refuse another', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { accounts, signIns } = world.identity
  await accounts.create({ project: 'demo-app', email: 'ada@example.com', password: PASSWORD })
  const guesses = Array.from({ length: 90 }, (_, index) =>
    signIns.signInWithPassword(
      'demo-app',
      { email: `g${index}@example.com`, password: 'wrong guess' },
      { address: GUESSER },
    ),
  )
  const ada = signIns.signInWithPassword(
    'demo-app',
    { email: 'ada@example.com', password: PASSWORD },
    { address: '192.0.2.2' },
  )
  const [ofAda] = await Promise.all([ada, Promise.allSettled(guesses)])
  expect(ofAda).toHaveProperty('idToken')
})

it('one subscriber guesses the password of one account ten times, with whatever addresses of an IPv6 network', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { accounts, signIns } = world.identity
  await accounts.create({ project: 'demo-app', email: 'ada@example.com', password: PASSWORD })
  const reasonAt = (secret: string, address: string): Promise<string> =>
    outcome(signIns.signInWithPassword('demo-app', { email: 'ada@example.com', password: secret }, { address }))
  for (let index = 1; index <= 10; index++) {
    expect(await reasonAt('wrong guess', `2001:db8:1:2::${index}`)).toBe('INVALID_LOGIN_CREDENTIALS')
  }
  expect(await reasonAt(PASSWORD, '2001:db8:1:2::ffff')).toBe(LIMITED)
  expect(await reasonAt(PASSWORD, '2001:db8:1:3::1')).toBe('signed in')
})

it('how many sign-ins may fail is a setting', async () => {
  await using world = await IdentityWorld.start({ mode: 'start', failedSignIns: 2 })
  const { accounts, signIns } = world.identity
  await accounts.create({ project: 'demo-app', email: 'ada@example.com', password: PASSWORD })
  const reasonOf = (secret: string): Promise<string> =>
    outcome(
      signIns.signInWithPassword('demo-app', { email: 'ada@example.com', password: secret }, { address: GUESSER }),
    )
  expect(await reasonOf('wrong guess')).toBe('INVALID_LOGIN_CREDENTIALS')
  expect(await reasonOf('wrong guess')).toBe('INVALID_LOGIN_CREDENTIALS')
  expect(await reasonOf(PASSWORD)).toBe(LIMITED)
})

it('A5 brute force: a subscriber with ever new IPv6 networks of 64 bits has to wait as well, and strangers elsewhere have not', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { accounts, signIns } = world.identity
  await accounts.create({ project: 'demo-app', email: 'ada@example.com', password: PASSWORD })
  const reasonAt = (email: string, secret: string, address: string): Promise<string> =>
    outcome(signIns.signInWithPassword('demo-app', { email, password: secret }, { address }))
  for (let round = 0; round < 8; round++) {
    const guesses = Array.from({ length: 50 }, (_, n) => (round * 50 + n).toString(16).padStart(2, '0').slice(-2))
    const reasons = await Promise.all(
      guesses.map((byte, n) => reasonAt(`g${round}-${n}@example.com`, 'wrong guess', `2001:db8:0:1${byte}::1`)),
    )
    expect(new Set(reasons)).toEqual(new Set(['INVALID_LOGIN_CREDENTIALS']))
  }
  expect(await reasonAt('new@example.com', 'wrong guess', '2001:db8:0:1aa::2')).toBe(LIMITED)
  expect(await reasonAt('ada@example.com', PASSWORD, '2001:db8:0:2aa::2')).toBe('signed in')
  expect(await reasonAt('ada@example.com', PASSWORD, '2001:db9::2')).toBe('signed in')
})

it('a few networks that guess at an account keep nobody out who knows its password', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { accounts, signIns } = world.identity
  await accounts.create({ project: 'demo-app', email: 'ada@example.com', password: PASSWORD })
  const reasonAt = (secret: string, address: string): Promise<string> =>
    outcome(signIns.signInWithPassword('demo-app', { email: 'ada@example.com', password: secret }, { address }))
  for (let network = 1; network <= 8; network++) {
    await Promise.all(Array.from({ length: 10 }, () => reasonAt('wrong guess', `192.0.${network}.1`)))
  }
  expect(await reasonAt(PASSWORD, '203.0.113.1')).toBe('signed in')
  // One guess of a site in an hour, whatever its networks.
  expect(await reasonAt('wrong guess', '2001:db8:1:1::1')).toBe('INVALID_LOGIN_CREDENTIALS')
  expect(await reasonAt('wrong guess', '2001:db8:1:2::1')).toBe(LIMITED)
  world.clock.advance(61 * 60_000)
  expect(await reasonAt(PASSWORD, '2001:db8:1:2::1')).toBe('signed in')
})

it('under dev nobody has to wait, however many sign-ins fail', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { accounts, signIns } = world.identity
  await accounts.create({ project: 'demo-app', email: 'ada@example.com', password: PASSWORD })
  const reasonAt = (secret: string): Promise<string> =>
    outcome(
      signIns.signInWithPassword('demo-app', { email: 'ada@example.com', password: secret }, { address: GUESSER }),
    )
  for (let round = 0; round < 4; round++) {
    const reasons = await Promise.all(Array.from({ length: 51 }, () => reasonAt('wrong guess')))
    expect(new Set(reasons)).toEqual(new Set(['INVALID_LOGIN_CREDENTIALS']))
  }
  expect(await reasonAt(PASSWORD)).toBe('signed in')
})

async function outcome(signIn: Promise<unknown>): Promise<string> {
  try {
    await signIn
    return 'signed in'
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return error.reason
  }
}
