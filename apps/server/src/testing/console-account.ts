import type { TestServer } from './test-server.ts'

export interface AppConfiguration {
  readonly apiKey: string
  readonly appId: string
  readonly projectId: string
  readonly storageBucket: string
  readonly measurementId: string
  readonly authDomain: string
}

export interface OperatorEntry {
  readonly customToken: string
  readonly role: string
  readonly expiresAt: string
  readonly app: AppConfiguration
}

/** A server of this process or of another. */
interface Reachable {
  readonly origin: string
}

/** Somebody with an account of the console, and what the console's pages ask in their name; over HTTP, as the pages do. */
export class ConsoleAccount {
  readonly #server: Reachable
  readonly uid: string
  readonly idToken: string

  private constructor(server: Reachable, signedIn: { localId: string; idToken: string }) {
    this.#server = server
    this.uid = signedIn.localId
    this.idToken = signedIn.idToken
  }

  /** Uses the set-up code: the account owns the server. */
  static async claim(
    server: TestServer,
    email = 'olga@example.com',
    password = 'correct horse',
  ): Promise<ConsoleAccount> {
    const body = { code: server.setupCode, displayName: 'Olga', email, password }
    await getJson(await post(`${server.origin}/hearth/v1/setup`, body))
    return await ConsoleAccount.signIn(server, email, password)
  }

  /** Makes an account; the server must be set to `HEARTH_SIGN_UP=anyone`. */
  static async signUp(server: Reachable, email: string, password = 'correct horse'): Promise<ConsoleAccount> {
    return await ConsoleAccount.#identify(server, 'signUp', { email, password, returnSecureToken: true })
  }

  static async signIn(server: Reachable, email: string, password: string): Promise<ConsoleAccount> {
    return await ConsoleAccount.#identify(server, 'signInWithPassword', { email, password, returnSecureToken: true })
  }

  /** Ends every session of the account and begins another, in which the answered one is. */
  async changePassword(password: string): Promise<ConsoleAccount> {
    const body = { idToken: this.idToken, password, returnSecureToken: true }
    return await ConsoleAccount.#identify(this.#server, 'update', body)
  }

  static async #identify(server: Reachable, method: string, body: unknown): Promise<ConsoleAccount> {
    const { app } = await getJson<{ app: AppConfiguration }>(await fetch(`${server.origin}/hearth/v1/console`))
    const address = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${app.apiKey}`
    return new ConsoleAccount(server, await getJson(await post(address, body)))
  }

  /** Any method of `/hearth/v1`. */
  async call(method: string, path: string, body?: unknown): Promise<Response> {
    return await fetch(`${this.#server.origin}/hearth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.idToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  async createProject(projectId: string, name = projectId): Promise<void> {
    await getJson(await this.call('POST', '/projects', { projectId, name }))
  }

  /** Needs to be a member; the custom token is for `signInWithCustomToken` of the project's app. */
  async enter(projectId: string): Promise<OperatorEntry> {
    return await getJson(await this.call('POST', `/projects/${projectId}/operator-session`))
  }

  /** The ID token of an operator session. */
  async operatorToken(projectId: string): Promise<string> {
    const { customToken, app } = await this.enter(projectId)
    const address = `${this.#server.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=${app.apiKey}`
    const signedIn = await getJson<{ idToken: string }>(
      await post(address, { token: customToken, returnSecureToken: true }),
    )
    return signedIn.idToken
  }
}

async function post(address: string, body: unknown): Promise<Response> {
  return await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function getJson<Shape>(response: Response): Promise<Shape> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Shape
}

/** Of an answer that refuses. */
export async function errorOf(answer: Response): Promise<{ code: number; reason: string; message: string }> {
  return ((await answer.json()) as { error: { code: number; reason: string; message: string } }).error
}
