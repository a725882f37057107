import {
  createUserWithEmailAndPassword,
  reload,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  updatePassword,
  validatePassword,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

describe.each(['dev', 'start'] as const)('error codes under %s', (mode) => {
  it('of sign-up', async () => {
    await using world = await AuthWorld.start({ mode })
    const auth = world.device()
    await createUserWithEmailAndPassword(world.device(), email, password)
    expect(await codeOf(createUserWithEmailAndPassword(auth, email, password))).toBe('auth/email-already-in-use')
    expect(await codeOf(createUserWithEmailAndPassword(auth, 'b@example.com', 'five5'))).toBe('auth/weak-password')
    expect(await codeOf(createUserWithEmailAndPassword(auth, 'b@example.com', ''))).toBe('auth/missing-password')
    expect(await codeOf(createUserWithEmailAndPassword(auth, 'no address', password))).toBe('auth/invalid-email')
    expect(await codeOf(createUserWithEmailAndPassword(auth, '', password))).toBe('auth/missing-email')
    const tooLong = createUserWithEmailAndPassword(auth, 'b@example.com', 'x'.repeat(4_097))
    expect(await codeOf(tooLong)).toBe('auth/password-does-not-meet-requirements')
    await world.server.identity.settings.update(world.server.project, () => ({ signUp: false }))
    const refused = createUserWithEmailAndPassword(auth, 'b@example.com', password)
    expect(await codeOf(refused)).toBe('auth/admin-restricted-operation')
    await world.server.identity.settings.update(world.server.project, () => ({ signUp: true, passwordSignIn: false }))
    const off = createUserWithEmailAndPassword(auth, 'b@example.com', password)
    expect(await codeOf(off)).toBe('auth/operation-not-allowed')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/operation-not-allowed')
  })

  it('of sign-in, which do not tell who has an account', async () => {
    await using world = await AuthWorld.start({ mode })
    const auth = world.device()
    await createUserWithEmailAndPassword(world.device(), email, password)
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong'))).toBe('auth/invalid-credential')
    expect(await codeOf(signInWithEmailAndPassword(auth, 'b@example.com', 'wrong'))).toBe('auth/invalid-credential')
    expect(await codeOf(signInWithEmailAndPassword(auth, 'no address', 'wrong'))).toBe('auth/invalid-email')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, ''))).toBe('auth/missing-password')
    await world.server.identity.settings.update(world.server.project, () => ({ emailPrivacy: false }))
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong'))).toBe('auth/wrong-password')
    expect(await codeOf(signInWithEmailAndPassword(auth, 'b@example.com', 'wrong'))).toBe('auth/user-not-found')
  })

  it('of a disabled account, here and on devices that are signed in', async () => {
    await using world = await AuthWorld.start({ mode })
    const { identity, project } = world.server
    const auth = world.device()
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    await identity.administration.update(project, user.uid, { disabled: true })
    expect(await codeOf(reload(user))).toBe('auth/user-disabled')
    expect(auth.currentUser).toBeNull()
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-disabled')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/user-disabled')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong'))).toBe('auth/invalid-credential')
    await identity.administration.update(project, user.uid, { disabled: false })
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('none')
  })

  it('of custom tokens', async () => {
    await using world = await AuthWorld.start({ mode })
    const { identity, projects } = world.server
    await projects.create({ id: 'other-app', name: 'Other' })
    const auth = world.device()
    expect(await codeOf(signInWithCustomToken(auth, 'nonsense'))).toBe('auth/invalid-custom-token')
    const foreign = await identity.customTokens.mint('other-app', 'ada')
    expect(await codeOf(signInWithCustomToken(auth, foreign))).toBe(
      mode === 'start' ? 'auth/custom-token-mismatch' : 'none',
    )
    const own = await identity.customTokens.mint(world.server.project, 'ada')
    const [header, payload] = own.split('.')
    const forged = `${header}.${payload}.${Buffer.from('forged').toString('base64url')}`
    expect(await codeOf(signInWithCustomToken(auth, forged))).toBe('auth/invalid-custom-token')
    world.server.clock.advance(3_601_000)
    expect(await codeOf(signInWithCustomToken(auth, own))).toBe('auth/invalid-custom-token')
  })
})

