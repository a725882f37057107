import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeSignedJwt } from '../../apps/server/src/identity/tokens/jwt.ts'

const client = { clientId: 'hearth', clientSecret: 'a secret of this client' }

interface Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly user: unknown
}

/** What the provider answers to whoever asks who has the access token, and below it for addresses. */
export interface OAuthUser {
  readonly info: unknown
  readonly addresses?: unknown
}

/**
 * A provider of OAuth 2.0 (RFC 6749, with PKCE) on a port of its own. It asks nothing: whoever comes is `user`, or says no where that is
 * undefined. Codes work once, for the client, the address and the verifier that they were asked for with.
 */
export class OAuthProvider implements AsyncDisposable {
  readonly client = client
  user: OAuthUser | undefined
  /** What browsers came with, what codes were exchanged with, and how. */
  readonly asked: URLSearchParams[] = []
  readonly exchanged: { readonly form: URLSearchParams; readonly authorization: string | undefined }[] = []
  /** Added to the answer of the token endpoint, or in its place where it names an error. */
  tokenAnswer: Readonly<Record<string, unknown>> = {}
  /** What is answered at a path whatever is asked there, such as 429. */
  readonly refusedAt = new Map<string, number>()
  readonly #server: Server
  readonly #grants = new Map<string, Grant>()
  readonly #tokens = new Map<string, OAuthUser>()
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #granted = new Map<string, { readonly clientId: string; readonly about: object }>()

  private constructor(server: Server, user: OAuthUser) {
    this.#server = server
    this.user = user
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response))
  }

  static async start(user: OAuthUser): Promise<OAuthProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new OAuthProvider(server, user)
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get endpoints() {
    return {
      authorizationEndpoint: `${this.origin}/authorize`,
      tokenEndpoint: `${this.origin}/token`,
      userInfoEndpoint: `${this.origin}/user`,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.origin)
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: this.#authorize(url.searchParams) }).end()
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const sent = Buffer.concat(chunks).toString()
    const body =
      url.pathname === '/token'
        ? this.#exchange(new URLSearchParams(sent), request)
        : (this.#inspect(url, request, sent) ?? this.#tell(url, request))
    const status = this.refusedAt.get(url.pathname) ?? (body === undefined ? this.#refusalOf(url, request) : 200)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 ? body : { message: 'no' }))
  }

  #authorize(query: URLSearchParams): string {
    this.asked.push(query)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.user === undefined) {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = randomBytes(16).toString('hex')
    const [redirectUri, challenge] = [query.get('redirect_uri') ?? '', query.get('code_challenge') ?? '']
    this.#grants.set(code, { redirectUri, challenge, user: this.user })
    back.searchParams.set('code', code)
    return back.href
  }

  #exchange(form: URLSearchParams, { headers: { authorization } }: IncomingMessage): object {
    this.exchanged.push({ form, authorization })
    if ('error' in this.tokenAnswer) return this.tokenAnswer
    const code = form.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const basic = Buffer.from(`${client.clientId}:${encodeURIComponent(client.clientSecret).replaceAll('%20', '+')}`)
    const isClient =
      authorization === `Basic ${basic.toString('base64')}` ||
      (form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret)
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!isClient || grant?.redirectUri !== form.get('redirect_uri') || grant.challenge !== verifier) {
      return { error: 'bad_verification_code' }
    }
    const accessToken = `gho_${randomBytes(16).toString('hex')}`
    this.#tokens.set(accessToken, grant.user as OAuthUser)
    return { access_token: accessToken, token_type: 'bearer', scope: 'user:email', ...this.tokenAnswer }
  }

  /** A token that an app got by itself, given to this or to another client; `about` is added to what is said of it. */
  grant(
    user: OAuthUser,
    { clientId = client.clientId, about = {} }: { clientId?: string; about?: object } = {},
  ): string {
    const token = `gho_${randomBytes(16).toString('hex')}`
    this.#tokens.set(token, user)
    this.#granted.set(token, { clientId, about })
    return token
  }

  /** As Facebook's libraries for phones get one; `claims` are added to, or in place of, what every one has. */
  async idToken(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: this.origin, aud: client.clientId, iat: now, exp: now + 3600, ...claims }
    return await encodeSignedJwt(all, { kid: 'one', privateKey: this.#key.privateKey })
  }

  /** GitHub's and Facebook's answers to the client who asks about a token; nothing for somebody else. */
  #inspect({ pathname, searchParams }: URL, { headers, method }: IncomingMessage, sent: string): unknown {
    const { clientId, clientSecret } = client
    if (pathname === '/.well-known/oauth/openid/jwks/') {
      return { keys: [{ ...this.#key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }
    }
    if (pathname === '/debug_token' && searchParams.get('access_token') === `${clientId}|${clientSecret}`) {
      const token = searchParams.get('input_token') ?? ''
      const granted = this.#granted.get(token)
      const user = this.#tokens.get(token)?.info as { id: string } | undefined
      // As Facebook answers about tokens of other apps, and about none.
      if (granted === undefined) return { data: { is_valid: false, error: { code: 190 } } }
      const data = { app_id: granted.clientId, type: 'USER', is_valid: true, user_id: user?.id, expires_at: 0 }
      return { data: { ...data, ...granted.about } }
    }
    const isQuestion = method === 'POST' && pathname === `/applications/${clientId}/token`
    if (!isQuestion || headers.authorization !== basicOf(client)) return undefined
    const token = String((JSON.parse(sent) as { access_token?: unknown }).access_token)
    const granted = this.#granted.get(token)
    if (granted === undefined) return undefined
    return {
      app: { client_id: granted.clientId },
      user: this.#tokens.get(token)?.info,
      expires_at: null,
      ...granted.about,
    }
  }

  /** As GitHub says that an app has no addresses, and that a token is none of the client's. */
  #refusalOf({ pathname }: URL, { headers }: IncomingMessage): number {
    const isClient = pathname.startsWith('/applications/') && headers.authorization === basicOf(client)
    return pathname === '/user/emails' || isClient ? 404 : 401
  }

  #tell({ pathname }: URL, { headers }: IncomingMessage): unknown {
    // As GitHub does.
    if (headers['user-agent'] === undefined) return undefined
    const user = this.#tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
    return pathname === '/user/emails' ? user?.addresses : user?.info
  }
}

function basicOf({ clientId, clientSecret }: typeof client): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}
