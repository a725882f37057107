import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  deleteUser,
  GoogleAuthProvider,
  linkWithCredential,
  OAuthProvider,
  signInWithCredential,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { expect, test } from 'vitest'
import { encodeUnsignedJwt } from '../../apps/server/src/identity/tokens/jwt.ts'
import { AuthWorld, codeOf } from '../sdk/auth-world.ts'
import { clientIds, nonceOf, TokenProvider } from '../sdk/token-provider.ts'

const acme = new OAuthProvider('oidc.acme')
const minute = 60
const refused = 'auth/invalid-credential'

async function startWorld(provider: TokenProvider): Promise<AuthWorld> {
  const world = await AuthWorld.start({ mode: 'start' })
  const { identity, project } = world.server
  await identity.providers.create(project, { providerId: 'oidc.acme', ...provider.config })
  return world
}

async function accountsOf({ server }: AuthWorld): Promise<number> {
  return await server.identity.accounts.count(server.project)
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function signBy(privateKey: KeyObject, header: object, claims: object): string {
  const content = `${encode({ alg: 'RS256', ...header })}.${encode(claims)}`
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 })

type Forge = (provider: TokenProvider) => Promise<string> | string

const notSigned = 'is none that the provider has signed'
const notIssued = 'was issued more than an hour ago, or in the future'
const incomplete = 'lacks what every ID token says, or begins later'
const notForUs = 'is for a client that this project doesn’t accept'
const notGivenToUs = 'was given to a client that this project doesn’t accept'
const anotherIssuer = 'is of another issuer'
const noIdToken = 'is none that tells who somebody is'

test.each<[what: string, reason: string, forge: Forge]>([
  [
    'is signed with another key',
    notSigned,
    (provider) => signBy(strangers.privateKey, { kid: provider.signing.kid }, provider.claims()),
  ],
  [
    'names a key that the provider doesn’t have',
    notSigned,
    (provider) => provider.sign(provider.claims(), { kid: 'made-up' }),
  ],
  [
    'brings its key along',
    notSigned,
    (provider) => {
      const jwk = strangers.publicKey.export({ format: 'jwk' })
      const header = { kid: provider.signing.kid, jwk, jku: 'https://attacker.example/jwks' }
      return signBy(strangers.privateKey, header, provider.claims())
    },
  ],
  ['has no signature (alg none)', notSigned, (provider) => encodeUnsignedJwt(provider.claims())],
  [
    'is signed by HS256 with the public key as its secret',
    notSigned,
    (provider) => {
      const content = `${encode({ alg: 'HS256', kid: provider.signing.kid })}.${encode(provider.claims())}`
      const secret = provider.signing.publicKey.export({ type: 'spki', format: 'pem' })
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
    },
  ],
  [
    'was changed after it was signed',
    notSigned,
    async (provider) => {
      const [header, , signature] = (await provider.sign(provider.claims())).split('.')
      return `${header}.${encode(provider.claims({ sub: 'grace' }))}.${signature}`
    },
  ],
  ['is the JSON of its claims, as `hearth dev` takes it', notSigned, (provider) => JSON.stringify(provider.claims())],
  ['is no token', notSigned, () => 'opaque'],
  [
    'is of another issuer',
    anotherIssuer,
    (provider) => provider.sign(provider.claims({ iss: 'https://attacker.example' })),
  ],
  [
    'is of an issuer that begins like the provider',
    anotherIssuer,
    (provider) => provider.sign(provider.claims({ iss: `${provider.issuer}/` })),
  ],
  [
    'is for another app',
    notForUs,
    async (provider) => (await provider.tokens({ clientId: clientIds.stranger })).idToken,
  ],
  ['is for nobody', notForUs, (provider) => provider.sign(provider.claims({ aud: undefined }))],
  [
    'is for several apps and was given to another',
    notGivenToUs,
    (provider) => provider.sign(provider.claims({ aud: [clientIds.web, 'another-app'], azp: 'another-app' })),
  ],
  [
    'is for several apps and doesn’t say whom it was given to',
    notGivenToUs,
    (provider) => provider.sign(provider.claims({ aud: [clientIds.web, 'another-app'] })),
  ],
  ['was given to another app', notGivenToUs, (provider) => provider.sign(provider.claims({ azp: 'another-app' }))],
  ['is over', 'is over', (provider) => provider.sign(provider.claims({ iat: now() - 600, exp: now() - minute }))],
  ['never ends', incomplete, (provider) => provider.sign(provider.claims({ exp: undefined }))],
  [
    'lives for days and was issued more than an hour ago',
    notIssued,
    (provider) => provider.sign(provider.claims({ iat: now() - 62 * minute, exp: now() + 10_000 * minute })),
  ],
  ['was issued in the future', notIssued, (provider) => provider.sign(provider.claims({ iat: now() + 2 * minute }))],
  ['doesn’t say when it was issued', notIssued, (provider) => provider.sign(provider.claims({ iat: undefined }))],
  ['begins later', incomplete, (provider) => provider.sign(provider.claims({ nbf: now() + 2 * minute }))],
  ['names nobody', incomplete, (provider) => provider.sign(provider.claims({ sub: undefined }))],
  [
    'is an access token of the same provider (RFC 9068)',
    noIdToken,
    (provider) => signBy(provider.signing.privateKey, { kid: provider.signing.kid, typ: 'at+jwt' }, provider.claims()),
  ],
  [
    'says that a session is over (back-channel logout)',
    noIdToken,
    (provider) =>
      provider.sign(provider.claims({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })),
  ],
])('A6 brought token: one that %s lets nobody in', async (_what, reason, forge) => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const idToken = await forge(provider)
  const error = await failureOf(signInWithCredential(world.device(), acme.credential({ idToken })))
  expect(error).toMatchObject({ code: refused, message: expect.stringContaining(reason) })
  expect(await accountsOf(world)).toBe(0)
})

