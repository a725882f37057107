import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, ProviderWindow } from '../sdk/provider-window.ts'
import { type SamlClaims, SamlProvider, type SamlRequest } from '../sdk/saml-provider.ts'

const providerId = 'saml.acme'

let world: ProviderWindow
let provider: SamlProvider
beforeAll(async () => {
  world = await ProviderWindow.start()
  provider = await SamlProvider.start()
  await world.admin('POST', `inboundSamlConfigs?inboundSamlConfigId=${providerId}`, provider.config)
})
afterAll(async () => {
  await provider[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

type Form = Readonly<Record<string, string>>

/** Brings the form that `answer` makes of the request, as the browser that began, and redeems what came of it. */
async function bring(answer: (request: SamlRequest) => Form, more: Form = {}): Promise<Answer> {
  const { secret, cookie, location } = await world.open(providerId, more)
  const told = await world.toldBy(await send(answer(provider.read(location)), cookie))
  if (told.urlResponse === undefined) return { code: told.error?.code }
  return await world.redeem(told.urlResponse, { sessionId: secret })
}

async function send(form: Form, cookie: string): Promise<Response> {
  const address = `${world.server.origin}/__/auth/callback`
  return await fetch(address, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
}

const refused = { code: 'auth/invalid-credential' }

it('signs in who the assertion is about, the same account the next time, with its attributes', async () => {
  const answer = await bring((request) => provider.answer(request))
  expect(answer).toMatchObject({
    providerId,
    rawId: 'ada@example.com',
    email: 'ada@example.com',
    emailVerified: false,
    displayName: 'Ada Lovelace',
    isNewUser: true,
  })
  expect(JSON.parse(String(answer['rawUserInfo']))).toEqual({ displayName: 'Ada Lovelace', groups: ['staff', 'math'] })
  expect(await bring((request) => provider.answer(request))).toMatchObject({
    localId: answer['localId'],
    isNewUser: false,
  })
})

const elsewhere = 'https://elsewhere.example/acs'
const long = (ms: number): string => new Date(Date.now() + ms).toISOString()

it.each<[what: string, changes: Partial<SamlClaims> | (() => Partial<SamlClaims>)]>([
  ['is of another provider', { issuer: 'https://other.example.com' }],
  ['is for another service', { audience: 'https://other.example.com/saml' }],
  ['is for nobody in particular', { audience: undefined }],
  ['was given to another address', { recipient: elsewhere }],
  ['answers another request', { inResponseTo: '_another' }],
  ['answers no request, in an answer that says so', { inResponseTo: undefined }],
  ['comes in an answer to another request', { responseTo: '_another' }],
  ['is over', () => ({ notOnOrAfter: long(-60_000) })],
  ['was issued long ago', () => ({ issuedAt: long(-600_000) })],
  ['is issued in an hour', () => ({ issuedAt: long(3_600_000) })],
  ['names nobody', { nameId: '' }],
  ['calls the user by a name for once', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
])('A6 federated: an assertion that %s lets nobody in', async (_what, changes) => {
  const changed = typeof changes === 'function' ? changes() : changes
  expect(await bring((request) => provider.answer(request, changed))).toEqual(refused)
})

type Forge = (request: SamlRequest, claims: SamlClaims) => string

const eve = { nameId: 'eve@example.com' }
const signedOf = (claims: SamlClaims): string => provider.sign(provider.assertion(claims))

it.each<[what: string, forge: Forge]>([
  ['has no signature', (_request, claims) => provider.response(claims, provider.assertion(claims))],
  [
    'is signed as a whole alone, and not in its assertion',
    (_request, claims) => provider.sign(provider.response(claims, provider.assertion(claims)), {}, 'Response'),
  ],
  [
    'is signed by a key of somebody else',
    (_request, claims) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      return provider.response(claims, provider.sign(provider.assertion(claims), { privateKey }))
    },
  ],
  [
    'is signed with SHA-1',
    (_request, claims) => {
      const signatureAlgorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      return provider.response(claims, provider.sign(provider.assertion(claims), { signatureAlgorithm }))
    },
  ],
  [
    'was changed after it was signed',
    (_request, claims) => provider.response(claims, signedOf(claims).replace('>ada@example.com<', '>eve@example.com<')),
  ],
  [
    'has a second assertion before the signed one',
    (_request, claims) => provider.response(claims, provider.assertion({ ...claims, ...eve }) + signedOf(claims)),
  ],
  [
    'has the signed assertion in another one that took its place (XSW3)',
    (_request, claims) => {
      const outer = provider.assertion({ ...claims, ...eve }, '_outer')
      return provider.response(claims, outer.replace('</saml:Assertion>', `${signedOf(claims)}</saml:Assertion>`))
    },
  ],
  [
    'has the signed assertion among extensions, and its signature in a forged one (XSW7)',
    (_request, claims) => {
      const signed = signedOf(claims)
      const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? ''
      const forged = provider
        .assertion({ ...claims, ...eve }, '_forged')
        .replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
      return provider.response(claims, `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`)
    },
  ],
  [
    'has the signed assertion in the signature of a forged one with the same id (XSW4)',
    (_request, claims) => {
      const signed = provider.sign(provider.assertion(claims, '_same'))
      const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? ''
      const inside = signature.replace(
        '</Signature>',
        `<Object>${provider.assertion(claims, '_same')}</Object></Signature>`,
      )
      const forged = provider
        .assertion({ ...claims, ...eve }, '_same')
        .replace('</saml:Issuer>', `</saml:Issuer>${inside}`)
      return provider.response(claims, forged)
    },
  ],
  [
    'has a comment in the name of the user',
    (_request, claims) =>
      provider.response(
        claims,
        signedOf({ ...claims, nameId: 'ada@example.com.evil.example' }).replace('.evil', '<!---->.evil'),
      ),
  ],
  [
    'has a document type with an entity of a file',
    (_request, claims) =>
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${provider.response(claims, signedOf(claims).replace('Ada Lovelace', '&x;'))}`,
  ],
  [
    'has entities that grow',
    (_request, claims) =>
      `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${provider.response(claims, signedOf(claims))}`,
  ],
  [
    'has more elements than anybody needs',
    (_request, claims) => provider.response(claims, signedOf(claims) + '<x/>'.repeat(3_000)),
  ],
  ['is no XML', () => '<samlp:Response'],
  ['is empty', () => ''],
])('A6 federated: an answer that %s lets nobody in', async (_what, forge) => {
  expect(await bring((request) => provider.formOf(request, forge(request, provider.claims(request))))).toEqual(refused)
})

it('A6 federated: an assertion works once, in the browser that asked for it, and comes for no other flow', async () => {
  const { cookie, location } = await world.open(providerId)
  const form = provider.answer(provider.read(location))
  const again = { ...form, hearthSentAgain: '1' }
  expect((await send(again, '')).status).toBe(400)
  const other = await world.open(providerId)
  expect((await send(again, other.cookie)).status).toBe(400)
  const stolen = await send({ ...form, RelayState: provider.read(other.location).relayState }, other.cookie)
  expect(await world.toldBy(stolen)).toMatchObject({ error: refused })
  expect(await world.toldBy(await send(form, cookie))).toHaveProperty('urlResponse')
  expect((await send(form, cookie)).status).toBe(400)
})

it('A7 pre-hijack: an address that a provider names opens no account', async () => {
  await world.call('v1/accounts:signUp', { email: 'grace@example.com', password: 'correct horse' })
  const answer = await bring((request) => provider.answer(request, { nameId: 'grace@example.com' }))
  expect(answer).toMatchObject({ needConfirmation: true, email: 'grace@example.com' })
  expect(answer).not.toHaveProperty('idToken')
})

it('re-authenticates by a sign-in of now alone, which the provider is asked for', async () => {
  const more = { authType: 'reauthViaPopup' }
  await bring((request) => provider.answer(request))
  expect(await bring((request) => provider.answer(request), more)).toMatchObject({ isNewUser: false })
  expect(provider.asked.at(-1)?.isForced).toBe(true)
  const old = { authnInstant: new Date(Date.now() - 3_600_000).toISOString() }
  expect(await bring((request) => provider.answer(request, old), more)).toEqual(refused)
})

it('is told of a no', async () => {
  const no = (request: SamlRequest): Form => {
    const claims = provider.claims(request)
    const status = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/>'
    const xml = provider
      .response(claims, '')
      .replace(
        /<samlp:StatusCode[^>]*>/,
        `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder">${status}</samlp:StatusCode>`,
      )
    return provider.formOf(request, xml)
  }
  expect(await bring(no)).toEqual({ code: 'auth/user-cancelled' })
})
