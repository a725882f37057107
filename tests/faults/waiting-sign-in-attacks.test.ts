import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Answer, IdentityWorld, reasonOf } from '../../apps/server/src/testing/identity-world.ts'
import { TokenProvider } from '../sdk/token-provider.ts'

// Sign-ins that wait while the account they lead to changes; letters as in identity-attacks.test.ts.

const email = 'ada@example.com'
const password = 'correct horse'
const phoneNumber = '+14155550123'
const minuteMs = 60_000

interface Person {
  readonly localId: string
  readonly idToken: string
}

async function signUp(world: IdentityWorld): Promise<Person> {
  const answer = await world.call('accounts:signUp', { email, password, returnSecureToken: true })
  expect(answer.status).toBe(200)
  return answer.body as unknown as Person
}

function signInWithIdp(world: IdentityWorld, body: object): Promise<Answer> {
  const wanted = { requestUri: 'http://localhost', returnSecureToken: true, returnIdpCredential: true }
  return world.call('accounts:signInWithIdp', { ...wanted, ...body })
}

function bring(idToken: string): { postBody: string } {
  return { postBody: new URLSearchParams({ providerId: 'oidc.acme', id_token: idToken }).toString() }
}

/** By a provider whose word `hearth dev` takes unsigned. */
const thief = bring('{"sub":"thief"}')
/** The same provider, of somebody who says that the address is theirs: answered with a pending token. */
const stranger = bring(JSON.stringify({ sub: 'stranger', email }))

/** Lets `happen` come between the next call of `name` and what its caller does with the answer. */
function meanwhile(world: IdentityWorld, name: 'findBy' | 'update', happen: () => Promise<unknown>): void {
  const accounts = world.identity.accounts as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  accounts[name] = async (...args) => {
    // The method of the class is below.
    delete accounts[name]
    const answer = await accounts[name]?.(...args)
    await happen()
    return answer
  }
}

test('A6 unlinking: a provider that was taken from an account comes back by no sign-in that was waiting', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { identity, project } = world
  const { localId, idToken } = await signUp(world)
  expect((await signInWithIdp(world, { ...thief, idToken })).body['localId']).toBe(localId)
  meanwhile(world, 'findBy', () =>
    identity.accounts.update(project, localId, 'updated', (account) => ({ account: { ...account, providers: [] } })),
  )
  expect(reasonOf(await signInWithIdp(world, thief))).toBe('INVALID_IDP_RESPONSE')
  expect((await identity.accounts.get(project, localId)).providers).toEqual([])
})

test.each([
  ['a phone number', async (world: IdentityWorld, idToken: string) => await linkNumber(world, idToken)],
  ['a provider', async (world: IdentityWorld, idToken: string) => await signInWithIdp(world, { ...thief, idToken })],
])('A4 sign-out everywhere: linking %s at the same moment begins no session that goes on', async (_what, link) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { identity, project } = world
  const { localId, idToken } = await signUp(world)
  meanwhile(world, 'update', () => identity.sessions.endAll(project, localId, (account) => account))
  const linked = await link(world, idToken)
  expect([reasonOf(linked), linked.body['idToken']]).toEqual(['TOKEN_EXPIRED', undefined])
})

async function linkNumber(world: IdentityWorld, idToken: string): Promise<Answer> {
  const { sessionInfo } = (await world.call('accounts:sendVerificationCode', { phoneNumber })).body
  const { code } = world.textMessages.list(world.project).at(-1) ?? {}
  return await world.call('accounts:signInWithPhoneNumber', { sessionInfo, code, idToken })
}

test('A6 pending token: each refused sign-in gives a new one, and none is good for longer than the first', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  await signUp(world)
  const { pendingToken: first } = (await signInWithIdp(world, stranger)).body
  world.clock.advance(6 * minuteMs)
  const { needConfirmation, pendingToken: second } = (await signInWithIdp(world, { pendingToken: first })).body
  expect([needConfirmation, typeof second]).toEqual([true, 'string'])
  world.clock.advance(5 * minuteMs)
  expect(reasonOf(await signInWithIdp(world, { pendingToken: second }))).toBe('INVALID_PENDING_TOKEN')
})

test('A6 pending token: it outlives the token that an app has brought no more than that does itself', async () => {
  await using provider = await TokenProvider.start()
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { identity, project } = world
  await identity.providers.create(project, { providerId: 'oidc.acme', ...provider.config })
  await signUp(world)
  const iat = Math.floor(world.clock.nowMs() / 1000)
  const idToken = await provider.sign(provider.claims({ iat, exp: iat + 60 }))
  const { pendingToken } = (await signInWithIdp(world, bring(idToken))).body
  expect(typeof pendingToken).toBe('string')
  world.clock.advance(2 * minuteMs)
  expect(reasonOf(await signInWithIdp(world, { pendingToken }))).toBe('INVALID_PENDING_TOKEN')
})

