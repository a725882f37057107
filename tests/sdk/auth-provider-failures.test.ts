import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { OAuthProvider } from './oauth-provider.ts'
import { ProviderWindow } from './provider-window.ts'
import { type SamlClaims, SamlProvider } from './saml-provider.ts'

const saml = 'saml.acme'
const lines: Readonly<Record<string, unknown>>[] = []
let world: ProviderWindow
let oauthProvider: OAuthProvider
let samlProvider: SamlProvider

beforeAll(async () => {
  const warn = (fields: Readonly<Record<string, unknown>>): void => void lines.push(fields)
  world = await ProviderWindow.start({ log: { info() {}, warn, error() {} } })
  oauthProvider = await OAuthProvider.start({ info: { id: 1, login: 'ada' } })
  samlProvider = await SamlProvider.start()
  const { client, endpoints } = oauthProvider
  await world.admin('POST', 'defaultSupportedIdpConfigs?idpId=github.com', { enabled: true, ...client, ...endpoints })
  await world.admin('POST', `inboundSamlConfigs?inboundSamlConfigId=${saml}`, samlProvider.config)
})
afterAll(async () => {
  await samlProvider[Symbol.asyncDispose]()
  await oauthProvider[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})
beforeEach(() => void lines.splice(0))

it.each([
  ['incorrect_client_credentials', 'incorrect_client_credentials'],
  ['invalid_client', 'invalid_client'],
  ['words of the provider with a secret', 'OAUTH_INVALID_RESPONSE'],
])(
  'whoever set up a provider that answers %s reads %s in the log, and the app nothing of it',
  async (error, problem) => {
    oauthProvider.tokenAnswer = { error }
    expect(await world.signIn('github.com')).toEqual({ code: 'auth/invalid-credential' })
    expect(lines).toMatchObject([
      { project: 'shop-app', providerId: 'github.com', reason: 'INVALID_IDP_RESPONSE', problem },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/words of the provider|a secret of this client/)
  },
)

it('a provider that fails again and again has one line in a minute', async () => {
  oauthProvider.tokenAnswer = { error: 'invalid_scope' }
  for (let times = 0; times < 3; times++) await world.signIn('github.com')
  expect(lines).toHaveLength(1)
})

it.each([
  ['client_refused', 401, 'INVALID_IDP_RESPONSE'],
  ['rate_limited', 403, 'PROVIDER_UNREACHABLE'],
  ['status_503', 503, 'PROVIDER_UNREACHABLE'],
  [undefined, 404, 'INVALID_IDP_RESPONSE'],
])(
  'a provider that is asked about a token leaves %s in the log by %i, and nothing of its client or the token',
  async (problem, status, reason) => {
    const path = `/applications/${oauthProvider.client.clientId}/token`
    oauthProvider.refusedAt.set(path, status)
    const access_token = 'gho_a_token_of_a_stranger'
    const postBody = new URLSearchParams({ providerId: 'github.com', access_token }).toString()
    const { error } = await world.redeem('http://localhost', { postBody })
    oauthProvider.refusedAt.delete(path)
    expect(error).toMatchObject({ message: expect.stringMatching(new RegExp(`^${reason}`)) })
    expect(lines).toMatchObject([{ project: 'shop-app', providerId: 'github.com', reason, problem }])
    expect(JSON.stringify([lines, error])).not.toMatch(/a secret of this client|gho_/)
  },
)

it.each<[problem: string, changes: () => Partial<SamlClaims>]>([
  ['wrong_audience', () => ({ audience: 'https://other.example.com/saml' })],
  ['out_of_time', () => ({ notOnOrAfter: new Date(Date.now() - 60_000).toISOString() })],
  ['other_request', () => ({ responseTo: '_another' })],
])('an assertion of SAML that is refused leaves %s in the log', async (problem, changes) => {
  await bring((request) => samlProvider.answer(request, changes()))
  expect(lines).toMatchObject([{ project: 'shop-app', providerId: saml, problem }])
  expect(JSON.stringify(lines)).not.toContain('ada@example.com')
})

it('and a signature by another key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await bring((request) => {
    const claims = samlProvider.claims(request)
    const signed = samlProvider.sign(samlProvider.assertion(claims), { privateKey })
    return samlProvider.formOf(request, samlProvider.response(claims, signed))
  })
  expect(lines).toMatchObject([{ providerId: saml, problem: 'wrong_signature' }])
})

/** As the browser that began. */
async function bring(
  answer: (request: ReturnType<SamlProvider['read']>) => Readonly<Record<string, string>>,
): Promise<void> {
  const { cookie, location } = await world.open(saml)
  const told = await fetch(`${world.server.origin}/__/auth/callback`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(answer(samlProvider.read(location))),
    redirect: 'manual',
  })
  expect(await world.toldBy(told)).toMatchObject({ error: { code: 'auth/invalid-credential' } })
}
