import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  linkWithCredential,
  reauthenticateWithCredential,
  reload,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { AuthWorld, codeOf } from './auth-world.ts'

const minuteMs = 60_000
const email = 'ada@example.com'
const password = 'correct horse'

describe.each(['dev', 'start'] as const)('an account under %s', (mode) => {
  it('is created, signed out of and signed in to', async () => {
    await using world = await AuthWorld.start({ mode })
    const auth = world.device()
    const created = await createUserWithEmailAndPassword(auth, ' Ada@Example.com ', password)
    expect(created.user).toMatchObject({ email, emailVerified: false, isAnonymous: false, displayName: null })
    expect(created.user.providerData).toMatchObject([{ providerId: 'password', email, uid: email }])
    expect(Date.parse(created.user.metadata.creationTime ?? '')).toBeGreaterThan(Date.now() - minuteMs)
    await signOut(auth)
    expect(auth.currentUser).toBeNull()
    const signedIn = await signInWithEmailAndPassword(auth, email, password)
    expect(signedIn.user.uid).toBe(created.user.uid)
    expect(Date.parse(signedIn.user.metadata.lastSignInTime ?? '')).toBeGreaterThan(Date.now() - minuteMs)
  })

  it('shows a changed profile here at once and elsewhere after a reload', async () => {
    await using world = await AuthWorld.start({ mode })
    const [one, other] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(one, email, password)
    const elsewhere = await signInWithEmailAndPassword(other, email, password)
    await updateProfile(user, { displayName: 'Ada', photoURL: 'https://example.com/ada.png' })
    expect(user).toMatchObject({ displayName: 'Ada', photoURL: 'https://example.com/ada.png' })
    expect((await user.getIdTokenResult()).claims).toMatchObject({ name: 'Ada' })
    await reload(elsewhere.user)
    expect(elsewhere.user.displayName).toBe('Ada')
    expect(await codeOf(elsewhere.user.getIdToken(true))).toBe('none')
    expect(await codeOf(user.getIdToken(true))).toBe('none')

    await updateProfile(user, { displayName: '', photoURL: '' })
    await reload(user)
    expect(user).toMatchObject({ displayName: null, photoURL: null })
  })

  it('changes its password, which ends every other session', async () => {
    await using world = await AuthWorld.start({ mode })
    const [one, other] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(one, email, password)
    const elsewhere = (await signInWithEmailAndPassword(other, email, password)).user
    await updatePassword(user, 'another secret')
    expect(await codeOf(user.getIdToken(true))).toBe('none')
    expect(await codeOf(reload(elsewhere))).toBe('auth/user-token-expired')
    expect(other.currentUser).toBeNull()
    expect(await codeOf(signInWithEmailAndPassword(other, email, password))).toBe('auth/invalid-credential')
    expect(await codeOf(signInWithEmailAndPassword(other, email, 'another secret'))).toBe('none')
  })

  it('changes its e-mail address, which ends every other session and takes its verification', async () => {
    await using world = await AuthWorld.start({ mode, emailPrivacy: false })
    const [one, other] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(one, email, password)
    const elsewhere = (await signInWithEmailAndPassword(other, email, password)).user
    await createUserWithEmailAndPassword(world.device(), 'taken@example.com', password)
    expect(await codeOf(updateEmail(user, 'taken@example.com'))).toBe('auth/email-already-in-use')
    expect(await codeOf(updateEmail(user, 'no address'))).toBe('auth/invalid-email')
    await updateEmail(user, 'lovelace@example.com')
    expect(user).toMatchObject({ email: 'lovelace@example.com', emailVerified: false })
    expect(await codeOf(elsewhere.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(other, email, password))).toBe('auth/user-not-found')
    expect(await codeOf(signInWithEmailAndPassword(other, 'lovelace@example.com', password))).toBe('none')
    expect(await codeOf(createUserWithEmailAndPassword(world.device(), email, password))).toBe('none')
  })

  it('changes its address by a mail alone where e-mail privacy is on, whether the new one is taken or free', async () => {
    await using world = await AuthWorld.start({ mode })
    await world.server.identity.settings.update(world.server.project, () => ({ anonymous: true }))
    await createUserWithEmailAndPassword(world.device(), 'taken@example.com', password)
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    for (const address of ['taken@example.com', 'free@example.com']) {
      expect(await codeOf(updateEmail(user, address))).toBe('auth/operation-not-allowed')
      expect(await codeOf(verifyBeforeUpdateEmail(user, address))).toBe('none')
    }
    expect(world.server.mailbox.list(world.server.project).map(({ to }) => to)).toEqual(['free@example.com'])
    await reload(user)
    expect(user.email).toBe(email)
    const visitor = await signInAnonymously(world.device())
    const credential = EmailAuthProvider.credential('grace@example.com', password)
    expect((await linkWithCredential(visitor.user, credential)).user.email).toBe('grace@example.com')
  })

  it('needs a recent sign-in for its e-mail address, its password, its providers and its deletion', async () => {
    await using world = await AuthWorld.start({ mode, emailPrivacy: false })
    const auth = world.device()
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    world.server.clock.advance(6 * minuteMs)
    // A refreshed token is no new sign-in.
    await user.getIdToken(true)
    const tooOld = 'auth/requires-recent-login'
    expect(await codeOf(updateEmail(user, 'new@example.com'))).toBe(tooOld)
    expect(await codeOf(updatePassword(user, 'another secret'))).toBe(tooOld)
    expect(await codeOf(unlink(user, 'password'))).toBe(tooOld)
    expect(await codeOf(deleteUser(user))).toBe(tooOld)
    expect(await codeOf(updateProfile(user, { displayName: 'Ada' }))).toBe('none')

    const wrong = EmailAuthProvider.credential(email, 'wrong')
    expect(await codeOf(reauthenticateWithCredential(user, wrong))).toBe('auth/wrong-password')
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
    expect(await codeOf(updatePassword(user, 'another secret'))).toBe('none')
    expect(await codeOf(deleteUser(user))).toBe('none')
  })

  it('is gone for every device once it is deleted', async () => {
    await using world = await AuthWorld.start({ mode })
    const [one, other] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(one, email, password)
    const elsewhere = (await signInWithEmailAndPassword(other, email, password)).user
    await deleteUser(user)
    expect(one.currentUser).toBeNull()
    expect(await codeOf(reload(elsewhere))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(one, email, password))).toBe('auth/invalid-credential')
    const again = await createUserWithEmailAndPassword(one, email, password)
    expect(again.user.uid).not.toBe(user.uid)
  })

  it('is signed out on every device when its sessions are revoked', async () => {
    await using world = await AuthWorld.start({ mode })
    const [one, other] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(one, email, password)
    const elsewhere = (await signInWithEmailAndPassword(other, email, password)).user
    const answer = await world.server.call('accounts:update', {
      idToken: await user.getIdToken(),
      validSince: String(Math.floor(Date.now() / 1000)),
    })
    expect(answer.status).toBe(200)
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(elsewhere.getIdToken(true))).toBe('auth/user-token-expired')
    expect([one.currentUser, other.currentUser]).toEqual([null, null])
    expect(await codeOf(signInWithEmailAndPassword(one, email, password))).toBe('none')
    expect(await codeOf(one.currentUser?.getIdToken(true) ?? Promise.resolve())).toBe('none')
  })

  it('tells nobody how an e-mail address signs in', async () => {
    await using world = await AuthWorld.start({ mode })
    const auth = world.device()
    await createUserWithEmailAndPassword(auth, email, password)
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([])
    expect(await fetchSignInMethodsForEmail(auth, 'nobody@example.com')).toEqual([])
  })

  it('is one, when fifty sign-ups of an address arrive at once', async () => {
    await using world = await AuthWorld.start({ mode })
    const attempts = Array.from({ length: 50 }, () =>
      codeOf(createUserWithEmailAndPassword(world.device(), email, password)),
    )
    const codes = await Promise.all(attempts)
    expect(codes.filter((code) => code === 'none')).toHaveLength(1)
    expect(codes.filter((code) => code === 'auth/email-already-in-use')).toHaveLength(49)
    expect(await world.server.identity.accounts.count(world.server.project)).toBe(1)
  })
})

