import { StatusError } from '@hearth/model'
import { deviceOf } from '../../access/device.ts'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { ProjectStore, RecordChange } from '../../persistence/persistence.ts'
import type { RecentSignIns } from '../sign-in/recent-sign-ins.ts'
import type { Account } from '../accounts/account.ts'
import type { Revocation } from '../accounts/account-changes.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { withoutSessions } from '../accounts/revocation.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../store-of.ts'
import { tenantOf } from '../realm.ts'
import {
  formatRefreshToken,
  hashSecret,
  matchesSecret,
  newSecret,
  newSessionId,
  type RefreshToken,
} from './refresh-token.ts'
import type { UsedSecondFactor } from '../sign-in/second-factor.ts'
import {
  type FoundSession,
  type HeirRecord,
  heirRecordsOf,
  HEIR_SPACE,
  sessionKey,
  type SessionRecord,
  sessionRecordsOf,
  SESSIONS_MAX,
  SESSION_SPACE,
} from './session-record.ts'

/** Writing the last use down each time would make a refresh as dear as a commit. */
const LAST_USED_STEP_MS_MAX = 24 * 60 * 60 * 1000
/** Of an account: more often nobody is told apart by it. */
const REFRESH_STEP_MS = 1_000
/** Other tabs may still hold the refresh token that one of them replaced. */
const PREVIOUS_SECRET_MS = 60 * 60 * 1000

/** How long what began in a session may go on in the one that took its place; no operator session lives longer. */
const HEIR_MS = 60 * 60 * 1000
/** Sessions of one browser in a row that each took the place of the one before, within that time. */
const HEIRS_MAX = 50

/** How a user proved who they are. */
export interface SignInMethod {
  /** `password`, `anonymous`, `custom`, ... */
  readonly signInProvider: string
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly secondFactor?: UsedSecondFactor | undefined
  /** Seconds; undefined: just now. */
  readonly provenAt?: number | undefined
  /** The `User-Agent` that the session begins with. */
  readonly device?: string | undefined
}

/** A session that has begun or goes on, with what its ID tokens say. */
export interface Session extends SignInMethod {
  readonly account: Account
  readonly sessionId: string
  /** Seconds. */
  readonly authTime: number
  /** When the user proved who they are; seconds. */
  readonly provenAt: number
  readonly refreshToken: string
}

type SessionTimes = Pick<Session, 'authTime' | 'provenAt'>

/** A session as its user and administrators see it. Times in milliseconds, `authTime` in seconds. */
export interface ListedSession {
  readonly id: string
  /** Seconds; when the session began. */
  readonly authTime: number
  /** Seconds; when the user last proved who they are. */
  readonly provenAt: number
  readonly signInProvider: string
  readonly secondFactor?: UsedSecondFactor | undefined
  readonly createdAt: number
  /** To the day. */
  readonly lastUsedAt: number
  /** The `User-Agent` it was last seen with; undefined where none was sent. */
  readonly device?: string | undefined
}

/** The sessions of accounts: opaque refresh tokens, kept as hashes. */
export class Sessions {
  readonly #storeOf: StoreOf
  readonly #accounts: Accounts
  readonly #clock: Clock
  readonly #random: Random
  readonly #recent: Pick<RecentSignIns, 'note'>
  readonly #idleMsMax: number
  readonly #lastUsedStepMs: number

  constructor(options: {
    storeOf: StoreOf
    accounts: Accounts
    clock: Clock
    random: Random
    /** Told of each session that begins. */
    recent: Pick<RecentSignIns, 'note'>
    /** How long a session lives without use; undefined until it is revoked. */
    idleMsMax: number | undefined
  }) {
    this.#idleMsMax = options.idleMsMax ?? Number.POSITIVE_INFINITY
    this.#lastUsedStepMs = Math.min(LAST_USED_STEP_MS_MAX, this.#idleMsMax / 10)
    this.#recent = options.recent
    this.#storeOf = options.storeOf
    this.#accounts = options.accounts
    this.#clock = options.clock
    this.#random = options.random
  }