test.each([
  ['pending token', ({ pendingToken }: Answer['body']) => ({ pendingToken })],
  ['ID token that was kept', () => stranger],
])('A6 %s: it lets nobody in by a provider that was switched off meanwhile', async (_what, credentialOf) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { providers } = world.identity
  const config = { issuer: 'https://acme.example', clientId: 'hearth', enabled: true }
  await providers.create(world.project, { providerId: 'oidc.acme', ...config })
  await signUp(world)
  const { body } = await signInWithIdp(world, stranger)
  await providers.update(world.project, 'oidc.acme', () => ({ enabled: false }))
  expect(reasonOf(await signInWithIdp(world, credentialOf(body)))).toBe('OPERATION_NOT_ALLOWED')
})

test('A4 pending token: the sign-in is as recent as the word that was kept', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { localId } = (await signInWithIdp(world, thief)).body
  const { idToken } = await signUp(world)
  const { pendingToken } = (await signInWithIdp(world, { ...thief, idToken })).body
  world.clock.advance(6 * minuteMs)
  const signedIn = (await signInWithIdp(world, { pendingToken })).body
  expect(signedIn['localId']).toBe(localId)
  expect(reasonOf(await changePassword(world, signedIn['idToken']))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
})

test('A4 sign-in window: the sign-in is as recent as the answer of the provider', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const credential = await comeBackFromProvider(world)
  world.clock.advance(50_000)
  const signedIn = (await signInWithIdp(world, credential)).body
  world.clock.advance(5 * minuteMs - 30_000)
  expect(reasonOf(await changePassword(world, signedIn['idToken']))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
})

test('A6 sign-in window: its answer lets nobody in by a provider that was switched off meanwhile', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const credential = await comeBackFromProvider(world)
  const config = { issuer: 'https://acme.example', clientId: 'hearth', enabled: false }
  await world.identity.providers.create(world.project, { providerId: 'oidc.acme', ...config })
  expect(reasonOf(await signInWithIdp(world, credential))).toBe('OPERATION_NOT_ALLOWED')
})

/** What the page has in hand when the window has closed. */
async function comeBackFromProvider(world: IdentityWorld): Promise<{ requestUri: string; sessionId: string }> {
  const { flows } = world.identity
  const challenge = createHash('sha256').update('secret').digest('base64url')
  const request = { providerId: 'oidc.acme', authType: 'signInViaPopup', eventId: undefined, challenge }
  const app = { origin: world.origin, scopes: [], customParameters: {} }
  const { state, browserKey } = await flows.start(world.project, { ...request, redirectUrl: world.origin }, app)
  const { outcome } = await flows.finishTest(state, browserKey, async () => ({ sub: 'ada' }))
  const hearthCode = 'code' in outcome ? outcome.code : ''
  return { requestUri: `http://localhost?hearthCode=${hearthCode}`, sessionId: 'secret' }
}

function changePassword(world: IdentityWorld, idToken: unknown): Promise<Answer> {
  return world.call('accounts:update', { idToken, password: 'another horse' })
}

test.each([
  ['provider', { providers: [] }],
  ['password', { passwordHash: undefined }],
])('A7 second factor: it ends no sign-in whose %s was taken from the account meanwhile', async (what, change) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { identity, project } = world
  const { localId, idToken } = await signUp(world)
  await signInWithIdp(world, { ...thief, idToken })
  await identity.accounts.update(project, localId, 'updated', (account) => ({
    account: { ...account, secondFactors: [{ kind: 'phone', id: 'number', phoneNumber, enrolledAt: 0 }] },
  }))
  const waiting =
    what === 'provider'
      ? await signInWithIdp(world, thief)
      : await world.call('accounts:signInWithPassword', { email, password, returnSecureToken: true })
  const { mfaPendingCredential } = waiting.body
  const wanted = { mfaPendingCredential, mfaEnrollmentId: 'number', phoneSignInInfo: {} }
  const started = await world.call('v2/accounts/mfaSignIn:start', wanted)
  const { sessionInfo } = started.body['phoneResponseInfo'] as unknown as { sessionInfo: string }
  const { code } = world.textMessages.list(project).at(-1) ?? {}
  await identity.accounts.update(project, localId, 'updated', (account) => ({ account: { ...account, ...change } }))
  const ended = await world.call('v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential,
    phoneVerificationInfo: { sessionInfo, code },
  })
  expect([reasonOf(ended), ended.body['idToken']]).toEqual(['INVALID_MFA_PENDING_CREDENTIAL', undefined])
})
