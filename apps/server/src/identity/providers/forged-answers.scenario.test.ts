import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StatusError } from '@hearth/model'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { systemClock } from '../../lib/ambient.ts'
import { encodeSignedJwt, encodeUnsignedJwt } from '../tokens/jwt.ts'
import { OpenIdClient } from './open-id-client.ts'
import { createProviderFetch } from './provider-fetch.ts'
import type { OpenIdProvider } from './provider-config.ts'
import { ProviderRefusals } from './provider-refusals.ts'

const CLIENT_ID = 'hearth'
const flow = {
  state: 'the-state-of-this-browser',
  nonce: 'the-nonce-of-this-flow',
  codeVerifier: 'a-code-verifier-of-forty-three-characters-at-least',
  callbackUrl: 'http://localhost/__/auth/callback',
}

/** An OpenID provider that gives whatever ID token the test makes. */
class ForgingProvider implements AsyncDisposable {
  readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  idToken = ''
  /** What the code was exchanged with. */
  readonly exchanged: URLSearchParams[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(this.#answer(request.url ?? '', body)))
      })
    })
  }

  static async start(): Promise<ForgingProvider> {
    const provider = new ForgingProvider()
    provider.#server.listen(0, '127.0.0.1')
    await once(provider.#server, 'listening')
    return provider
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  claims(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1000)
    const { nonce } = flow
    return { iss: this.issuer, aud: CLIENT_ID, sub: 'ada', nonce, iat: now, exp: now + 300, ...more }
  }

  sign(claims: Record<string, unknown>, privateKey: KeyObject = this.keys.privateKey): Promise<string> {
    return encodeSignedJwt(claims, { kid: 'one', privateKey })
  }

  #answer(path: string, body: string): object {
    const { issuer } = this
    if (path === '/jwks') {
      return { keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }
    }
    if (path === '/token') {
      this.exchanged.push(new URLSearchParams(body))
      return { access_token: 'access', token_type: 'Bearer', id_token: this.idToken }
    }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** The reason of the refusal, or the subject of who came in. */
async function exchange(
  provider: ForgingProvider,
  answer: Record<string, string> = {},
  changes: Partial<OpenIdProvider> = {},
): Promise<string> {
  const client = new OpenIdClient({
    fetch: createProviderFetch({ reach: 'private' }),
    clock: systemClock,
    refusals: new ProviderRefusals(),
  })
  const query = new URLSearchParams({ code: 'a-code', state: flow.state, iss: provider.issuer, ...answer })
  const config = {
    providerId: 'oidc.acme',
    enabled: true,
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: 'hush',
    ...changes,
  }
  try {
    return (await client.exchange(config, query, { ...flow, isReauthentication: false })).rawId
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return error.reason
  }
}

test('A6 federated: the code is exchanged with the verifier of the flow, and a right answer lets in', async () => {
  await using provider = await ForgingProvider.start()
  provider.idToken = await provider.sign(provider.claims())
  expect(await exchange(provider)).toBe('ada')
  expect(provider.exchanged[0]?.get('code_verifier')).toBe(flow.codeVerifier)
  expect(provider.exchanged[0]?.get('redirect_uri')).toBe(flow.callbackUrl)
})

const team = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const apple = {
  providerId: 'apple.com',
  clientSecret: undefined,
  appleKey: {
    teamId: 'ABCDE12345',
    keyId: 'KEY1234567',
    privateKey: team.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
}

test('Apple is given a secret that the key of the team has signed, for a few minutes, and no verifier', async () => {
  await using provider = await ForgingProvider.start()
  provider.idToken = await provider.sign(provider.claims())
  expect(await exchange(provider, {}, apple)).toBe('ada')
  const form = provider.exchanged[0]
  expect(form?.get('client_id')).toBe(CLIENT_ID)
  expect(form?.has('code_verifier')).toBe(false)
  const { payload, protectedHeader } = await jwtVerify(form?.get('client_secret') ?? '', team.publicKey, {
    issuer: 'ABCDE12345',
    subject: CLIENT_ID,
    audience: 'https://appleid.apple.com',
  })
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY1234567' })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
})

test('A6 federated: without a verifier, an answer of Apple with the nonce of another flow lets nobody in', async () => {
  await using provider = await ForgingProvider.start()
  provider.idToken = await provider.sign(provider.claims({ nonce: 'another' }))
  expect(await exchange(provider, {}, apple)).toBe('INVALID_IDP_RESPONSE')
  provider.idToken = await provider.sign(provider.claims())
  expect(await exchange(provider, { error: 'user_cancelled_authorize' }, apple)).toBe('USER_CANCELLED')
})

test('A6 federated: an answer of another flow, or of another provider, is refused before the code is used', async () => {
  await using provider = await ForgingProvider.start()
  provider.idToken = await provider.sign(provider.claims())
  expect(await exchange(provider, { state: 'the-state-of-the-attacker' })).toBe('INVALID_IDP_RESPONSE')
  expect(await exchange(provider, { iss: 'https://attacker.example' })).toBe('INVALID_IDP_RESPONSE')
  expect(provider.exchanged).toEqual([])
})

test.each<[what: string, forge: (provider: ForgingProvider) => Promise<string> | string]>([
  ['has the nonce of another flow', (provider) => provider.sign(provider.claims({ nonce: 'another' }))],
  ['has no nonce', (provider) => provider.sign(provider.claims({ nonce: undefined }))],
  ['is of another issuer', (provider) => provider.sign(provider.claims({ iss: 'https://attacker.example' }))],
  ['is for another client', (provider) => provider.sign(provider.claims({ aud: 'another-app' }))],
  [
    'is for several clients and was given to another',
    (provider) => provider.sign(provider.claims({ aud: [CLIENT_ID, 'another-app'], azp: 'another-app' })),
  ],
  ['is over', (provider) => provider.sign(provider.claims({ iat: 1_000, exp: 2_000 }))],
  ['names nobody', (provider) => provider.sign(provider.claims({ sub: undefined }))],
  ['has no signature', (provider) => encodeUnsignedJwt(provider.claims())],
  [
    'is signed with another key',
    (provider) => provider.sign(provider.claims(), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  ],
  [
    'is signed by HS256 with the public key as its secret',
    (provider) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(provider.claims())}`
      const secret = provider.keys.publicKey.export({ type: 'spki', format: 'pem' })
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    },
  ],
])('A6 federated: an ID token of the provider that %s lets nobody in', async (_what, forge) => {
  await using provider = await ForgingProvider.start()
  provider.idToken = await forge(provider)
  expect(await exchange(provider)).toBe('INVALID_IDP_RESPONSE')
})
