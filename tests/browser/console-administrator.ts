import { totpCode, TOTP_PERIOD_SECONDS, totpStep } from '../../apps/server/src/identity/sign-in/totp.ts'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { owner, type ConsoleWorld } from './console-world.ts'

/** The owner of the server, who looks after the accounts of a project by the vendor's administration API. */
export class ConsoleAdministrator {
  readonly #world: ConsoleWorld
  readonly #project: string
  readonly #idToken: string
  readonly apiKey: string

  private constructor(world: ConsoleWorld, project: string, parts: { idToken: string; apiKey: string }) {
    this.#world = world
    this.#project = project
    this.#idToken = parts.idToken
    this.apiKey = parts.apiKey
  }

  static async enter(world: ConsoleWorld, project = 'console'): Promise<ConsoleAdministrator> {
    const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
    const { app } = await account.enter(project)
    const idToken = await account.operatorToken(project)
    return new ConsoleAdministrator(world, project, { idToken, apiKey: app.apiKey })
  }

  /** Such as `call('POST', 'v1', 'accounts:update', …)`. */
  async call<Answer>(method: string, version: 'v1' | 'v2', path: string, body?: unknown): Promise<Answer> {
    const separator = path.startsWith(':') ? '' : '/'
    const answer = await fetch(`${this.#world.origin}/${version}/projects/${this.#project}${separator}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#idToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  async uidOf(email: string): Promise<string> {
    const found = await this.call<{ users?: { localId: string }[] }>('POST', 'v1', 'accounts:lookup', { email })
    const uid = found.users?.[0]?.localId
    if (uid === undefined) throw new Error(`nobody has ${email}`)
    return uid
  }

  async update(email: string, change: object): Promise<void> {
    await this.call('POST', 'v1', 'accounts:update', { localId: await this.uidOf(email), ...change })
  }

  /** A link as a mail would carry it. */
  async link(requestType: string, email: string, rest: object = {}): Promise<string> {
    const body = { requestType, email, returnOobLink: true, ...rest }
    return (await this.call<{ oobLink: string }>('POST', 'v1', 'accounts:sendOobCode', body)).oobLink
  }

  /** Gives the account an authenticator app, whose secret it answers. */
  async enrol(email: string, password: string): Promise<string> {
    await this.update(email, { emailVerified: true })
    const { idToken } = await this.#identity<{ idToken: string }>('v1/accounts:signInWithPassword', {
      email,
      password,
      returnSecureToken: true,
    })
    const { totpSessionInfo } = await this.#identity<{
      totpSessionInfo: { sharedSecretKey: string; sessionInfo: string }
    }>('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
    const { sharedSecretKey, sessionInfo } = totpSessionInfo
    const verificationCode = codeNow(sharedSecretKey, -1)
    await this.#identity('v2/accounts/mfaEnrollment:finalize', {
      idToken,
      displayName: 'Telephone',
      totpVerificationInfo: { sessionInfo, verificationCode },
    })
    return sharedSecretKey
  }

  async #identity<Answer>(path: string, body: unknown): Promise<Answer> {
    const answer = await fetch(`${this.#world.origin}/${path}?key=${this.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

/** What an authenticator app shows; `later` counts in periods, of which one beside now is taken, each once. */
export function codeNow(secret: string, later = 0): string {
  return totpCode(secret, totpStep(Date.now() + later * TOTP_PERIOD_SECONDS * 1000))
}