describe('the password policy', () => {
  it('refuses what guessers try first, under start', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    for (const common of ['password', 'Qwerty123', '123456']) {
      const refused = createUserWithEmailAndPassword(world.device(), email, common)
      expect(await codeOf(refused)).toBe('auth/weak-password')
    }
    await using dev = await AuthWorld.start({ mode: 'dev' })
    expect(await codeOf(createUserWithEmailAndPassword(dev.device(), email, 'password'))).toBe('none')
  })

  it('is what validatePassword and the server both check', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    const { identity, project } = world.server
    const auth = world.device()
    expect(await validatePassword(auth, 'five5')).toMatchObject({ isValid: false, meetsMinPasswordLength: false })
    expect(await validatePassword(auth, 'sixsix')).toMatchObject({ isValid: true })
    const { user } = await createUserWithEmailAndPassword(auth, email, 'sixsix')

    await identity.settings.update(project, ({ passwordPolicy }) => ({
      passwordPolicy: {
        ...passwordPolicy,
        enforcement: 'ENFORCE',
        charactersMin: 10,
        needsUppercase: true,
        needsNumeric: true,
      },
    }))
    const device = world.device()
    expect(await validatePassword(device, 'all lower case')).toMatchObject({
      isValid: false,
      meetsMinPasswordLength: true,
      containsUppercaseLetter: false,
      containsNumericCharacter: false,
    })
    expect(await validatePassword(device, 'Upper and 1')).toMatchObject({ isValid: true })
    const unmet = 'auth/password-does-not-meet-requirements'
    expect(await codeOf(createUserWithEmailAndPassword(device, 'b@example.com', 'all lower case'))).toBe(unmet)
    expect(await codeOf(updatePassword(user, 'all lower case'))).toBe(unmet)
    expect(await codeOf(signInWithEmailAndPassword(device, email, 'sixsix'))).toBe('none')

    await identity.settings.update(project, ({ passwordPolicy }) => ({
      passwordPolicy: { ...passwordPolicy, forceUpgradeOnSignIn: true },
    }))
    expect(await codeOf(signInWithEmailAndPassword(device, email, 'sixsix'))).toBe(unmet)
    expect(await codeOf(updatePassword(user, 'Upper and 1'))).toBe('none')
    expect(await codeOf(signInWithEmailAndPassword(device, email, 'Upper and 1'))).toBe('none')
  })
})

describe('limits under start', () => {
  it('make guessing wait longer and longer, for this account from this address', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    const auth = world.device()
    await createUserWithEmailAndPassword(auth, email, password)
    await createUserWithEmailAndPassword(auth, 'b@example.com', password)
    for (let guess = 0; guess < 10; guess++) {
      expect(await codeOf(signInWithEmailAndPassword(auth, email, `guess ${guess}`))).toBe('auth/invalid-credential')
    }
    // Even the right password waits now, or a guesser would learn it.
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/too-many-requests')
    const refused = await world.server.call('accounts:signInWithPassword', { email, password })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(25)
    expect(refused.body['error']).toMatchObject({
      message: expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER : .*Try again in \d+ seconds/) as string,
    })
    expect(await codeOf(signInWithEmailAndPassword(auth, 'b@example.com', password))).toBe('none')

    world.server.clock.advance(31_000)
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'guess'))).toBe('auth/invalid-credential')
    world.server.clock.advance(31_000)
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/too-many-requests')
    world.server.clock.advance(30_000)
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('none')
  })

  it('let an address make a hundred accounts an hour', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    await world.server.identity.settings.update(world.server.project, () => ({ anonymous: true }))
    const auth = world.device()
    for (let made = 0; made < 100; made++)
      expect(await codeOf(signInAnonymously(auth).then(() => auth.signOut()))).toBe('none')
    expect(await codeOf(signInAnonymously(auth))).toBe('auth/too-many-requests')
    world.server.clock.advance(121 * 60_000)
    expect(await codeOf(signInAnonymously(auth))).toBe('none')
  })
})
