import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemRandom } from '../lib/ambient.ts'
import type { BlockingHooks } from '../identity/sign-in/blocking-hooks.ts'
import { DevMailbox, DevTextMessages } from '../identity/messages/dev-outbox.ts'
import { createIdentity, type Identity } from '../identity/identity.ts'
import type { GoogleClient } from '../identity/providers/provider-configs.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { ProjectRegistry } from '../projects/project-registry.ts'
import { createIdentityToolkitProtocol } from '../protocols/identity-toolkit/protocol.ts'
import { createSecureTokenProtocol } from '../protocols/secure-token/protocol.ts'
import { SecretBox } from '../secrets/secret-box.ts'
import { HttpFixture } from './http-fixture.ts'
import { sharedParts } from './shared-parts.ts'

const noHooks: BlockingHooks = { listensTo: async () => false, ask: async () => ({}) }

/** Real time, which a test can move forward. */
export class MovableClock implements Clock {
  #aheadMs = 0
  #offMs = 0
  #heldAt: number | undefined

  nowMs(): number {
    return (this.#heldAt ?? Date.now()) + this.#aheadMs + this.#offMs
  }

  steadyMs(): number {
    return performance.now() + this.#aheadMs
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }

  /** Stands still in the middle of this second, which is answered. */
  hold(): number {
    const second = Math.floor(this.nowMs() / 1000)
    this.#heldAt = Date.now() - (this.nowMs() - second * 1000) + 500
    return second
  }

  /** Somebody sets the wall clock; no time passes. */
  jump(ms: number): void {
    this.#offMs += ms
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Tests look at whatever the server answered.
  readonly body: Record<string, never>
}

/** The code of a refusal, without its explanation; `none` where nothing was refused. */
export function reasonOf({ body }: Pick<Answer, 'body'>): string {
  const { message = 'none' } = (body['error'] as { message?: string } | undefined) ?? {}
  return message.split(' : ')[0] ?? ''
}

/** The identity service with its protocols and a store, and nothing else: on a free port, with the project `demo-app`. */
export class IdentityWorld implements AsyncDisposable {
  readonly identity: Identity
  readonly projects: ProjectRegistry
  readonly clock: MovableClock
  /** What was mailed, in both modes. */
  readonly mailbox: DevMailbox
  readonly textMessages: DevTextMessages
  readonly project = 'demo-app'
  /** The API key of the project. */
  readonly apiKey: string
  readonly #http: HttpFixture
  readonly #persistence: SqlitePersistence
  readonly #folder: string

  private constructor(parts: {
    identity: Identity
    projects: ProjectRegistry
    clock: MovableClock
    mailbox: DevMailbox
    textMessages: DevTextMessages
    apiKey: string
    http: HttpFixture
    persistence: SqlitePersistence
    folder: string
  }) {
    this.identity = parts.identity
    this.projects = parts.projects
    this.clock = parts.clock
    this.mailbox = parts.mailbox
    this.textMessages = parts.textMessages
    this.apiKey = parts.apiKey
    this.#http = parts.http
    this.#persistence = parts.persistence
    this.#folder = parts.folder
  }

  /** E-mail privacy is on in both modes unless said otherwise. */
  static async start(options: {
    mode: 'start' | 'dev'
    consoleSignUp?: boolean
    signUpsPerHour?: number
    failedSignIns?: number
    sessionIdleMsMax?: number
    emailPrivacy?: boolean
    hooks?: BlockingHooks
    google?: GoogleClient
    /** Passwords are hashed at the cost of the product. */
    hashesForReal?: boolean
  }): Promise<IdentityWorld> {
    const { mode } = options
    const folder = await mkdtemp(join(tmpdir(), 'hearth-identity-'))
    const clock = new MovableClock()
    const persistence = await SqlitePersistence.open({ folder, clock, writer: sharedParts.writer })
    const projects = new ProjectRegistry({
      persistence,
      clock,
      random: systemRandom,
      mode,
      defaultProject: 'demo-app',
    })
    await projects.create({ id: CONSOLE_PROJECT, name: 'Console' })
    await projects.create({ id: 'demo-app', name: 'Demo app' })
    const [app] = await projects.listApps('demo-app')
    const mailbox = new DevMailbox({
      consoleProject: 'console',
      announce: () => undefined,
      nowMs: () => clock.nowMs(),
    })
    const textMessages = new DevTextMessages({ nowMs: () => clock.nowMs() })
    const identity = createIdentity({
      mode,
      storeOf: (project) => projects.store(project),
      listProjects: () => projects.list(),
      secrets: new SecretBox(systemRandom.bytes(32), systemRandom),
      consoleProject: CONSOLE_PROJECT,
      consoleSignUp: options.consoleSignUp ?? false,
      signUpsPerHour: options.signUpsPerHour ?? 100,
      failedSignIns: options.failedSignIns ?? 10,
      sessionIdleMsMax: options.sessionIdleMsMax ?? 180 * 24 * 60 * 60_000,
      // Whoever has a token of an operator is in the team, as its owner.
      findRole: async () => 'owner',
      mails: mailbox,
      writeInvitation: async () => {
        throw new Error('this world invites nobody')
      },
      messages: textMessages,
      hooks: options.hooks ?? noHooks,
      google: options.google,
      devDomains: [],
      providerReach: 'private',
      passwordCost: options.hashesForReal === true ? undefined : sharedParts.passwordCost,
      makeKeyPair: sharedParts.makeKeyPair,
      clock,
      random: systemRandom,
      log: { info() {}, warn() {}, error() {} },
    })
    await identity.settings.update('demo-app', () => ({ emailPrivacy: options.emailPrivacy ?? true }))
    const protocols = [
      createIdentityToolkitProtocol({
        onAppRequest: () => undefined,
        ...identity,
        mode,
        clock,
        random: systemRandom,
        mailbox,
        textMessages,
        projects,
      }),
      createSecureTokenProtocol({ ...identity, projects }),
    ]
    const http = await HttpFixture.start({
      mode,
      protocol: { ...protocols[0], routes: protocols.flatMap((protocol) => protocol.routes) },
    })
    return new IdentityWorld({
      identity,
      projects,
      clock,
      mailbox,
      textMessages,
      apiKey: app?.apiKey ?? '',
      http,
      persistence,
      folder,
    })
  }

  get origin(): string {
    return this.#http.origin
  }

  /** `host:port`, as the emulator variables want it. */
  get host(): string {
    return `127.0.0.1:${this.#http.port}`
  }

  get logText(): string {
    return JSON.stringify([this.#http.lines, this.#http.requests])
  }

  /** Calls a method of the client API: `accounts:signUp`. */
  call(method: string, body: unknown, options: { key?: string } = {}): Promise<Answer> {
    const version = method.startsWith('v2/') ? '' : 'v1/'
    return this.send(
      'POST',
      `/identitytoolkit.googleapis.com/${version}${method}?key=${options.key ?? this.apiKey}`,
      body,
    )
  }

  /** A body that is text is sent as it is. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const isText = typeof body === 'string' || body === undefined
    const response = await fetch(this.origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, never>,
    }
  }

  refresh(refreshToken: string): Promise<Answer> {
    return this.send(
      'POST',
      `/securetoken.googleapis.com/v1/token?key=${this.apiKey}`,
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http.close(100)
    await this.#persistence.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
