import { generateKeyPairSync } from 'node:crypto'
import {
  createUserWithEmailAndPassword,
  deleteUser,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { expect, it } from 'vitest'
import { AuthWorld, codeOf } from './auth-world.ts'
import { clientIds, nonceOf, TokenProvider } from './token-provider.ts'

const minuteMs = 60_000
const acme = new OAuthProvider('oidc.acme')

/** A server in production whose project has the provider, as `oidc.acme` and, where asked for, as Google. */
async function startWorld(
  provider: TokenProvider,
  more: { google?: boolean; acceptedClientIds?: readonly string[] } = {},
): Promise<AuthWorld> {
  const world = await AuthWorld.start({ mode: 'start' })
  const { acceptedClientIds } = more
  const { project, identity } = world.server
  await identity.providers.create(project, { providerId: 'oidc.acme', ...provider.config, acceptedClientIds })
  if (more.google === true) {
    await identity.providers.create(project, { providerId: 'google.com', ...provider.config, acceptedClientIds })
  }
  return world
}

it('signs in with an ID token that the app got by itself, and finds the account again', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const first = await signInWithCredential(world.device(), acme.credential(await provider.tokens()))
  expect(first.user).toMatchObject({ email: 'ada@example.com', emailVerified: false, displayName: 'ada' })
  expect(first.user.providerData).toMatchObject([{ providerId: 'oidc.acme', uid: 'ada' }])
  expect(getAdditionalUserInfo(first)).toMatchObject({ isNewUser: true, profile: { sub: 'ada', iss: provider.issuer } })
  expect((await first.user.getIdTokenResult()).signInProvider).toBe('oidc.acme')
  const again = await signInWithCredential(world.device(), acme.credential(await provider.tokens()))
  expect(again.user.uid).toBe(first.user.uid)
  expect(getAdditionalUserInfo(again)?.isNewUser).toBe(false)
})

it('takes the raw nonce whose hash the app gave to the provider', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const rawNonce = 'known to the app alone'
  const { idToken } = await provider.tokens({ nonce: nonceOf(rawNonce) })
  const { user } = await signInWithCredential(world.device(), acme.credential({ idToken, rawNonce }))
  expect(user.email).toBe('ada@example.com')
})

it('takes the address from the userinfo endpoint when the ID token has none and an access token comes along', async () => {
  await using provider = await TokenProvider.start({ tellsInToken: false })
  await using world = await startWorld(provider)
  const { idToken, accessToken } = await provider.tokens()
  const alone = await signInWithCredential(world.device(), acme.credential({ idToken }))
  expect(alone.user.email).toBeNull()
  const bob = await provider.tokens({ sub: 'bob' })
  expect((await signInWithCredential(world.device(), acme.credential(bob))).user.email).toBe('bob@example.com')
  // What the provider says about another user is not said about this one.
  expect(
    await codeOf(signInWithCredential(world.device(), acme.credential({ idToken: bob.idToken, accessToken }))),
  ).toBe('auth/invalid-credential')
})

it('takes tokens for the app on a phone once its client id is among the further ones', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const credential = acme.credential(await provider.tokens({ clientId: clientIds.phone }))
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/invalid-credential')
  const { identity, project } = world.server
  await identity.providers.update(project, 'oidc.acme', () => ({ acceptedClientIds: [clientIds.phone] }))
  expect((await signInWithCredential(world.device(), credential)).user.email).toBe('ada@example.com')
})

it('Google: takes a token for the server’s client that the phone’s client asked for, with a nonce that no app sees', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider, { google: true })
  const claims = { azp: 'hearth-android', nonce: 'of the library', email: 'ada@gmail.com' }
  const credential = GoogleAuthProvider.credential(await provider.sign(provider.claims(claims)))
  const { user } = await signInWithCredential(world.device(), credential)
  expect(user).toMatchObject({ email: 'ada@gmail.com', emailVerified: true })
})

