import { createHash, randomBytes } from 'node:crypto'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer, type TestServerOptions } from '../../apps/server/src/testing/test-server.ts'

export type Answer = Readonly<Record<string, unknown>>

/** A server with a project, and what its owner, a browser and the SDK say to it, without a browser. */
export class ProviderWindow implements AsyncDisposable {
  readonly server: TestServer
  readonly #owner: ConsoleAccount
  readonly #project: string
  readonly #apiKey: string
  readonly #authorization: string

  private constructor(
    server: TestServer,
    owner: ConsoleAccount,
    of: { project: string; apiKey: string; authorization: string },
  ) {
    this.server = server
    this.#owner = owner
    this.#project = of.project
    this.#apiKey = of.apiKey
    this.#authorization = of.authorization
  }

  static async start(options: Pick<TestServerOptions, 'log'> = {}): Promise<ProviderWindow> {
    const settings = { HEARTH_PRIVATE_PROVIDERS: 'true' } as const
    const server = await TestServer.start({ ...options, mode: 'start', settings })
    return await ProviderWindow.#of(server, await ConsoleAccount.claim(server), 'shop-app')
  }

  /** Another project of the same server, which ends with this one's. */
  async besides(project: string): Promise<ProviderWindow> {
    return await ProviderWindow.#of(this.server, this.#owner, project)
  }

  static async #of(server: TestServer, owner: ConsoleAccount, project: string): Promise<ProviderWindow> {
    await owner.createProject(project, project)
    const { app } = await owner.enter(project)
    const authorization = `Bearer ${await owner.operatorToken(project)}`
    return new ProviderWindow(server, owner, { project, apiKey: app.apiKey, authorization })
  }

  /** A method of the project's configuration, as its owner. */
  async admin(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`${this.server.origin}/v2/projects/${this.#project}/${path}`, {
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
