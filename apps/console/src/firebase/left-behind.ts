import {
  editPrefix,
  keep,
  keptKey,
  keptKeys,
  lostPrefix,
  pendingPrefix,
  readKept,
  rulesDraftPrefix,
} from './kept-storage.ts'

/** Until when what a session that ended by itself left here is kept; milliseconds since the epoch. Whose it is says the owner of the cache. */
const untilKey = keptKey('left')
/** Long enough for a weekend and somebody who can unlock an account. */
const keptMs = 7 * 24 * 60 * 60_000

/** What the entries begin with that stay: what was written and is nowhere else. */
const keptPrefixes = [pendingPrefix, rulesDraftPrefix, lostPrefix, editPrefix, keptKey('overwritten.'), untilKey]

export interface LeftBehind {
  /** Changes that wait for the server, and those that it never got. */
  readonly changes: number
  /** Of rules. */
  readonly drafts: number
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** What a user whose session ended by itself left in this browser; undefined when there is nothing, or its time is over. */
export function readLeftBehind(now: number): LeftBehind | undefined {
  const until = Number(readKept(untilKey))
  const left = countUnsent()
  return until > now && left.changes + left.drafts > 0 ? { ...left, until } : undefined
}

/** What this browser keeps that the server has not got, whoever made it. */
export function countUnsent(): Omit<LeftBehind, 'until'> {
  return {
    changes: keptKeys(pendingPrefix).length + keptKeys(lostPrefix).length,
    drafts: keptKeys(rulesDraftPrefix).length,
  }
}

/** Whether there is something to keep for a user who may come back. Its time begins when this is asked first. */
export function isLeftBehind(now: number): boolean {
  if (readKept(untilKey) === undefined) keep(untilKey, String(now + keptMs))
  return readLeftBehind(now) !== undefined
}

/** They are back. */
export function endLeftBehind(): void {
  keep(untilKey, undefined)
}

export function isKeptBehind(key: string): boolean {
  return keptPrefixes.some((prefix) => key.startsWith(prefix))
}
