import { StatusError } from '@hearth/model'
import type { OperatorRole } from '../../access/caller.ts'
import { hasRole } from '../../access/project-team.ts'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../store-of.ts'
import {
  formatRefreshToken,
  hashSecret,
  matchesSecret,
  newSecret,
  newSessionId,
  type RefreshToken,
} from './refresh-token.ts'
import { sessionKey } from './session-record.ts'

const SPACE = 'operator-session'
/** Custom tokens that began a session, by uid and id, for as long as they would be valid. */
const USED_TOKEN_SPACE = 'operator-token'
const LIFE_MS_MAX = 60 * 60 * 1000
const IDLE_MS_MAX = 15 * 60 * 1000
/** How exactly the last use outlives the process. */
const LAST_USED_STEP_MS = 60 * 1000
const SESSIONS_MAX = 20
const TOUCHED_MAX = 10_000
const SWEPT_MAX = 1_000

/** As kept in the space `operator-session`, under the same kind of key as accounts' sessions. */
interface OperatorRecord {
  readonly secretHash: string
  readonly role: OperatorRole
  /** When the person's session in the console began; seconds. */
  readonly authTime: number
  /** When they proved who they are; seconds. Records of before have none. */
  readonly provenAt?: number | undefined
  readonly endsAt: number
  readonly lastUsedAt: number
  /** The uid had an account in the console when the session began, so it ends with that account's sessions. */
  readonly hasConsoleAccount: boolean
  /** That account's when the session began. */
  readonly revocations?: number | undefined
  /** The session in the console that it began in, and ends with. Records of before have none. */
  readonly consoleSession?: string | undefined
}

/** A member of a project's team at work in the project, without an account there. */
export interface OperatorSession {
  readonly uid: string
  readonly sessionId: string
  readonly role: OperatorRole
  /** When the person proved to the console who they are; seconds. */
  readonly provenAt: number
  /** Milliseconds. */
  readonly endsAt: number
}

/** The role in a project that somebody has now; undefined outside its team. */
export type FindRole = (project: string, uid: string) => Promise<OperatorRole | undefined>

/** What a custom token of this server says about the session it may begin, once. */
export interface OperatorEntry {
  readonly uid: string
  readonly role: OperatorRole
  readonly tokenId: string
  /** Milliseconds. */
  readonly mintedAt: number
  /** When the person's session in the console began, and when they proved who they are; seconds. */
  readonly authTime: number
  readonly provenAt: number
  /** The id of that session. Tokens of before have none. */
  readonly consoleSession: string | undefined
  /** When somebody was last at the page that asked for it; milliseconds. */
  readonly usedAt: number
}

/** Whether a session of the console was not ended. */
export type HasConsoleSession = (uid: string, sessionId: string) => Promise<boolean>

/**
 * Operator sessions: an hour at most, 15 minutes without a request that somebody is there for, only while the person's session in the console goes on, and while the
 * team's document gives at least the role they began with.
 */
export class OperatorSessions {
  readonly #storeOf: StoreOf
  readonly #accounts: Accounts
  readonly #findRole: FindRole
  readonly #hasConsoleSession: HasConsoleSession
  readonly #consoleProject: string
  readonly #clock: Clock
  readonly #random: Random
  /** Last uses that are not written down yet, by project and key, longest unused first. */
  readonly #touched = new Map<string, number>()

  constructor(options: {
    storeOf: StoreOf
    accounts: Accounts
    findRole: FindRole
    hasConsoleSession: HasConsoleSession
    consoleProject: string
    clock: Clock
    random: Random
  }) {
    this.#storeOf = options.storeOf
    this.#accounts = options.accounts
    this.#findRole = options.findRole
    this.#hasConsoleSession = options.hasConsoleSession
    this.#consoleProject = options.consoleProject
    this.#clock = options.clock
    this.#random = options.random
  }

