import type { AlertFigures, AlertKind } from '@hearth/api'

/** `between` begins no incident and ends none, so that a figure at its bound is not told of again and again. */
export type Verdict = 'bad' | 'between' | 'fine'

/** What a condition says of its figures. */
export interface Judgement {
  readonly verdict: Verdict
  /** What an incident that begins now says. */
  readonly figures: AlertFigures
}

/** So long its figures must have been fine without a break before an incident ends, in milliseconds. */
export const quietMs: Readonly<Record<AlertKind, number>> = {
  'denial-spike': 15 * 60_000,
  'error-rate': 15 * 60_000,
  'low-disk': 10 * 60_000,
  'full-disk': 10 * 60_000,
  'failed-backup': 0,
}

/** Requests of one project in the last ten minutes. */
export interface DenialCounts {
  readonly denied: number
  readonly allowed: number
}

/** The requests of a project on one day. */
export interface DayOfRequests {
  readonly requestsAllowed: number
  readonly requestsDenied: number
}

/** What is usual in a project: of the days before today on which anybody asked for something. */
export interface UsualDenials {
  /** From 0 to 1, the median of its days. */
  readonly share: number
  /** In ten minutes, the median of its days. */
  readonly denied: number
}

const WINDOWS_OF_DAY = 144
const KNOWN_REQUESTS_MIN = 100
const DENIED_MIN = 50

/** Undefined where too little is known: a project that has just begun denies everybody, and nothing of it is unusual. */
export function usualDenials(days: readonly DayOfRequests[]): UsualDenials | undefined {
  const asked = days.filter((day) => day.requestsAllowed + day.requestsDenied > 0)
  const known = asked.reduce((sum, day) => sum + day.requestsAllowed + day.requestsDenied, 0)
  if (known < KNOWN_REQUESTS_MIN) return undefined
  return {
    share: median(asked.map((day) => day.requestsDenied / (day.requestsAllowed + day.requestsDenied))),
    denied: median(asked.map((day) => day.requestsDenied)) / WINDOWS_OF_DAY,
  }
}

/** Whether so few are denied that nobody has to know what is usual. */
export function areFewDenied({ denied }: DenialCounts): boolean {
  return denied < DENIED_MIN / 2
}

/**
 * Denied requests far above what is usual in the project: at least 50 in ten minutes and five times as many as usual, a tenth of all requests, and
 * odds four times the usual, so that neither a busy hour nor a project that always denies much is one. It is over at half of each.
 */
export function judgeDenials(counts: DenialCounts, usual: UsualDenials | undefined): Judgement {
  const { denied, allowed } = counts
  const requests = denied + allowed
  const figures = { denied, requests, ...(usual && { usualShare: usual.share }) }
  if (usual === undefined) return { verdict: 'fine', figures }
  const isAbove = (part: number): boolean =>
    denied >= part * DENIED_MIN &&
    denied >= part * 5 * usual.denied &&
    denied >= part * 0.1 * requests &&
    oddsOf(denied / requests) >= part * 4 * oddsOf(usual.share)
  return { verdict: isAbove(1) ? 'bad' : isAbove(0.5) ? 'between' : 'fine', figures }
}

/** Even where nothing is ever denied, one in a hundred is no wonder. */
function oddsOf(share: number): number {
  return (share + 0.01) / (1 - share + 0.01)
}

/** Answers of the server in the last ten minutes. */
export interface AnswerCounts {
  /** With a status of 500 and above, without 501, which says what is not served. */
  readonly failed: number
  readonly answers: number
}

/** One answer in twenty failed, and ten of them at least. It is over at one in fifty, or below five. */
export function judgeErrors({ failed, answers }: AnswerCounts): Judgement {
  const figures = { failed, answers }
  if (failed >= 10 && failed >= 0.05 * answers) return { verdict: 'bad', figures }
  return { verdict: failed < 5 || failed < 0.02 * answers ? 'fine' : 'between', figures }
}

/** In bytes; `reserve` is what the server leaves free for accounts and its own writes. */
export interface DiskFigures {
  readonly free: number
  readonly total: number
  readonly reserve: number
}

/** `low` while there is time to make room, `full` where apps can't write any more. It is over when there is more room than at its beginning. */
export function judgeDisk(stage: 'low-disk' | 'full-disk', { free, total, reserve }: DiskFigures): Judgement {
  const reserves = stage === 'low-disk' ? 4 : 1
  const figures = { freeBytes: free, totalBytes: total }
  if (free < reserves * reserve) return { verdict: 'bad', figures }
  return { verdict: free < 1.25 * reserves * reserve ? 'between' : 'fine', figures }
}

/** How the last nightly backup went; undefined while this process does not know. */
export type BackupOutcome = 'made' | 'failed' | undefined

export function judgeBackup(outcome: BackupOutcome): Judgement {
  return { verdict: outcome === 'failed' ? 'bad' : outcome === 'made' ? 'fine' : 'between', figures: {} }
}

/** Of all projects; `isKnown` once all were looked at. */
export function judgeBackups(failing: readonly string[], isKnown: boolean): Judgement {
  const figures = { failedCount: failing.length, projects: failing.slice(0, 10) }
  return { verdict: failing.length > 0 ? 'bad' : isKnown ? 'fine' : 'between', figures }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}