test.each([
  ['without it', undefined],
  ['with another', 'a guess'],
  ['with the hash, which stands in the token', nonceOf('known to the app alone')],
])('A6 brought token: a stolen one that is bound to a nonce lets nobody in %s', async (_what, rawNonce) => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { idToken } = await provider.tokens({ nonce: nonceOf('known to the app alone') })
  const credential = acme.credential({ idToken, ...(rawNonce !== undefined && { rawNonce }) })
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/missing-or-invalid-nonce')
})

test('A6 brought token: a nonce that the token doesn’t have makes it no better', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { idToken } = await provider.tokens()
  const credential = acme.credential({ idToken, rawNonce: 'known to the app alone' })
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/missing-or-invalid-nonce')
})

test('A6 brought token: a sign-in that was refused leaves the ID token as bound to its nonce as it was', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { identity, project, apiKey } = world.server
  await identity.accounts.create({ project, email: 'ada@example.com', emailVerified: true })
  const rawNonce = 'known to the app alone'
  const { idToken } = await provider.tokens({ nonce: nonceOf(rawNonce) })
  const own = await codeOf(signInWithCredential(world.device({ apiKey }), acme.credential({ idToken, rawNonce })))
  expect(own).toBe('auth/account-exists-with-different-credential')
  const stolen = await codeOf(signInWithCredential(world.device(), acme.credential({ idToken })))
  expect(stolen).toBe('auth/missing-or-invalid-nonce')
})

test('A6 brought token: one that another project got by the server’s own Google client lets nobody in', async () => {
  await using world = await AuthWorld.start({ mode: 'start', google: { clientId: 'servers', clientSecret: 'hush' } })
  await using provider = await TokenProvider.start()
  const idToken = await provider.sign(provider.claims({ iss: 'https://accounts.google.com', aud: 'servers' }))
  const error = await failureOf(signInWithCredential(world.device(), GoogleAuthProvider.credential(idToken)))
  const reason = expect.stringContaining('a Google client of the project’s own')
  expect(error).toMatchObject({ code: 'auth/operation-not-allowed', message: reason })
})