  /**
   * Begins a session. `allow` sees the account as it is at that moment and refuses by throwing: what was checked before may
   * have changed meanwhile. Throws `USER_NOT_FOUND`, `USER_DISABLED`.
   */
  async begin(
    project: string,
    uid: string,
    method: SignInMethod,
    allow: (account: Account) => void = () => {},
  ): Promise<Session> {
    let refreshToken: RefreshToken | undefined
    let times: SessionTimes = { authTime: 0, provenAt: 0 }
    let isFirst = false
    const account = await this.#accounts.update(project, uid, 'updated', async (current, store) => {
      assertEnabled(current)
      allow(current)
      isFirst = current.lastSignInAt === undefined
      const now = this.#clock.nowMs()
      const authTime = Math.max(Math.floor(now / 1000), current.validSince)
      times = { authTime, provenAt: Math.min(authTime, method.provenAt ?? authTime) }
      const begun = this.#newSession(project, current, times, method)
      refreshToken = begun.refreshToken
      const surplus = this.#surplus(await sessionRecordsOf(store, uid), current)
      return {
        account: { ...current, lastSignInAt: now, lastRefreshAt: now, lastAuthTime: authTime },
        records: [...surplus.map(({ space, key }) => ({ space, key, value: undefined })), begun.record],
      }
    })
    const at = account.lastSignInAt ?? this.#clock.nowMs()
    this.#recent.note(project, { uid, provider: method.signInProvider, isFirst, at })
    return sessionOf(account, refreshToken, times, method)
  }

  /**
   * Changes an account in a way that ends all its sessions, and begins the only one that goes on, in one commit. That one is no
   * newer proof of who the user is than `provenAt` (seconds), of the token that asked for the change.
   * Throws what `change` throws and `USER_NOT_FOUND`, `USER_DISABLED`.
   */
  async beginAnew(
    project: string,
    uid: string,
    { provenAt }: { readonly provenAt: number },
    method: SignInMethod,
    change: (account: Account) => Account,
  ): Promise<Session> {
    let refreshToken: RefreshToken | undefined
    const account = await this.#accounts.update(project, uid, 'revokedByItself', async (current, store) => {
      assertEnabled(current)
      const now = this.#clock.nowMs()
      const ended = withoutSessions(change(current), now)
      const times = { lastSignInAt: now, lastRefreshAt: now, lastAuthTime: ended.validSince }
      const changed = { ...ended, ...times }
      const begun = this.#newSession(project, changed, { authTime: changed.validSince, provenAt }, method)
      refreshToken = begun.refreshToken
      const before = await sessionRecordsOf(store, uid)
      return {
        account: changed,
        records: [...before.map(({ space, key }) => ({ space, key, value: undefined })), begun.record],
      }
    })
    return sessionOf(account, refreshToken, { authTime: account.validSince, provenAt }, method)
  }

  /**
   * Changes an account in a way that ends all its sessions. Their records stay until the next sign-in, so that each can still be
   * told why it ended.
   */
  async endAll(
    project: string,
    uid: string,
    change: (account: Account) => Account | Promise<Account>,
    kind: Revocation = 'revoked',
  ): Promise<Account> {
    return await this.#accounts.update(project, uid, kind, async (current) => ({
      account: withoutSessions(await change(current), this.#clock.nowMs()),
    }))
  }

  /**
   * The session a refresh token stands for; `device` is the `User-Agent` that brought it. Throws `TOKEN_EXPIRED` for one that was
   * revoked or idle for too long, `USER_DISABLED`,
   * `USER_NOT_FOUND`.
   */
  async resume(project: string, token: RefreshToken, device?: string): Promise<Session> {
    const store = await this.#storeOf(project)
    const key = sessionKey(token.uid, token.sessionId)
    const record = await store.getRecord(SESSION_SPACE, key)
    const account = await this.#accounts.find(project, token.uid)
    if (record === undefined) throw identityError(account === undefined ? 'USER_NOT_FOUND' : 'TOKEN_EXPIRED')
    const session = JSON.parse(record.value) as SessionRecord
    const now = this.#clock.nowMs()
    if (!isSecretOf(session, token.secret, now)) throw identityError('TOKEN_EXPIRED')
    if (account === undefined) throw identityError('USER_NOT_FOUND')
    assertEnabled(account)
    if (!this.#isAlive(session, account)) throw identityError('TOKEN_EXPIRED')
    await this.#noteRefresh(project, account, now)
    const seenWith = deviceOf(device) ?? session.device
    if (now - session.lastUsedAt >= this.#lastUsedStepMs || seenWith !== session.device) {
      await this.#noteUse(store, key, record.revision, { ...session, lastUsedAt: now, device: seenWith })
    }
    const { authTime, provenAt = authTime, signInProvider, claims, secondFactor } = session
    return {
      account,
      sessionId: token.sessionId,
      authTime,
      provenAt,
      signInProvider,
      claims,
      secondFactor,
      refreshToken: formatRefreshToken(token),
    }
  }

  /**
   * Gives a session that goes on a new refresh token, because only hashes of the old one are kept; the old one works for another
   * hour. Undefined when there is no such session, or another request is replacing its token just now.
   */
  async replaceToken(project: string, account: Account, sessionId: string): Promise<Session | undefined> {
    const store = await this.#storeOf(project)
    const key = sessionKey(account.uid, sessionId)
    const record = await store.getRecord(SESSION_SPACE, key)
    if (record === undefined) return undefined
    const session = JSON.parse(record.value) as SessionRecord
    const now = this.#clock.nowMs()
    const secret = newSecret(this.#random)
    const replaced: SessionRecord = {
      ...session,
      secretHash: hashSecret(secret),
      previous: { secretHash: session.secretHash, until: now + PREVIOUS_SECRET_MS },
      lastUsedAt: now,
    }
    try {
      await store.commit({
        expect: [{ kind: 'record', space: SESSION_SPACE, key, revision: record.revision }],
        records: [{ space: SESSION_SPACE, key, value: JSON.stringify(replaced) }],
      })
    } catch (error) {
      // Replaced at the same moment by another request of this session, which has the new token.
      if (error instanceof StatusError && error.reason === 'CONFLICT') return undefined
      throw error
    }
    const { authTime, provenAt = authTime, signInProvider, claims, secondFactor } = session
    const refreshToken = formatRefreshToken({
      kind: 'account',
      uid: account.uid,
      sessionId,
      secret,
      tenant: tenantOf(project),
    })
    return { account, sessionId, authTime, provenAt, signInProvider, claims, secondFactor, refreshToken }
  }

  /** The sessions that go on, the one used last first. */
  async list(project: string, uid: string): Promise<ListedSession[]> {
    const store = await this.#storeOf(project)
    const account = await this.#accounts.get(project, uid)
    return (await sessionRecordsOf(store, uid))
      .filter(({ session }) => this.#isAlive(session, account))
      .map(
        ({
          key,
          session: { authTime, provenAt = authTime, signInProvider, secondFactor, createdAt, lastUsedAt, device },
        }) => ({
          id: key.slice(key.indexOf('/') + 1),
          authTime,
          provenAt,
          signInProvider,
          secondFactor,
          createdAt,
          lastUsedAt,
          device,
        }),
      )
      .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)
  }

  /**
   * Ends one session; its ID tokens are over at once, and so is what rests on it (`goesOn`), unless the session `heir` takes its place.
   * Throws `not-found`/`SESSION_NOT_FOUND`, `USER_NOT_FOUND`.
   */
  async end(
    project: string,
    uid: string,
    sessionId: string,
    { heir, kind = 'revoked' }: { heir?: string | undefined; kind?: Revocation } = {},
  ): Promise<void> {
    const key = sessionKey(uid, sessionId)
    await this.#accounts.update(project, uid, kind, async (account, store) => {
      if ((await store.getRecord(SESSION_SPACE, key)) === undefined) {
        throw new StatusError('not-found', 'SESSION_NOT_FOUND', 'There is no such session.')
      }
      const ended: RecordChange = { space: SESSION_SPACE, key, value: undefined }
      if (heir === undefined || heir === sessionId) return { account, records: [ended] }
      const now = this.#clock.nowMs()
      const record: HeirRecord = { sessionId: heir, until: now + HEIR_MS }
      const over = (await heirRecordsOf(store, uid)).filter(({ heir: { until } }) => until <= now)
      const forgotten = over.map(({ space, key: old }) => ({ space, key: old, value: undefined }))
      return { account, records: [ended, ...forgotten, { space: HEIR_SPACE, key, value: JSON.stringify(record) }] }
    })
  }

  /** Whether a session was not ended, by itself or with all of the account. */
  async isOpen(project: string, account: Account, sessionId: string): Promise<boolean> {
    const record = await (await this.#storeOf(project)).getRecord(SESSION_SPACE, sessionKey(account.uid, sessionId))
    return record !== undefined && isOfNow(JSON.parse(record.value) as SessionRecord, account)
  }

  /** `isOpen` of a session, or of the one that took its place. */
  async goesOn(project: string, uid: string, sessionId: string): Promise<boolean> {
    const store = await this.#storeOf(project)
    const now = this.#clock.nowMs()
    let id = sessionId
    for (let step = 0; step <= HEIRS_MAX; step++) {
      const key = sessionKey(uid, id)
      const session = await store.getRecord(SESSION_SPACE, key)
      if (session !== undefined) {
        const account = await this.#accounts.find(project, uid)
        return account !== undefined && isOfNow(JSON.parse(session.value) as SessionRecord, account)
      }
      const record = await store.getRecord(HEIR_SPACE, key)
      if (record === undefined) return false
      const heir = JSON.parse(record.value) as HeirRecord
      if (heir.until <= now) return false
      id = heir.sessionId
    }
    return false
  }

  /** How a session was signed in to; undefined when there is no such session. */
  async findMethod(project: string, uid: string, sessionId: string): Promise<SignInMethod | undefined> {
    const record = await (await this.#storeOf(project)).getRecord(SESSION_SPACE, sessionKey(uid, sessionId))
    if (record === undefined) return undefined
    const { signInProvider, claims, secondFactor, device } = JSON.parse(record.value) as SessionRecord
    return { signInProvider, claims, secondFactor, device }
  }

  /** To the second. Whoever has a session goes on with it where nothing can be written. */
  async #noteRefresh(project: string, { uid, lastRefreshAt }: Account, now: number): Promise<void> {
    if (lastRefreshAt !== undefined && Math.abs(now - lastRefreshAt) < REFRESH_STEP_MS) return
    try {
      await this.#accounts.update(project, uid, 'updated', (account) => ({
        account: { ...account, lastRefreshAt: now },
      }))
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
    }
  }

  async #noteUse(store: ProjectStore, key: string, revision: number, session: SessionRecord): Promise<void> {
    try {
      await store.commit({
        expect: [{ kind: 'record', space: SESSION_SPACE, key, revision }],
        records: [{ space: SESSION_SPACE, key, value: JSON.stringify(session) }],
      })
    } catch (error) {
      // Somebody else wrote down the same use.
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
    }
  }

  #newSession(
    realm: string,
    { uid, revocations }: Account,
    { authTime, provenAt }: SessionTimes,
    method: SignInMethod,
  ): { refreshToken: RefreshToken; record: RecordChange } {
    const now = this.#clock.nowMs()
    const refreshToken: RefreshToken = {
      kind: 'account',
      uid,
      sessionId: newSessionId(this.#random),
      secret: newSecret(this.#random),
      tenant: tenantOf(realm),
    }
    const session: SessionRecord = {
      secretHash: hashSecret(refreshToken.secret),
      authTime,
      revocations,
      provenAt: provenAt < authTime ? provenAt : undefined,
      signInProvider: method.signInProvider,
      claims: method.claims,
      secondFactor: method.secondFactor,
      createdAt: now,
      lastUsedAt: now,
      device: deviceOf(method.device),
    }
    const record = {
      space: SESSION_SPACE,
      key: sessionKey(uid, refreshToken.sessionId),
      value: JSON.stringify(session),
    }
    return { refreshToken, record }
  }

  /** What has ended, and beyond the limit what was longest unused. */
  #surplus(sessions: readonly FoundSession[], account: Account): FoundSession[] {
    const ended = sessions.filter(({ session }) => !this.#isAlive(session, account))
    const alive = sessions.filter(({ session }) => this.#isAlive(session, account))
    const surplusCount = Math.max(0, alive.length - (SESSIONS_MAX - 1))
    const oldestFirst = alive.toSorted((one, other) => one.session.lastUsedAt - other.session.lastUsedAt)
    return [...ended, ...oldestFirst.slice(0, surplusCount)]
  }

  #isAlive(session: SessionRecord, account: Account): boolean {
    return isOfNow(session, account) && this.#clock.nowMs() - session.lastUsedAt < this.#idleMsMax
  }
}

/** Whether it began after the last ending of all the account's sessions. */
function isOfNow({ authTime, revocations = 0 }: SessionRecord, account: Account): boolean {
  return authTime >= account.validSince && revocations === (account.revocations ?? 0)
}

export function assertEnabled(account: Account): void {
  if (account.disabled) throw identityError('USER_DISABLED')
}

function isSecretOf(session: SessionRecord, secret: string, now: number): boolean {
  if (matchesSecret(secret, session.secretHash)) return true
  const { previous } = session
  return previous !== undefined && now < previous.until && matchesSecret(secret, previous.secretHash)
}

function sessionOf(
  account: Account,
  token: RefreshToken | undefined,
  times: SessionTimes,
  method: SignInMethod,
): Session {
  if (token === undefined) throw new Error('a session without a refresh token')
  const { signInProvider, claims, secondFactor } = method
  return {
    account,
    sessionId: token.sessionId,
    ...times,
    signInProvider,
    claims,
    secondFactor,
    refreshToken: formatRefreshToken(token),
  }
}
