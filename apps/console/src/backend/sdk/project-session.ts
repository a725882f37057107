import { connectAuth } from '@hearth/client/auth'
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app'
import { inMemoryPersistence, signInWithCustomToken, type Auth } from 'firebase/auth'
import { callHearth, type HearthCall } from '../api/call-hearth.ts'
import type { AppIdentity } from '../api/console-settings.ts'
import { HearthError } from '../api/hearth-error.ts'
import { failureOf } from '../errors/failure.ts'
import { idleHeaders, type OperatorRole, type OperatorSession } from '../api/operator-session.ts'
import { lapsesMs, presence } from '../../browser/presence.ts'

/** Asks the server for the right to enter, `idleMs` after somebody was last there. */
export type Grant = (idleMs: number) => Promise<OperatorSession>

/**
 * One project, entered as an operator: an app of the SDK with a session of its own. `firestoreOf(session.app)` and
 * `storageOf(session.app)` speak as this operator. It lives in this page's memory.
 */
export class ProjectSession {
  readonly id: string
  readonly identity: AppIdentity
  readonly app: FirebaseApp
  readonly #auth: Auth
  readonly #grant: Grant
  #role: OperatorRole
  #times: SessionTimes
  #usedAt = Date.now()
  #toldAt = Date.now()
  #renewing: Promise<void> | undefined
  #renewed: PromiseWithResolvers<void> | undefined
  readonly #roleListeners = new Set<() => void>()

  private constructor(options: {
    id: string
    grant: Grant
    granted: Pick<OperatorSession, 'app' | 'role'>
    app: FirebaseApp
    auth: Auth
    times: SessionTimes
  }) {
    this.id = options.id
    this.identity = options.granted.app
    this.app = options.app
    this.#grant = options.grant
    this.#auth = options.auth
    this.#role = options.granted.role
    this.#times = options.times
  }

  /** @param grant asks the server for the right to enter, in the name of the console's user */
  static async open(id: string, grant: Grant): Promise<ProjectSession> {
    const granted = await grant(0)
    const app = initializeApp(appOptions(granted.app), `project:${id}`)
    const auth = connectAuth(app, { persistence: inMemoryPersistence })
    try {
      const times = await signIn(auth, granted)
      return new ProjectSession({ id, grant, granted, app, auth, times })
    } catch (thrown) {
      await deleteApp(app)
      throw thrown
    }
  }

  /** The project's identity, such as for its password policy. Its user is the operator. */
  get auth(): Auth {
    return this.#auth
  }

  get role(): OperatorRole {
    return this.#role
  }

  /** Told when the role is another. */
  subscribeToRole = (listener: () => void): (() => void) => {
    this.#roleListeners.add(listener)
    return () => this.#roleListeners.delete(listener)
  }

  /** Editors and owners change users, documents and files. */
  get mayWrite(): boolean {
    return this.#role !== 'viewer'
  }

  /** Milliseconds since the epoch, by this machine's clock. */
  get endsAt(): number {
    return this.#times.endsAt
  }

  /** When something that runs by itself, such as an upload, last used it; milliseconds since the epoch. */
  get usedAt(): number {
    return this.#usedAt
  }

  /** For how long nobody has been at the page and nothing ran here by itself; milliseconds. */
  get idleMs(): number {
    return Math.max(0, Date.now() - Math.max(presence.signAt, this.#usedAt))
  }

  /**
   * When it was last used, as far as the server was told here, which leaves out what the SDK asks; milliseconds since the epoch. Each call tells
   * for how long nobody has been there, and the server counts from then.
   */
  get toldAt(): number {
    return Math.max(this.#toldAt, this.#usedAt)
  }

  /** Says that it is in use, though nobody may be at the keyboard. */
  noteUse(): void {
    this.#usedAt = Date.now()
  }

  /** Goes on with a newer grant; listeners and uploads under way go on with it. Throws when the project can't be entered any more. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Resolves once it has gone on with a newer grant. */
  whenRenewed(): Promise<void> {
    this.#renewed ??= Promise.withResolvers<void>()
    return this.#renewed.promise
  }

  async #renew(): Promise<void> {
    const granted = await this.#grant(this.idleMs)
    this.#times = await signIn(this.#auth, granted)
    this.#toldAt = Date.now() - this.idleMs
    this.#renewed?.resolve()
    this.#renewed = undefined
    if (this.#role === granted.role) return
    this.#role = granted.role
    for (const listener of this.#roleListeners) listener()
  }

  /** Takes up a later sign-in of the console's user: what the server grants for some minutes after it goes by the session's own. */
  async followSignIn(signedInAt: number): Promise<void> {
    // A renewal that is under way may have begun before that sign-in.
    for (let tries = 0; tries < 2 && this.#times.signedInAt < signedInAt; tries++) await this.renew()
  }

  /** The operator's ID token, for endpoints that the SDK has no call for. */
  async idToken(): Promise<string> {
    // Whoever worked for long without a call finds the session lapsed at the server, which shall be no concern of theirs.
    if (this.idleMs < lapsesMs && Date.now() - this.toldAt > lapsesMs) await this.renew()
    this.#toldAt = Math.max(this.#toldAt, Date.now() - this.idleMs)
    const user = this.#auth.currentUser
    if (user === null) throw new HearthError({ code: 'unauthenticated', reason: 'SESSION_OVER', message: '' })
    return await user.getIdToken()
  }

  /** Calls an endpoint as this operator; once more with a new session where this one is over before its time, such as with another role. */
  async call<Answer>(call: Omit<HearthCall<Answer>, 'idToken'>): Promise<Answer> {
    try {
      return await this.#callOnce(call)
    } catch (thrown) {
      // In an empty room it is left to lapse.
      if (!isSessionOver(thrown) || this.idleMs >= lapsesMs) throw thrown
      try {
        await this.renew()
      } catch {
        throw thrown
      }
      // What was refused so was not done.
      return await this.#callOnce(call)
    }
  }

  async #callOnce<Answer>(call: Omit<HearthCall<Answer>, 'idToken'>): Promise<Answer> {
    const idToken = await this.idToken()
    return await callHearth({ ...call, idToken, headers: { ...call.headers, ...idleHeaders(this.idleMs) } })
  }

  async close(): Promise<void> {
    await deleteApp(this.app)
  }
}

/** The server says so, or the SDK when it asks for the next token. A proxy's word is none. */
function isSessionOver(thrown: unknown): boolean {
  const { code, reason } = failureOf(thrown)
  return (code === 'unauthenticated' || code === 'auth/user-token-expired') && reason !== 'FOREIGN_ANSWER'
}

function appOptions(identity: AppIdentity) {
  return { ...identity, measurementId: identity.measurementId ?? '', authDomain: location.host }
}

/** Milliseconds since the epoch. */
interface SessionTimes {
  /** By this machine's clock. */
  readonly endsAt: number
  /** When the console's user had signed in, by the server's clock. */
  readonly signedInAt: number
}

/** This machine's clock may be far from the server's: only the server's own times are compared. */
async function signIn(auth: Auth, granted: OperatorSession): Promise<SessionTimes> {
  const { user } = await signInWithCustomToken(auth, granted.customToken)
  const { issuedAtTime, authTime } = await user.getIdTokenResult()
  return {
    endsAt: Date.now() + millisecondsOf(granted.expiresAt) - Date.parse(issuedAtTime),
    signedInAt: Date.parse(authTime),
  }
}

function millisecondsOf(moment: number | string): number {
  return typeof moment === 'number' ? moment : Date.parse(moment)
}