  /**
   * The hour counts from the custom token. Throws `TOKEN_EXPIRED`, also for a role that was lost since, and `INVALID_CUSTOM_TOKEN` for a
   * token that began a session before.
   */
  async begin(
    project: string,
    { uid, role, tokenId, mintedAt, authTime, provenAt, consoleSession, usedAt }: OperatorEntry,
  ): Promise<OperatorSession & { readonly refreshToken: string }> {
    const now = this.#clock.nowMs()
    const account = await this.#accounts.find(this.#consoleProject, uid)
    const record: OperatorRecord = {
      secretHash: '',
      role,
      authTime,
      provenAt,
      endsAt: mintedAt + LIFE_MS_MAX,
      lastUsedAt: Math.min(usedAt, now),
      hasConsoleAccount: account !== undefined,
      revocations: account?.revocations,
      consoleSession,
    }
    await this.#assertAlive(uid, record, now, account)
    await this.#assertRole(project, uid, role)
    const refreshToken: RefreshToken = {
      kind: 'operator',
      uid,
      sessionId: newSessionId(this.#random),
      secret: newSecret(this.#random),
    }
    const store = await this.#storeOf(project)
    const prefix = sessionKey(uid, '')
    const others = await store.read((snapshot) =>
      snapshot.listRecords(
        SPACE,
        { start: prefix, end: `${prefix.slice(0, -1)}0` },
        { limit: SESSIONS_MAX * 2, reverse: false },
      ),
    )
    const oldestFirst = others
      .map(({ key, value }) => ({ key, session: JSON.parse(value) as OperatorRecord }))
      .toSorted((one, other) => one.session.endsAt - other.session.endsAt)
    const surplus = oldestFirst.filter(
      ({ session }, index) => session.endsAt <= now || index <= oldestFirst.length - SESSIONS_MAX,
    )
    const key = sessionKey(uid, refreshToken.sessionId)
    const usedKey = sessionKey(uid, tokenId)
    const forgotten = await this.#endedTokens(store, prefix, now)
    try {
      await store.commit({
        expect: [{ kind: 'record', space: USED_TOKEN_SPACE, key: usedKey, revision: 0 }],
        records: [
          ...surplus.map((old) => ({ space: SPACE, key: old.key, value: undefined })),
          ...forgotten.map((ended) => ({ space: USED_TOKEN_SPACE, key: ended, value: undefined })),
          { space: USED_TOKEN_SPACE, key: usedKey, value: String(record.endsAt) },
          { space: SPACE, key, value: JSON.stringify({ ...record, secretHash: hashSecret(refreshToken.secret) }) },
        ],
      })
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
      throw identityError('INVALID_CUSTOM_TOKEN', 'The custom token is not valid. It works once, and it was used.')
    }
    return { ...publicPart(uid, refreshToken.sessionId, record), refreshToken: formatRefreshToken(refreshToken) }
  }

  /** The keys of used tokens of one uid that nobody could use any more. */
  async #endedTokens(store: ProjectStore, prefix: string, now: number): Promise<string[]> {
    const used = await store.read((snapshot) =>
      snapshot.listRecords(
        USED_TOKEN_SPACE,
        { start: prefix, end: `${prefix.slice(0, -1)}0` },
        { limit: SWEPT_MAX, reverse: false },
      ),
    )
    return used.filter(({ value }) => Number(value) <= now).map(({ key }) => key)
  }

  /** Throws `TOKEN_EXPIRED` for one that has ended. */
  async resume(project: string, token: RefreshToken): Promise<OperatorSession> {
    return await this.#use(project, token.uid, token.sessionId, { secret: token.secret })
  }

  /**
   * Notes a use of the session that an ID token names, `idleMs` after somebody was last there; `Infinity` is no use. Throws `TOKEN_EXPIRED` for
   * one that has ended.
   */
  async use(project: string, uid: string, sessionId: string, idleMs = 0): Promise<OperatorSession> {
    return await this.#use(project, uid, sessionId, { idleMs })
  }

  async #use(
    project: string,
    uid: string,
    sessionId: string,
    { secret, idleMs = 0 }: { readonly secret?: string; readonly idleMs?: number },
  ): Promise<OperatorSession> {
    const store = await this.#storeOf(project)
    const key = sessionKey(uid, sessionId)
    const stored = await store.getRecord(SPACE, key)
    if (stored === undefined) throw identityError('TOKEN_EXPIRED')
    const record = JSON.parse(stored.value) as OperatorRecord
    if (secret !== undefined && !matchesSecret(secret, record.secretHash)) throw identityError('TOKEN_EXPIRED')
    const now = this.#clock.nowMs()
    const touchedKey = `${project}/${key}`
    const lastUsedAt = Math.max(record.lastUsedAt, this.#touched.get(touchedKey) ?? 0)
    const account = record.hasConsoleAccount ? await this.#accounts.find(this.#consoleProject, uid) : undefined
    await this.#assertAlive(uid, { ...record, lastUsedAt }, now, account)
    await this.#assertRole(project, uid, record.role)
    const usedAt = Math.max(lastUsedAt, now - idleMs)
    this.#touch(touchedKey, usedAt)
    if (usedAt - record.lastUsedAt >= LAST_USED_STEP_MS) {
      // Two uses at once write nearly the same; the one that waits for nobody's revision can't fail.
      await store.commit({ records: [{ space: SPACE, key, value: JSON.stringify({ ...record, lastUsedAt: usedAt }) }] })
    }
    return publicPart(uid, sessionId, record)
  }

  async #assertAlive(uid: string, record: OperatorRecord, now: number, account: Account | undefined): Promise<void> {
    if (now >= record.endsAt || now - record.lastUsedAt >= IDLE_MS_MAX) throw identityError('TOKEN_EXPIRED')
    if (!record.hasConsoleAccount) return
    if (account === undefined || account.disabled) throw identityError('TOKEN_EXPIRED')
    const { authTime, revocations = 0 } = record
    if (authTime < account.validSince || revocations !== (account.revocations ?? 0)) {
      throw identityError('TOKEN_EXPIRED')
    }
    const { consoleSession } = record
    if (consoleSession !== undefined && !(await this.#hasConsoleSession(uid, consoleSession))) {
      throw identityError('TOKEN_EXPIRED')
    }
  }

  async #assertRole(project: string, uid: string, role: OperatorRole): Promise<void> {
    const current = await this.#findRole(project, uid)
    if (current === undefined || !hasRole(current, role)) throw identityError('TOKEN_EXPIRED')
  }

  #touch(key: string, now: number): void {
    this.#touched.delete(key)
    this.#touched.set(key, now)
    const longestUnused = this.#touched.keys().next()
    if (this.#touched.size > TOUCHED_MAX && !longestUnused.done) this.#touched.delete(longestUnused.value)
  }
}

function publicPart(uid: string, sessionId: string, record: OperatorRecord): OperatorSession {
  return { uid, sessionId, role: record.role, provenAt: record.provenAt ?? record.authTime, endsAt: record.endsAt }
}
