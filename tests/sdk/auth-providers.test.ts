import type { FirebaseError } from 'firebase/app'
import {
  createUserWithEmailAndPassword,
  getAdditionalUserInfo,
  GithubAuthProvider,
  GoogleAuthProvider,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  applyActionCode,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  unlink,
  updateProfile,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

function claims(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({ sub: 'ada', email, email_verified: true, name: 'Ada', ...changes })
}

describe('a provider under dev', () => {
  it('makes an account and finds it again, by its subject and not by the address', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    const first = await signInWithCredential(auth, GoogleAuthProvider.credential(claims()))
    expect(first.user).toMatchObject({ email, emailVerified: true, displayName: 'Ada', isAnonymous: false })
    expect(first.user.providerData).toMatchObject([{ providerId: 'google.com', uid: 'ada', email }])
    expect(getAdditionalUserInfo(first)).toMatchObject({ isNewUser: true, profile: { sub: 'ada' } })
    const { claims: said, signInProvider } = await first.user.getIdTokenResult()
    expect(signInProvider).toBe('google.com')
    expect(said['firebase']).toMatchObject({ identities: { 'google.com': ['ada'], email: [email] } })

    await updateProfile(first.user, { displayName: 'Countess' })
    const moved = GoogleAuthProvider.credential(claims({ email: 'lovelace@example.com' }))
    const again = await signInWithCredential(world.device(), moved)
    expect(again.user).toMatchObject({ uid: first.user.uid, email, displayName: 'Countess' })
    expect(getAdditionalUserInfo(again)?.isNewUser).toBe(false)
  })

  it.each(['google.com', 'apple.com'])('keeps what %s told once and leaves out later', async (providerId) => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const provider = new OAuthProvider(providerId)
    const told = { email, name: 'Ada', picture: 'https://pictures.example/ada' }
    const once = provider.credential({ idToken: claims(told) })
    const kept = { providerId, uid: 'ada', email, displayName: 'Ada', photoURL: told.picture }
    expect((await signInWithCredential(world.device(), once)).user.providerData).toMatchObject([kept])
    const later = provider.credential({ idToken: JSON.stringify({ sub: 'ada' }) })
    const { user } = await signInWithCredential(world.device(), later)
    await user.reload()
    expect(user.providerData).toMatchObject([kept])
    const renamed = provider.credential({ idToken: JSON.stringify({ sub: 'ada', name: 'Countess' }) })
    const again = await signInWithCredential(world.device(), renamed)
    expect(again.user.providerData).toMatchObject([{ ...kept, displayName: 'Countess' }])
  })

  it('makes one account of two sign-ins at the same moment', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const credential = GoogleAuthProvider.credential(claims())
    const users = await Promise.all(
      Array.from({ length: 4 }, async () => (await signInWithCredential(world.device(), credential)).user.uid),
    )
    expect(new Set(users).size).toBe(1)
    expect(await world.server.identity.accounts.count(world.server.project)).toBe(1)
  })

  it('takes an account whose address nobody had verified, and throws its maker out', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const [attacker, owner] = [world.device(), world.device()]
    const prepared = (await createUserWithEmailAndPassword(attacker, email, password)).user
    await linkWithCredential(prepared, GithubAuthProvider.credential(claims({ sub: 'eve', email: undefined })))
    const { user } = await signInWithCredential(owner, GoogleAuthProvider.credential(claims()))
    expect(user).toMatchObject({ uid: prepared.uid, emailVerified: true })
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['google.com'])
    expect(await codeOf(prepared.getIdToken(true))).toBe('auth/user-token-expired')
    expect(await codeOf(signInWithEmailAndPassword(attacker, email, password))).toBe('auth/invalid-credential')
    const eve = await signInWithCredential(
      attacker,
      GithubAuthProvider.credential(claims({ sub: 'eve', email: undefined })),
    )
    expect(eve.user.uid).not.toBe(prepared.uid)
  })

  it('joins an account whose address both sides have verified', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    await sendEmailVerification(user)
    await applyActionCode(auth, world.server.mailbox.list(world.server.project).at(-1)?.code ?? '')
    const joined = await signInWithCredential(world.device(), GoogleAuthProvider.credential(claims()))
    expect(joined.user.uid).toBe(user.uid)
    expect(await codeOf(signInWithEmailAndPassword(world.device(), email, password))).toBe('none')
  })

  it('does not open an account with an address that it has not verified', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    await createUserWithEmailAndPassword(world.device(), email, password)
    const unverified = GoogleAuthProvider.credential(claims({ email_verified: false }))
    const error = await signInWithCredential(auth, unverified).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'auth/account-exists-with-different-credential', customData: { email } })
    expect(auth.currentUser).toBeNull()
    // The first way in, then both are the account's.
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    const linked = await linkWithCredential(user, unverified)
    expect(linked.user.providerData.map(({ providerId }) => providerId).toSorted()).toEqual(['google.com', 'password'])
    expect(linked.user.emailVerified).toBe(false)
  })

  it('upgrades an anonymous account, and is unlinked again', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    const { user } = await signInAnonymously(auth)
    const linked = await linkWithCredential(user, GoogleAuthProvider.credential(claims()))
    expect(linked.user).toMatchObject({ uid: user.uid, email, emailVerified: true, isAnonymous: false })
    expect((await linked.user.getIdTokenResult()).signInProvider).toBe('google.com')
    expect((await unlink(linked.user, 'google.com')).providerData).toEqual([])
    const fresh = await signInWithCredential(
      world.device(),
      GoogleAuthProvider.credential(claims({ email: undefined })),
    )
    expect(fresh.user.uid).not.toBe(user.uid)
  })

  it('belongs to one account', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    const credential = GoogleAuthProvider.credential(claims())
    await signInWithCredential(world.device(), credential)
    const { user } = await signInAnonymously(auth)
    expect(await codeOf(linkWithCredential(user, credential))).toBe('auth/credential-already-in-use')
    const sameAddress = new OAuthProvider('oidc.club').credential({ idToken: claims({ sub: 'member' }) })
    expect(await codeOf(linkWithCredential(user, sameAddress))).toBe('auth/email-already-in-use')
  })

  it('gives an access token, of which an app makes the credential that it links', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const google = await signInWithCredential(world.device(), GoogleAuthProvider.credential(claims()))
    expect(GoogleAuthProvider.credentialFromResult(google)?.accessToken).toEqual(expect.any(String))
    const auth = world.device()
    const github = GithubAuthProvider.credential(claims({ sub: 'octo', email_verified: false }))
    const error = await signInWithCredential(auth, github).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'auth/account-exists-with-different-credential' })
    const pending = GithubAuthProvider.credentialFromError(error as FirebaseError)
    const { user } = await signInWithCredential(auth, GoogleAuthProvider.credential(claims()))
    const linked = await linkWithCredential(user, pending ?? github)
    expect(pending?.accessToken).toEqual(expect.any(String))
    expect(linked.user.providerData.map(({ providerId }) => providerId).toSorted()).toEqual([
      'github.com',
      'google.com',
    ])
    expect(GithubAuthProvider.credentialFromResult(linked)?.accessToken).toEqual(expect.any(String))
  })

  it('confirms who is signed in, and nobody else', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const auth = world.device()
    const { user } = await signInWithCredential(auth, GoogleAuthProvider.credential(claims()))
    expect(await codeOf(reauthenticateWithCredential(user, GoogleAuthProvider.credential(claims())))).toBe('none')
    const stranger = GoogleAuthProvider.credential(claims({ sub: 'eve', email: 'eve@example.com' }))
    expect(await codeOf(reauthenticateWithCredential(user, stranger))).toBe('auth/user-mismatch')
    expect(await world.server.identity.accounts.count(world.server.project)).toBe(1)
  })

  it.each([
    ['no subject', '{"email":"ada@example.com"}'],
    ['no claims', 'some opaque token'],
    ['broken JSON', '{"sub":'],
  ])('is refused with %s', async (_case, token) => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const credential = GoogleAuthProvider.credential(token)
    expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/invalid-credential')
  })
})

describe('a provider under start', () => {
  it('is not believed without its signature', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    const credential = GoogleAuthProvider.credential(claims())
    expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/operation-not-allowed')
    expect(await world.server.identity.accounts.count(world.server.project)).toBe(0)
  })
})
