import { connectAuth } from '@hearth/client/auth'
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app'
import { inMemoryPersistence, signInWithCustomToken, type Auth } from 'firebase/auth'
import { callHearth, type HearthCall } from '../api/call-hearth.ts'
import type { AppIdentity } from '../api/console-settings.ts'
import type { OperatorRole, OperatorSession } from '../api/operator-session.ts'

/**
 * One project, entered as an operator: an app of the SDK with a session of its own. `firestoreOf(session.app)` and
 * `storageOf(session.app)` speak as this operator. The session lives in this tab's memory alone.
 */
export class ProjectSession {
  readonly id: string
  readonly identity: AppIdentity
  readonly app: FirebaseApp
  readonly #auth: Auth
  #role: OperatorRole
  #endsAt: number
  #usedAt = Date.now()

  private constructor(id: string, granted: OperatorSession, app: FirebaseApp, auth: Auth, endsAt: number) {
    this.id = id
    this.identity = granted.app
    this.app = app
    this.#auth = auth
    this.#role = granted.role
    this.#endsAt = endsAt
  }

  static async open(id: string, granted: OperatorSession): Promise<ProjectSession> {
    const app = initializeApp(
      { ...granted.app, measurementId: granted.app.measurementId ?? '', authDomain: location.host },
      `project:${id}`,
    )
    const auth = connectAuth(app, { persistence: inMemoryPersistence })
    try {
      return new ProjectSession(id, granted, app, auth, await signIn(auth, granted))
    } catch (thrown) {
      await deleteApp(app)
      throw thrown
    }
  }

  get role(): OperatorRole {
    return this.#role
  }

  /** Editors and owners change users, documents and files. */
  get mayWrite(): boolean {
    return this.#role !== 'viewer'
  }

  /** Milliseconds since the epoch, by this machine's clock. */
  get endsAt(): number {
    return this.#endsAt
  }

  /** When something that runs by itself, such as an upload, last used it; milliseconds since the epoch. */
  get usedAt(): number {
    return this.#usedAt
  }

  /** Says that it is in use, though nobody may be at the keyboard. */
  noteUse(): void {
    this.#usedAt = Date.now()
  }

  /** Goes on with a newer grant; listeners and uploads under way go on with it. */
  async renew(granted: OperatorSession): Promise<void> {
    this.#endsAt = await signIn(this.#auth, granted)
    this.#role = granted.role
  }

  /** The operator's ID token, for endpoints that the SDK has no call for. */
  async idToken(): Promise<string> {
    const user = this.#auth.currentUser
    if (user === null) throw new Error(`The operator session of ${this.id} is over.`)
    return await user.getIdToken()
  }

  /** Calls an endpoint as this operator. */
  async call<Answer>(call: Omit<HearthCall<Answer>, 'idToken'>): Promise<Answer> {
    return await callHearth({ ...call, idToken: await this.idToken() })
  }

  async close(): Promise<void> {
    await deleteApp(this.app)
  }
}

/** Answers when the session ends by this machine's clock, which may be far from the server's: only the server's own times are compared. */
async function signIn(auth: Auth, granted: OperatorSession): Promise<number> {
  const { user } = await signInWithCustomToken(auth, granted.customToken)
  const { issuedAtTime } = await user.getIdTokenResult()
  return Date.now() + millisecondsOf(granted.expiresAt) - Date.parse(issuedAtTime)
}

function millisecondsOf(moment: number | string): number {
  return typeof moment === 'number' ? moment : Date.parse(moment)
}
