import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeSignedJwt } from '../../apps/server/src/identity/tokens/jwt.ts'

const victim = { id: 'victim', name: 'Victim' }

interface Grant {
  readonly challenge: string
  readonly nonce: string
}

export interface StolenTokens {
  readonly access_token?: string
  readonly id_token?: string
}

/**
 * A provider at which many have clients, as Facebook is one: it takes PKCE in place of the client's secret, and answers who has a token, and to
 * the client whom it was given to. Whoever comes is the victim, who is signed in. It is an issuer of OpenID Connect besides, whose keys for
 * that are others than those where Facebook's are.
 */
export class SharedProvider implements AsyncDisposable {
  readonly client = { clientId: '4711', clientSecret: 'only the shop has it' }
  /** What the client has registered. */
  redirectAddresses: readonly string[] = []
  /** The forms that codes were exchanged with, at an address for that which somebody else named. */
  readonly handedOver: URLSearchParams[] = []
  /** What somebody else's sign-in page sends browsers on with. */
  sentOn: Readonly<Record<string, string>> = {}
  /** Whether there is something where Facebook's keys are. */
  hasFacebookKeys = true
  readonly #server: Server
  readonly #keys = { openId: newKeys(), facebook: newKeys() }
  readonly #grants = new Map<string, Grant>()

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<SharedProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const provider = new SharedProvider(server)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString())
        void provider.#answer(new URL(request.url ?? '', provider.origin), form).then(({ location, body }) => {
          const status = location === undefined ? (body === undefined ? 404 : 200) : 302
          response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
          response.end(JSON.stringify(body ?? {}))
        })
      })
    })
    return provider
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get endpoints() {
    return this.#endpointsAt(this.origin)
  }

  /** Of somebody who sends browsers on to the provider, as another's client. */
  get hostileEndpoints() {
    return this.#endpointsAt(`${this.origin}/hostile`)
  }

  /** By which key an ID token is signed. */
  async idToken(by: 'openId' | 'facebook', claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: this.origin, aud: this.client.clientId, sub: victim.id, iat: now, exp: now + 3600, ...claims }
    return await encodeSignedJwt(all, { kid: 'one', privateKey: this.#keys[by].privateKey })
  }

  /** As anybody exchanges a code of a client whose verifier he knows. */
  async exchange(code: string, verifier: string): Promise<StolenTokens> {
    const form = new URLSearchParams({ code, code_verifier: verifier })
    return (await (await fetch(this.endpoints.tokenEndpoint, { method: 'POST', body: form })).json()) as StolenTokens
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #endpointsAt(base: string) {
    return { authorizationEndpoint: `${base}/dialog`, tokenEndpoint: `${base}/token`, userInfoEndpoint: `${base}/me` }
  }

  async #answer(
    { pathname, searchParams }: URL,
    form: URLSearchParams,
  ): Promise<{ location?: string; body?: unknown }> {
    switch (pathname) {
      case '/dialog':
        return this.#authorize(searchParams)
      case '/hostile/dialog': {
        const state = searchParams.get('state') ?? ''
        return { location: `${this.origin}/dialog?${new URLSearchParams({ ...this.sentOn, state })}` }
      }
      case '/hostile/token':
        this.handedOver.push(form)
        return {}
      case '/token':
        return { body: await this.#exchange(form) }
      case '/debug_token': {
        const data = { app_id: this.client.clientId, type: 'USER', is_valid: true, user_id: victim.id, expires_at: 0 }
        return { body: { data } }
      }
      case '/me':
        return { body: victim }
      case '/.well-known/openid-configuration':
        return { body: this.#metadata() }
      case '/keys':
        return { body: jwksOf(this.#keys.openId) }
      case '/.well-known/oauth/openid/jwks/':
        return this.hasFacebookKeys ? { body: jwksOf(this.#keys.facebook) } : {}
      default:
        return {}
    }
  }

  #authorize(query: URLSearchParams): { location?: string } {
    const address = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== this.client.clientId || !this.redirectAddresses.includes(address)) return {}
    const code = randomBytes(16).toString('hex')
    this.#grants.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? '' })
    return { location: `${address}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}` }
  }

  async #exchange(form: URLSearchParams): Promise<object | undefined> {
    const code = form.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const hash = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant?.challenge !== hash) return undefined
    const { nonce } = grant
    return { access_token: 'EAA', token_type: 'bearer', id_token: await this.idToken('facebook', { nonce }) }
  }

  #metadata(): object {
    const { origin } = this
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/dialog`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }
}

function newKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function jwksOf({ publicKey }: ReturnType<typeof newKeys>): object {
  return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }
}
