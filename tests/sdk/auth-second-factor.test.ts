import {
  type Auth,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getMultiFactorResolver,
  GoogleAuthProvider,
  linkWithCredential,
  multiFactor,
  type MultiFactorError,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  updatePassword,
  type User,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import type { BlockingHooks } from '../../apps/server/src/identity/sign-in/blocking-hooks.ts'
import { totpCode, TOTP_PERIOD_SECONDS, totpStep } from '../../apps/server/src/identity/sign-in/totp.ts'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const periodMs = TOTP_PERIOD_SECONDS * 1000

async function verifiedUser(world: AuthWorld, auth: Auth): Promise<User> {
  const { identity, project } = world.server
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await identity.administration.update(project, user.uid, { emailVerified: true })
  return user
}

/** The code that an authenticator app shows now; a period later it is another one. */
function codeNow(world: AuthWorld, secret: string): string {
  return totpCode(secret, totpStep(world.server.clock.nowMs()))
}

async function enrol(world: AuthWorld, user: User, name = 'Telephone'): Promise<string> {
  const session = await multiFactor(user).getSession()
  const secret = await TotpMultiFactorGenerator.generateSecret(session)
  const code = codeNow(world, secret.secretKey)
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name)
  world.server.clock.advance(periodMs)
  return secret.secretKey
}

async function firstFactor(auth: Auth, secret = password) {
  const error = await signInWithEmailAndPassword(auth, email, secret).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'auth/multi-factor-auth-required' })
  return getMultiFactorResolver(auth, error as MultiFactorError)
}

async function secondFactor(auth: Auth, code: string) {
  const resolver = await firstFactor(auth)
  return await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', code))
}

describe.each(['dev', 'start'] as const)('an authenticator app under %s', (mode) => {
  it('is added, asked for at sign-in, told in the token, and removed', async () => {
    await using world = await AuthWorld.start({ mode })
    const [auth, other] = [world.device(), world.device()]
    const user = await verifiedUser(world, auth)
    const elsewhere = (await signInWithEmailAndPassword(other, email, password)).user
    const secret = await enrol(world, user)
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp', displayName: 'Telephone' }])
    expect(await codeOf(elsewhere.getIdToken(true))).toBe('auth/user-token-expired')

    const signedIn = await secondFactor(other, codeNow(world, secret))
    expect(signedIn.user.uid).toBe(user.uid)
    const token = await signedIn.user.getIdTokenResult(true)
    expect(token).toMatchObject({ signInProvider: 'password', signInSecondFactor: 'totp' })

    const factor = multiFactor(signedIn.user).enrolledFactors[0]
    if (factor === undefined) throw new Error('no factor')
    await multiFactor(signedIn.user).unenroll(factor)
    expect((await signedIn.user.getIdTokenResult(true)).signInSecondFactor).toBeNull()
    expect(await codeOf(signInWithEmailAndPassword(world.device(), email, password))).toBe('none')
  })

  it('has codes that are good once, and for whoever knew the first factor', async () => {
    await using world = await AuthWorld.start({ mode })
    const auth = world.device()
    const secret = await enrol(world, await verifiedUser(world, auth))
    const code = codeNow(world, secret)
    const resolvers = [await firstFactor(world.device()), await firstFactor(world.device())]
    const uses = await Promise.all(
      resolvers.map((resolver) =>
        codeOf(resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', code))),
      ),
    )
    expect(uses.toSorted()).toEqual(['auth/invalid-verification-code', 'none'])
  })

  it('is shown before whoever the project lets decide is asked about the session', async () => {
    const asked: unknown[] = []
    const hooks: BlockingHooks = {
      listensTo: async (_realm, event) => event === 'beforeSignIn',
      async ask(_realm, _event, { method }) {
        asked.push(method.secondFactor?.kind)
        return { sessionClaims: { network: 'office' } }
      },
    }
    await using world = await AuthWorld.start({ mode, hooks })
    const secret = await enrol(world, await verifiedUser(world, world.device()))
    asked.length = 0
    await firstFactor(world.device())
    expect(asked).toEqual([])
    const { user } = await secondFactor(world.device(), codeNow(world, secret))
    expect(asked).toEqual(['totp'])
    expect((await user.getIdTokenResult()).claims['network']).toBe('office')
  })

  it('ends a sign-in after five wrong codes', async () => {
    await using world = await AuthWorld.start({ mode })
    const secret = await enrol(world, await verifiedUser(world, world.device()))
    const resolver = await firstFactor(world.device())
    const attempt = (code: string) =>
      codeOf(resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', code)))
    const wrong = codeNow(world, secret) === '000000' ? '111111' : '000000'
    for (let guess = 0; guess < 5; guess++) expect(await attempt(wrong)).toBe('auth/invalid-verification-code')
    expect(await attempt(codeNow(world, secret))).toBe('auth/invalid-multi-factor-session')
  })

  it('is asked for whatever the first factor was, and stays through changes of the account', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    const user = await verifiedUser(world, auth)
    const google = GoogleAuthProvider.credential(JSON.stringify({ sub: 'ada', email, email_verified: true }))
    await linkWithCredential(user, google)
    const secret = await enrol(world, user)
    expect(await codeOf(signInWithCredential(world.device(), google))).toBe('auth/multi-factor-auth-required')
    const { user: signedIn } = await secondFactor(auth, codeNow(world, secret))
    await updatePassword(signedIn, 'another secret')
    expect((await signedIn.getIdTokenResult(true)).signInSecondFactor).toBe('totp')
    expect((await firstFactor(world.device(), 'another secret')).hints).toHaveLength(1)
  })

  it('is not for anonymous users, nor for addresses that nobody has verified', async () => {
    await using world = await AuthWorld.start({ mode })
    await world.server.identity.settings.update(world.server.project, () => ({ anonymous: true }))
    const auth = world.device()
    const { user: guest } = await signInAnonymously(auth)
    expect(await codeOf(enrol(world, guest))).toBe('auth/unsupported-first-factor')
    const credential = EmailAuthProvider.credential(email, password)
    const { user } = await linkWithCredential(guest, credential)
    expect(await codeOf(enrol(world, user))).toBe('auth/unverified-email')
  })

  it('needs a recent sign-in to be added', async () => {
    await using world = await AuthWorld.start({ mode })
    const user = await verifiedUser(world, world.device())
    world.server.clock.advance(6 * 60_000)
    expect(await codeOf(enrol(world, user))).toBe('auth/requires-recent-login')
  })
})

it('guesses at the second factor make an account wait under start', async () => {
  await using world = await AuthWorld.start({ mode: 'start' })
  const secret = await enrol(world, await verifiedUser(world, world.device()))
  const wrong = codeNow(world, secret) === '000000' ? '111111' : '000000'
  for (let guess = 0; guess < 10; guess++) {
    expect(await codeOf(secondFactor(world.device(), wrong))).toBe('auth/invalid-verification-code')
  }
  expect(await codeOf(secondFactor(world.device(), codeNow(world, secret)))).toBe('auth/too-many-requests')
})
