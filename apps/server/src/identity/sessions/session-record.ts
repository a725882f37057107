import type { ProjectStore } from '../../persistence/persistence.ts'
import type { StoredRecord } from '../../persistence/stored-record.ts'
import type { UsedSecondFactor } from '../sign-in/second-factor.ts'

/**
 * Sessions as records: `session` for accounts, `operator-session` for members of a project's team. Key: the uid in base64url, a
 * slash, the session's id; so one account's sessions are a range.
 */
export interface SessionRecord {
  /** SHA-256 of the secret in the refresh token, base64url. */
  readonly secretHash: string
  /** The secret before, accepted for a while after it was replaced. */
  readonly previous?: { readonly secretHash: string; readonly until: number } | undefined
  /** Seconds; when the session began. */
  readonly authTime: number
  /** The account's when the session began. */
  readonly revocations?: number | undefined
  /** Seconds; when the user proved who they are, if that was before the session began. */
  readonly provenAt?: number | undefined
  readonly signInProvider: string
  /** Claims of the custom token that began it; they stay for all its ID tokens. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly secondFactor?: UsedSecondFactor | undefined
  readonly createdAt: number
  readonly lastUsedAt: number
  /** The `User-Agent` it was last seen with, for people to tell their sessions apart; nothing is decided by it. */
  readonly device?: string | undefined
}

export const SESSION_SPACE = 'session'
/** What took the place of sessions that are over, under the keys they had. */
export const HEIR_SPACE = 'session-heir'

/** The session that the person went on with, in the same browser. */
export interface HeirRecord {
  readonly sessionId: string
  /** Milliseconds; nothing that began in the session before lives longer. */
  readonly until: number
}

/** Of one account; the one that was longest unused makes room. */
export const SESSIONS_MAX = 200

export function sessionKey(uid: string, sessionId: string): string {
  return `${Buffer.from(uid).toString('base64url')}/${sessionId}`
}

export interface FoundSession {
  readonly space: string
  readonly key: string
  readonly session: SessionRecord
}

/** Every session of an account; never many more than 200. */
export async function sessionRecordsOf(store: ProjectStore, uid: string): Promise<FoundSession[]> {
  const records = await recordsOf(store, SESSION_SPACE, uid)
  return records.map(({ key, value }) => ({ space: SESSION_SPACE, key, session: JSON.parse(value) as SessionRecord }))
}

/** What took the place of an account's sessions, with what no longer matters. */
export async function heirRecordsOf(
  store: ProjectStore,
  uid: string,
): Promise<{ readonly space: string; readonly key: string; readonly heir: HeirRecord }[]> {
  const records = await recordsOf(store, HEIR_SPACE, uid)
  return records.map(({ key, value }) => ({ space: HEIR_SPACE, key, heir: JSON.parse(value) as HeirRecord }))
}

async function recordsOf(store: ProjectStore, space: string, uid: string): Promise<StoredRecord[]> {
  const prefix = sessionKey(uid, '')
  const range = { start: prefix, end: `${prefix.slice(0, -1)}0` }
  return await store.read((snapshot) => snapshot.listRecords(space, range, { limit: SESSIONS_MAX * 2, reverse: false }))
}
