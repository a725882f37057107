import type { ConnectionState } from './connection.ts'

/** What a screen knows of something it listens to. */
export type Live<Snapshot> =
  | { readonly status: 'loading' }
  | { readonly status: 'live'; readonly data: Snapshot }
  /** Older than the server's: from this machine's memory, while the listener finds its way back. */
  | { readonly status: 'stale'; readonly data: Snapshot; readonly since: number }
  /** The server can't be reached; `data` is what was known, if anything. */
  | { readonly status: 'offline'; readonly data: Snapshot | undefined; readonly since: number }
  | { readonly status: 'denied'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }

/** What was heard from a listener so far. */
export interface Heard<Snapshot> {
  readonly snapshot: Snapshot | undefined
  readonly isFromCache: boolean
  /** There is nothing in it: from the cache that means that nothing is known. */
  readonly isEmpty: boolean
  /** When the server was last heard, in milliseconds since the epoch. */
  readonly serverHeardAt: number | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** What a screen may say, given what was heard and whether there is a way to the server. */
export function liveStateOf<Snapshot>(heard: Heard<Snapshot>, connection: ConnectionState): Live<Snapshot> {
  if (heard.error !== undefined) {
    const status = isDenial(heard.error) ? 'denied' : 'failed'
    return { status, error: heard.error, retry: heard.retry }
  }
  if (connection.status !== 'live') {
    const isKnown = heard.serverHeardAt !== undefined || !heard.isEmpty
    return {
      status: 'offline',
      data: isKnown ? heard.snapshot : undefined,
      since: heard.serverHeardAt ?? connection.since,
    }
  }
  if (heard.snapshot === undefined || heard.serverHeardAt === undefined) return { status: 'loading' }
  if (heard.isFromCache) return { status: 'stale', data: heard.snapshot, since: heard.serverHeardAt }
  return { status: 'live', data: heard.snapshot }
}

/** The data of a state, whatever its age. */
export function dataOf<Snapshot>(live: Live<Snapshot>): Snapshot | undefined {
  return 'data' in live ? live.data : undefined
}

function isDenial(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'permission-denied'
}
