import type { Analytics } from '../analytics/analytics.ts'
import type { KeptBatch } from '../analytics/event.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Account } from '../identity/accounts/account.ts'
import type { ListedSession, Sessions } from '../identity/sessions/sessions.ts'
import type { Installation } from '../installations/installation.ts'
import type { Installations } from '../installations/installations.ts'
import type { DecisionLog, KeptDecision } from '../rules/decision-log.ts'

/** What a timeline may be narrowed to. */
export type TimelinePart = 'sign-ins' | 'denials' | 'writes' | 'events' | 'devices' | 'team'

/** Something that happened; `at` in microseconds since the epoch. */
export type TimelineEntry = { readonly at: number } & (
  | { readonly kind: 'joined' }
  | { readonly kind: 'signed-in'; readonly session: ListedSession }
  | { readonly kind: 'sign-in-failed'; readonly act: AuditEntry }
  | { readonly kind: 'denied' | 'wrote'; readonly decision: KeptDecision }
  | { readonly kind: 'reported'; readonly batch: KeptBatch }
  | { readonly kind: 'new-device'; readonly installation: Installation }
  | { readonly kind: 'team'; readonly act: AuditEntry }
)

export interface TimelineQuery {
  readonly pageSize: number
  /** Microseconds since the epoch; only what came before. */
  readonly before: number | undefined
  /** Absent: everything. */
  readonly part: TimelinePart | undefined
  /** Whether the audit log may be told: what the team did, and sign-ins that failed. */
  readonly hasAudit: boolean
}

export interface TimelinePage {
  /** The newest first; more than a page where several happened at once. */
  readonly entries: readonly TimelineEntry[]
  /** To go on before; undefined at the end. A page may be short, or empty, and not be the last. */
  readonly next: number | undefined
}

export interface TimelineSources {
  readonly sessions: Pick<Sessions, 'list'>
  readonly decisions: Pick<DecisionLog, 'list'>
  readonly analytics: Pick<Analytics, 'listUserBatches'>
  readonly installations: Pick<Installations, 'list'>
  readonly audit: Pick<AuditLog, 'list'>
}

/** What a source has of the time before. */
interface Stretch {
  readonly entries: readonly TimelineEntry[]
  /** Whatever came at this time or later is among them; 0: all that it has. */
  readonly lookedTo: number
}

const DECISIONS_PER_READ = 500
const INSTALLATIONS_MAX = 100

/**
 * Everything that is known of one user in one order, the newest first. Each source keeps its own log, and tells how far it looked; the page ends
 * where the first of them stopped.
 */
export async function readTimeline(
  sources: TimelineSources,
  project: string,
  account: Account,
  { pageSize, before = Number.MAX_SAFE_INTEGER, part, hasAudit }: TimelineQuery,
): Promise<TimelinePage> {
  const isAsked = (...parts: readonly TimelinePart[]): boolean => part === undefined || parts.includes(part)
  const { uid } = account
  const installations = isAsked('devices', 'events') ? await installationsOf(sources, project, uid) : []
  const page = { before, limit: pageSize }
  const asked = await Promise.all([
    isAsked('sign-ins') ? signInsOf(sources, project, account) : nothing,
    isAsked('denials', 'writes') ? decisionsOf(sources, project, uid, page, part) : nothing,
    isAsked('events') ? eventsOf(sources, project, uid, page, installations) : nothing,
    hasAudit && isAsked('sign-ins', 'team') ? actsOn(sources, project, account, page, part) : nothing,
  ])
  const stretches = [...asked, ...(isAsked('devices') ? [devicesOf(installations)] : [])]
  const lookedTo = Math.max(...stretches.map((stretch) => stretch.lookedTo))
  const known = stretches
    .flatMap(({ entries }) => entries)
    .filter(({ at }) => at < before && at >= lookedTo)
    .toSorted((one, other) => other.at - one.at)
  const last = known[pageSize - 1]
  const end = last === undefined ? known.length : known.findLastIndex(({ at }) => at === last.at) + 1
  if (end < known.length) return { entries: known.slice(0, end), next: last?.at }
  return { entries: known, next: lookedTo === 0 ? undefined : lookedTo }
}

const nothing = Promise.resolve<Stretch>({ entries: [], lookedTo: 0 })