it('Apple: calls a new account by the name that comes beside the ID token, which says whose it is', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { identity, project, origin, apiKey } = world.server
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const appleKey = { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: pem }
  await identity.providers.create(project, { providerId: 'apple.com', ...provider.config, appleKey })
  const user = JSON.stringify({
    name: { firstName: 'Ada', lastName: 'Lovelace' },
    email: 'other@example.com',
    sub: 'bob',
  })
  const postBody = new URLSearchParams({
    providerId: 'apple.com',
    id_token: await provider.sign(provider.claims()),
    user,
  })
  const answer = await fetch(
    `${origin}/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=${apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestUri: 'http://localhost', postBody: postBody.toString(), returnSecureToken: true }),
    },
  )
  const expected = { displayName: 'Ada Lovelace', email: 'ada@example.com', rawId: 'ada', isNewUser: true }
  expect(await answer.json()).toMatchObject(expected)
})

it('goes on when the provider changes its keys', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  await signInWithCredential(world.device(), acme.credential(await provider.tokens()))
  provider.rotateKeys()
  world.server.clock.advance(minuteMs)
  const { user } = await signInWithCredential(world.device(), acme.credential(await provider.tokens()))
  expect(user.email).toBe('ada@example.com')
  expect(provider.keyReads).toBe(2)
})

it('says that the provider can’t be reached, and signs in when it can', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const credential = acme.credential(await provider.tokens())
  provider.hangUp()
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/provider-unreachable')
  provider.answerAgain()
  world.server.clock.advance(6_000)
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('none')
  // Keys that are known do without the provider.
  provider.hangUp()
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('none')
})

it('leads into no account by an address, and links after the first way in', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  await createUserWithEmailAndPassword(world.device(), 'ada@example.com', 'correct horse')
  const auth = world.device()
  const rawNonce = 'known to the app alone'
  const { idToken } = await provider.tokens({ nonce: nonceOf(rawNonce) })
  const error: unknown = await signInWithCredential(auth, acme.credential({ idToken, rawNonce })).catch(
    (thrown) => thrown,
  )
  expect(error).toMatchObject({
    code: 'auth/account-exists-with-different-credential',
    customData: { email: 'ada@example.com' },
  })
  const { user } = await signInWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')
  const pending = OAuthProvider.credentialFromError(error as never)
  if (pending === null) throw new Error('the error comes without a credential')
  const linked = await linkWithCredential(user, pending)
  expect(linked.user.providerData.map(({ providerId }) => providerId).toSorted()).toEqual(['oidc.acme', 'password'])
})

it('Google: joins the account of an address that Google decides about, and no other', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider, { google: true })
  for (const email of ['ada@gmail.com', 'ada@example.com']) {
    await createUserWithEmailAndPassword(world.device(), email, 'correct horse')
  }
  const signIn = async (changes: Record<string, unknown>): Promise<string> => {
    const idToken = await provider.sign(provider.claims(changes))
    return await codeOf(signInWithCredential(world.device(), GoogleAuthProvider.credential(idToken)))
  }
  const isThere = 'auth/account-exists-with-different-credential'
  expect(await signIn({ sub: 'one', email: 'ada@example.com' })).toBe(isThere)
  expect(await signIn({ sub: 'two', email: 'ada@gmail.com', email_verified: false })).toBe(isThere)
  expect(await signIn({ sub: 'three', email: 'ada@gmail.com' })).toBe('none')
  expect(await world.server.identity.accounts.count(world.server.project)).toBe(2)
})

it('upgrades an anonymous account, and says when the provider’s user has one already', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { project, identity } = world.server
  await identity.settings.update(project, () => ({ anonymous: true }))
  const { user } = await signInAnonymously(world.device())
  const credential = acme.credential(await provider.tokens())
  expect((await linkWithCredential(user, credential)).user).toMatchObject({ uid: user.uid, isAnonymous: false })
  const auth = world.device()
  const other = (await signInAnonymously(auth)).user
  expect(await codeOf(linkWithCredential(other, credential))).toBe('auth/credential-already-in-use')
  // As apps go on from there: with the credential that they have.
  expect((await signInWithCredential(auth, credential)).user.uid).toBe(user.uid)
})

it('confirms who is signed in, and nobody else', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { user } = await signInWithCredential(world.device(), acme.credential(await provider.tokens()))
  const confirm = async (sub: string): Promise<string> =>
    await codeOf(reauthenticateWithCredential(user, acme.credential(await provider.tokens({ sub }))))
  expect(await confirm('ada')).toBe('none')
  expect(await confirm('bob')).toBe('auth/user-mismatch')
  expect(await world.server.identity.accounts.count(world.server.project)).toBe(1)
  await signInWithCredential(world.device(), acme.credential(await provider.tokens({ sub: 'bob' })))
  expect(await confirm('bob')).toBe('auth/user-mismatch')
})

it('counts as a recent sign-in from when the provider gave the token, not from when the app brought it', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const iat = Math.floor(Date.now() / 1000)
  const signIn = async (ageSeconds: number) => {
    const idToken = await provider.sign(provider.claims({ iat: iat - ageSeconds }))
    return (await signInWithCredential(world.device(), acme.credential({ idToken }))).user
  }
  expect(await codeOf(deleteUser(await signIn(10 * 60)))).toBe('auth/requires-recent-login')
  expect(await codeOf(deleteUser(await signIn(60)))).toBe('none')
})

it('is for the tenant that has the provider', async () => {
  await using provider = await TokenProvider.start()
  await using world = await AuthWorld.start({ mode: 'start' })
  const { identity, project } = world.server
  const { id } = await identity.tenants.create(project, 'Acme', {})
  await identity.settings.update(`${project}/${id}`, () => ({ signUp: true }))
  await identity.providers.create(`${project}/${id}`, { providerId: 'oidc.acme', ...provider.config })
  const credential = acme.credential(await provider.tokens())
  const auth = world.device()
  expect(await codeOf(signInWithCredential(auth, credential))).toBe('auth/operation-not-allowed')
  auth.tenantId = id
  expect((await signInWithCredential(auth, credential)).user).toMatchObject({ tenantId: id, email: 'ada@example.com' })
})

it('is refused when the provider is switched off', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const credential = acme.credential(await provider.tokens())
  await world.server.identity.providers.update(world.server.project, 'oidc.acme', () => ({ enabled: false }))
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/operation-not-allowed')
})

it('asks for the second factor that the account has', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { user } = await signInWithCredential(world.device(), acme.credential(await provider.tokens()))
  const { identity, project } = world.server
  const factor = { kind: 'phone', id: 'number', phoneNumber: '+14155550123', enrolledAt: 1 } as const
  await identity.accounts.update(project, user.uid, 'updated', (current) => ({
    account: { ...current, secondFactors: [factor] },
  }))
  expect(await codeOf(signInWithCredential(world.device(), acme.credential(await provider.tokens())))).toBe(
    'auth/multi-factor-auth-required',
  )
})