test('A6 brought token: one for the app of another tenant lets nobody in, of the same provider or not', async () => {
  await using provider = await TokenProvider.start()
  await using world = await AuthWorld.start({ mode: 'start' })
  const { identity, project } = world.server
  const auth = world.device()
  const create = async (name: string, clientId: string): Promise<string> => {
    const { id } = await identity.tenants.create(project, name, {})
    await identity.providers.create(`${project}/${id}`, { providerId: 'oidc.acme', ...provider.config, clientId })
    return id
  }
  const [ones, others] = [await create('One', clientIds.web), await create('Other', clientIds.stranger)]
  const { idToken } = await provider.tokens({ clientId: clientIds.web })
  auth.tenantId = others
  expect(await codeOf(signInWithCredential(auth, acme.credential({ idToken })))).toBe(refused)
  auth.tenantId = ones
  expect(await codeOf(signInWithCredential(auth, acme.credential({ idToken })))).toBe('none')
})

test('A6 brought token: an access token alone, which may have been given to any app, lets nobody in', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { accessToken } = await provider.tokens()
  const credential = acme.credential({ accessToken })
  expect(await codeOf(signInWithCredential(world.device(), credential))).toBe('auth/operation-not-allowed')
})

test('A4 brought token: an old one that is linked makes the sign-in no more recent than it was', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { clock, identity, project } = world.server
  await identity.accounts.create({ project, email: 'grace@example.com', password: 'correct horse' })
  const auth = world.device()
  const { user } = await signInWithEmailAndPassword(auth, 'grace@example.com', 'correct horse')
  const old = provider.claims({ email: undefined, iat: now() - 20 * minute, exp: now() + 40 * minute })
  clock.advance(4 * minute * 1000)
  const linked = await linkWithCredential(user, acme.credential({ idToken: await provider.sign(old) }))
  clock.advance(2 * minute * 1000)
  expect(await codeOf(deleteUser(linked.user))).toBe('auth/requires-recent-login')
})

test('A8 brought token: a flood of unknown keys makes the server ask for the keys once, and a right token goes on', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const auth = world.device()
  await signInWithCredential(auth, acme.credential(await provider.tokens()))
  expect(provider.keyReads).toBe(1)
  world.server.clock.advance(31_000)
  const forged = Array.from({ length: 50 }, async (_, index) => {
    const idToken = await provider.sign(provider.claims(), { kid: `made-up-${index}` })
    return await codeOf(signInWithCredential(world.device(), acme.credential({ idToken })))
  })
  expect(new Set(await Promise.all(forged))).toEqual(new Set([refused]))
  expect(provider.keyReads).toBe(2)
  expect(await codeOf(signInWithCredential(auth, acme.credential(await provider.tokens())))).toBe('none')
})

test('A8 brought token: a provider that nobody reaches is asked once, however many tokens come', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { idToken } = await provider.tokens()
  provider.hangUp()
  for (let round = 0; round < 2; round++) {
    const codes = Array.from({ length: 20 }, () =>
      codeOf(signInWithCredential(world.device(), acme.credential({ idToken }))),
    )
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['auth/provider-unreachable']))
  }
  expect(provider.hungUpCount).toBe(1)
})

test('A8 brought token: one of a key that the provider has withdrawn is over within the hour', async () => {
  await using provider = await TokenProvider.start()
  await using world = await startWorld(provider)
  const { signing } = provider
  await signInWithCredential(world.device(), acme.credential(await provider.tokens()))
  provider.rotateKeys()
  world.server.clock.advance(61 * minute * 1000)
  const iat = now() + 61 * minute
  const idToken = await provider.sign(provider.claims({ iat, exp: iat + minute }), signing)
  const error = await failureOf(signInWithCredential(world.device(), acme.credential({ idToken })))
  expect(error).toMatchObject({ code: refused, message: expect.stringContaining('none that the provider has signed') })
})
