import { createHash, randomBytes } from 'node:crypto'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer, type TestServerOptions } from '../../apps/server/src/testing/test-server.ts'

export type Answer = Readonly<Record<string, unknown>>

/** A server with a project, and what its owner, a browser and the SDK say to it, without a browser. */
export class ProviderWindow implements AsyncDisposable {
  readonly server: TestServer
  readonly #apiKey: string
  readonly #authorization: string

  private constructor(server: TestServer, apiKey: string, authorization: string) {
    this.server = server
    this.#apiKey = apiKey
    this.#authorization = authorization
  }

  static async start(options: Pick<TestServerOptions, 'log'> = {}): Promise<ProviderWindow> {
    const settings = { HEARTH_PRIVATE_PROVIDERS: 'true' } as const
    const server = await TestServer.start({ ...options, mode: 'start', settings })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const { app } = await owner.enter('shop-app')
    return new ProviderWindow(server, app.apiKey, `Bearer ${await owner.operatorToken('shop-app')}`)
  }

  /** A method of the project's configuration, as its owner. */
  async admin(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`${this.server.origin}/v2/projects/shop-app/${path}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answer
  }

  /** As a page opens the window: where it leads to, and what the browser keeps. */
  async open(providerId: string, more: Readonly<Record<string, string>> = {}) {
    const secret = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      apiKey: this.#apiKey,
      authType: 'signInViaPopup',
      providerId,
      redirectUrl: `${this.server.origin}/app`,
      challenge: createHash('sha256').update(secret).digest('base64url'),
      ...more,
    })
    const answer = await fetch(`${this.server.origin}/__/auth/handler?${query}`, { redirect: 'manual' })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { secret, cookie, location: answer.headers.get('location') ?? '', text: await answer.text() }
  }

  /** What the page is told by the last page of the window. */
  async toldBy(answer: Response): Promise<{ urlResponse?: string; error?: { code: string } }> {
    const text = /id="message">(.*?)<\/script>/s.exec(await answer.text())?.[1] ?? '{}'
    return (JSON.parse(text) as { message?: { urlResponse?: string } }).message ?? {}
  }

  /** Through the window at a provider that asks nothing, to what `accounts:signInWithIdp` answers, or the code of the error. */
  async signIn(
    providerId: string,
    { more = {}, body = {} }: { more?: Readonly<Record<string, string>>; body?: object } = {},
  ): Promise<Answer> {
    const { secret, cookie, location } = await this.open(providerId, more)
    const atProvider = await fetch(location, { redirect: 'manual' })
    const back = atProvider.headers.get('location') ?? ''
    const told = await this.toldBy(await fetch(back, { headers: { cookie }, redirect: 'manual' }))
    if (told.urlResponse === undefined) return { code: told.error?.code }
    return await this.redeem(told.urlResponse, { sessionId: secret, ...body })
  }

  async redeem(requestUri: string, body: object): Promise<Answer> {
    return await this.call('v1/accounts:signInWithIdp', { requestUri, returnIdpCredential: true, ...body })
  }

  /** As the SDK of the app. */
  async call(path: string, body: object): Promise<Answer> {
    const answer = await fetch(`${this.server.origin}/identitytoolkit.googleapis.com/${path}?key=${this.#apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Answer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}