async function signInsOf({ sessions }: TimelineSources, project: string, account: Account): Promise<Stretch> {
  const listed = await sessions.list(project, account.uid)
  const signedIn = listed.map((session) => ({
    kind: 'signed-in' as const,
    at: session.createdAt * 1000,
    session,
  }))
  return { entries: [...signedIn, { kind: 'joined', at: account.createdAt * 1000 }], lookedTo: 0 }
}

/** What the rules denied, and the writes that they allowed. */
async function decisionsOf(
  { decisions }: TimelineSources,
  project: string,
  uid: string,
  { before, limit }: { readonly before: number; readonly limit: number },
  part: TimelinePart | undefined,
): Promise<Stretch> {
  const wanted =
    part === 'denials' ? { isAllowed: false } : part === 'writes' ? { isAllowed: true, operations: writes } : {}
  const entries: TimelineEntry[] = []
  for (let next: number | undefined = before; next !== undefined;) {
    const page = { pageSize: DECISIONS_PER_READ, before: next }
    const found = await decisions.list(project, page, { uid, ...wanted })
    for (const decision of found.decisions) {
      const { id: at, isAllowed, operation } = decision
      if (!isAllowed) entries.push({ kind: 'denied', at, decision })
      else if (writes.includes(operation)) entries.push({ kind: 'wrote', at, decision })
      if (entries.length === limit) return { entries, lookedTo: at }
    }
    next = found.next
  }
  return { entries, lookedTo: 0 }
}

const writes = ['create', 'update', 'delete']

async function eventsOf(
  { analytics }: TimelineSources,
  project: string,
  userId: string,
  { before, limit }: { readonly before: number; readonly limit: number },
  installations: readonly Installation[],
): Promise<Stretch> {
  const clientIds = new Set(installations.map(({ fid }) => fid))
  const page = { before, limit }
  const { batches, lookedTo } = await analytics.listUserBatches(project, { userId, clientIds }, page)
  return { entries: batches.map(({ at, batch }) => ({ kind: 'reported', at, batch })), lookedTo }
}

/** Those that the user is signed in on, the one seen last first. */
async function installationsOf(
  { installations }: TimelineSources,
  project: string,
  uid: string,
): Promise<readonly Installation[]> {
  const filter = { user: { uid, tenant: undefined } }
  return (await installations.list(project, filter, { pageSize: INSTALLATIONS_MAX, pageToken: undefined }))
    .installations
}

function devicesOf(installations: readonly Installation[]): Stretch {
  const entries = installations.map((installation) => ({
    kind: 'new-device' as const,
    at: installation.firstSeenAt * 1000,
    installation,
  }))
  return { entries, lookedTo: 0 }
}

/** What is written in the audit log: acts on the account, and sign-ins with its address that failed. */
async function actsOn(
  { audit }: TimelineSources,
  project: string,
  { uid, email }: Account,
  { before, limit }: { readonly before: number; readonly limit: number },
  part: TimelinePart | undefined,
): Promise<Stretch> {
  let oldest = Infinity
  const failed = (entry: AuditEntry): boolean => failures.has(entry.action) && entry.target.toLowerCase() === email
  const isAct = (entry: AuditEntry): boolean => {
    const named = entry.target.split(', ')
    return named.includes(uid) || (email !== undefined && entry.action.startsWith('users.') && named.includes(email))
  }
  const { entries, nextPageToken } = await audit.list(project, {
    pageSize: limit,
    pageToken: undefined,
    until: Math.ceil(before / 1000),
    async filter(entry) {
      // The log goes by milliseconds.
      if (timeOf(entry) >= before) return false
      oldest = timeOf(entry)
      if (failed(entry)) return part !== 'team'
      return part !== 'sign-ins' && isAct(entry)
    },
  })
  return {
    entries: entries.map((act) => ({ kind: failed(act) ? 'sign-in-failed' : 'team', at: timeOf(act), act })),
    lookedTo: nextPageToken === undefined || oldest === Infinity ? 0 : oldest,
  }
}

const failures: ReadonlySet<string> = new Set(['account.sign-in-failed', 'account.locked-out'])

/** The microseconds tell entries of one millisecond apart, in their order. */
function timeOf({ at, number }: AuditEntry): number {
  return at * 1000 + (number % 1000)
}
