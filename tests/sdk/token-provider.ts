import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { encodeSignedJwt } from '../../apps/server/src/identity/tokens/jwt.ts'

const callback = 'https://app.example/callback'
/** Of a project, of its app for phones, and of somebody else. */
export const clientIds = { web: 'hearth', phone: 'hearth-phone', stranger: 'another-app' } as const

interface Signing {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export interface TokenRequest {
  readonly sub?: string
  readonly clientId?: string
  readonly nonce?: string
}

/**
 * A real OpenID Connect provider on a port of its own, whose tokens an app gets by itself. The user `<name>` has the address
 * `<name>@example.com`, verified unless the name begins with `unverified`.
 */
export class TokenProvider implements AsyncDisposable {
  readonly issuer: string
  readonly #server: Server
  readonly #tellsInToken: boolean
  #signing = newSigning()
  /** How often the keys were asked for. */
  keyReads = 0
  /** How often nobody answered. */
  hungUpCount = 0

  private constructor(server: Server, tellsInToken: boolean) {
    this.#server = server
    this.#tellsInToken = tellsInToken
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#serve()
  }

  /** `tellsInToken: false`: the address is at the userinfo endpoint alone, as the standard has it for the code flow. */
  static async start({ tellsInToken = true }: { tellsInToken?: boolean } = {}): Promise<TokenProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new TokenProvider(server, tellsInToken)
  }

  get config() {
    return { issuer: this.issuer, clientId: clientIds.web, enabled: true }
  }

  /** What the provider signs with at present. */
  get signing(): Signing {
    return this.#signing
  }

  /** From now on another key; the one before is gone. */
  rotateKeys(): void {
    this.#signing = newSigning()
    this.#serve()
  }

  /** Signs in at the provider's own pages, agrees, and exchanges the code: all as an app does it that knows no Hearth. */
  async tokens({ sub = 'ada', clientId = clientIds.web, nonce }: TokenRequest = {}): Promise<{
    readonly idToken: string
    readonly accessToken: string
  }> {
    const browser = new Browser(this.issuer)
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email profile',
      ...(nonce !== undefined && { nonce }),
    })
    let page = await browser.follow(`/auth?${query}`)
    for (const answer of [{ prompt: 'login', login: sub, password: 'any' }, { prompt: 'consent' }]) {
      page = await browser.follow(page, new URLSearchParams(answer))
    }
    const code = new URL(page).searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: clientId }
    const response = await fetch(`${this.issuer}/token`, { method: 'POST', body: new URLSearchParams(grant) })
    const body = (await response.json()) as { id_token: string; access_token: string }
    return { idToken: body.id_token, accessToken: body.access_token }
  }

  /** Claims as the provider writes them, changed; undefined takes one away. */
  claims(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const iat = Math.floor(Date.now() / 1000)
    const email = 'ada@example.com'
    const said = { iss: this.issuer, aud: clientIds.web, sub: 'ada', email, email_verified: true, iat, exp: iat + 600 }
    return { ...said, ...changes }
  }

  /** A token that the provider never gave, signed with its own key unless another is named. */
  async sign(claims: Record<string, unknown>, key: Partial<Signing> = {}): Promise<string> {
    return await encodeSignedJwt(claims, { ...this.#signing, ...key })
  }

  /** Nobody answers any more, until `answerAgain`. */
  hangUp(): void {
    this.#server.removeAllListeners('request')
    this.#server.on('request', (_request, response) => {
      this.hungUpCount += 1
      response.destroy()
    })
  }

  answerAgain(): void {
    this.#serve()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(): void {
    const { kid, privateKey } = this.#signing
    const provider = new Provider(this.issuer, {
      clients: Object.values(clientIds).map((id) => ({
        client_id: id,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
      })),
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
      pkce: { required: () => false },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: !this.#tellsInToken,
      cookies: { keys: ['a key of this test'] },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({
          sub,
          email: `${sub}@example.com`,
          email_verified: !sub.startsWith('unverified'),
          name: sub,
        }),
      }),
    })
    const answer = provider.callback()
    this.#server.removeAllListeners('request')
    this.#server.on('request', (request, response) => {
      if (request.url === '/jwks') this.keyReads += 1
      answer(request, response)
    })
  }
}

/** The nonce that an app gives to the provider for one that it keeps. */
export function nonceOf(rawNonce: string): string {
  return createHash('sha256').update(rawNonce).digest('hex')
}

function newSigning(): Signing {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: `key-${nextKey++}`, privateKey, publicKey }
}

let nextKey = 1

/** Follows redirects within the provider, with its cookies. */
class Browser {
  readonly #issuer: string
  readonly #cookies = new Map<string, string>()

  constructor(issuer: string) {
    this.#issuer = issuer
  }

  /** Answers the address that it ends at: a page of the provider, or one elsewhere. */
  async follow(address: string, form?: URLSearchParams): Promise<string> {
    const url = new URL(address, this.#issuer)
    if (url.origin !== this.#issuer) return url.href
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null && !response.ok) throw new Error(`The provider answered ${response.status}.`)
    return location === null ? url.href : await this.follow(location)
  }
}
