import { StatusError } from '@hearth/model'
import type { ProjectStore, ReadSnapshot, RecordChange } from '../persistence/persistence.ts'
import { changeRecord } from './installation-changes.ts'
import { type Installation, isFid, type UserOfProject } from './installation.ts'
import type { KeptToken } from './installation-tokens.ts'

/**
 * How installations lie in a project's store. The space `installation` has them by fid; three more lead to them:
 * - `installation-by-seen`: `<last seen, milliseconds, 16 digits>-<fid>`;
 * - `installation-by-user`: `<tenant>/<uid>/` and the same, each part percent-encoded;
 * - `installation-by-app`: `<app>|<fid>`.
 */
export const INSTALLATION_SPACE = 'installation'
export const SEEN_SPACE = 'installation-by-seen'
export const USER_SPACE = 'installation-by-user'
export const APP_SPACE = 'installation-by-app'

/** As kept. Tokens are hashes. */
export interface InstallationEntry extends Omit<Installation, 'fid' | 'tokenExpiresAt'> {
  readonly refreshTokenHash: string
  readonly authTokens: readonly KeptToken[]
}

const ATTEMPTS = 5

export function seenKey(fid: string, { lastSeenAt }: Pick<InstallationEntry, 'lastSeenAt'>): string {
  return `${seenKeyStart(lastSeenAt)}-${fid}`
}

/** The keys of those seen at this time or later are not less. */
export function seenKeyStart(time: number): string {
  return String(Math.max(0, time)).padStart(16, '0')
}

/** What the keys of a user's installations begin with. */
export function userPrefix({ uid, tenant = '' }: UserOfProject): string {
  return `${encodeURIComponent(tenant)}/${encodeURIComponent(uid)}/`
}

/** Throws `not-found`/`INSTALLATION_NOT_FOUND`. */
export async function getEntry(
  from: Pick<ProjectStore | ReadSnapshot, 'getRecord'>,
  fid: string,
): Promise<InstallationEntry> {
  const record = isFid(fid) ? await from.getRecord(INSTALLATION_SPACE, fid) : undefined
  if (record === undefined) throw installationNotFound()
  return parseEntry(record.value)
}

export function parseEntry(value: string): InstallationEntry {
  const entry = JSON.parse(value) as Omit<InstallationEntry, 'authTokens'> & Partial<InstallationEntry>
  // Absent in what was written before there could be two.
  return { ...entry, authTokens: entry.authTokens ?? [] }
}

export function installationOf(fid: string, entry: InstallationEntry): Installation {
  const { refreshTokenHash: _hash, authTokens, ...installation } = entry
  return { ...installation, fid, tokenExpiresAt: authTokens[0]?.expiresAt ?? entry.firstSeenAt }
}

/**
 * Replaces an installation by what `change` makes of it, together with all that leads to it; undefined takes it out. `now`, in
 * milliseconds, is when it came or went. It is asked again
 * when somebody else was faster. What it throws goes through. Throws `aborted`/`INSTALLATION_BUSY` after five times.
 */
export async function changeEntry(
  store: ProjectStore,
  fid: string,
  now: number,
  change: (entry: InstallationEntry | undefined) => InstallationEntry | undefined,
): Promise<InstallationEntry | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const record = await store.getRecord(INSTALLATION_SPACE, fid)
    const before = record === undefined ? undefined : parseEntry(record.value)
    const after = change(before)
    if (after === before) return after
    try {
      await store.commit({
        expect: [{ kind: 'record', space: INSTALLATION_SPACE, key: fid, revision: record?.revision ?? 0 }],
        records: [...recordChanges(fid, before, after), ...lifeChanges(fid, before, after, now)],
      })
      return after
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
    }
  }
  throw new StatusError('aborted', 'INSTALLATION_BUSY', 'This installation is being changed. Try again.')
}

function recordChanges(
  fid: string,
  before: InstallationEntry | undefined,
  after: InstallationEntry | undefined,
): RecordChange[] {
  const gone = new Map(before === undefined ? [] : leadsTo(fid, before))
  const there = after === undefined ? [] : leadsTo(fid, after)
  for (const [key] of there) gone.delete(key)
  return [
    { space: INSTALLATION_SPACE, key: fid, value: after === undefined ? undefined : JSON.stringify(after) },
    ...[...gone].map(([key, space]) => ({ space, key, value: undefined })),
    ...there.map(([key, space]) => ({ space, key, value: '{}' })),
  ]
}

/** What is written down of the day on which it came or went. */
function lifeChanges(
  fid: string,
  before: InstallationEntry | undefined,
  after: InstallationEntry | undefined,
  now: number,
): RecordChange[] {
  if (before === undefined && after !== undefined) return [changeRecord(fid, after.appId, 'came', now)]
  return before !== undefined && after === undefined ? [changeRecord(fid, before.appId, 'went', now)] : []
}

/** The records that lead to an installation: key and space. */
function leadsTo(fid: string, entry: InstallationEntry): [key: string, space: string][] {
  const key = seenKey(fid, entry)
  return [
    [key, SEEN_SPACE],
    [`${entry.appId}|${fid}`, APP_SPACE],
    ...(entry.user === undefined ? [] : [[userPrefix(entry.user) + key, USER_SPACE] as [string, string]]),
  ]
}

export function installationNotFound(): StatusError {
  return new StatusError('not-found', 'INSTALLATION_NOT_FOUND', 'This project has no such installation.')
}