describe('an anonymous account', () => {
  it('becomes one with a password and keeps its uid', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    const { user } = await signInAnonymously(auth)
    expect(user.isAnonymous).toBe(true)
    expect((await user.getIdTokenResult()).signInProvider).toBe('anonymous')
    // There is nothing to sign in with again, so time does not matter.
    world.server.clock.advance(10 * minuteMs)
    const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, password))
    expect(linked.user).toMatchObject({ uid: user.uid, email, isAnonymous: false })
    expect((await user.getIdTokenResult()).signInProvider).toBe('password')
    expect(await codeOf(linkWithCredential(user, EmailAuthProvider.credential('b@example.com', password)))).toBe(
      'auth/provider-already-linked',
    )
    const elsewhere = await signInWithEmailAndPassword(world.device(), email, password)
    expect(elsewhere.user.uid).toBe(user.uid)
  })

  it('can not take an address that belongs to somebody', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    await createUserWithEmailAndPassword(world.device(), email, password)
    const { user } = await signInAnonymously(world.device())
    const credential = EmailAuthProvider.credential(email, password)
    expect(await codeOf(linkWithCredential(user, credential))).toBe('auth/email-already-in-use')
    expect(await codeOf(reload(user))).toBe('none')
  })

  it('is not to be had under start unless the project allows it', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    expect(await codeOf(signInAnonymously(world.device()))).toBe('auth/admin-restricted-operation')
    await world.server.identity.settings.update(world.server.project, () => ({ anonymous: true }))
    expect(await codeOf(signInAnonymously(world.device()))).toBe('none')
  })
})
