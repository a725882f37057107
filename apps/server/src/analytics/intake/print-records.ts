import type { ProjectStore, RecordChange } from '../../persistence/persistence.ts'

/**
 * What was taken in during the last days, by batch: the prints of its events as 8 bytes each in base64. Keys begin with the six hours of its
 * arrival since 1970, in 6 digits, and end with the first of the prints, in hexadecimal digits: a client that sends a batch again
 * may have added to its end.
 */
const SPACE = 'analytics-prints'
const PERIOD_MS = 6 * 60 * 60_000
/** `@hearth/client` sends events again for three days. */
export const KNOWN_MS = 4 * 24 * 60 * 60_000

export function printRecord(prints: readonly [number, ...number[]], receivedAt: number): RecordChange {
  return { space: SPACE, key: keyOf(periodOf(receivedAt), prints[0]), value: encode(prints) }
}

/** Adds what is known of a batch that begins with this print and may have arrived first at `since`. */
export async function readPrints(
  store: ProjectStore,
  first: number,
  range: { since: number; now: number },
  known: Set<number>,
): Promise<void> {
  const last = periodOf(range.now)
  for (let period = periodOf(Math.max(range.since, range.now - KNOWN_MS)); period <= last; period++) {
    const record = await store.getRecord(SPACE, keyOf(period, first))
    if (record !== undefined) for (const print of decode(record.value)) known.add(print)
  }
}

/** Removes what is too old to come again, at most `limit` records. Returns whether there may be more. */
export async function trimPrints(store: ProjectStore, now: number, limit: number): Promise<boolean> {
  const range = { end: keyOf(periodOf(now - KNOWN_MS), 0) }
  const old = await store.read((snapshot) => snapshot.listRecords(SPACE, range, { limit, reverse: false }))
  if (old.length > 0) await store.commit({ records: old.map(({ key }) => ({ space: SPACE, key, value: undefined })) })
  return old.length === limit
}

function periodOf(timeMs: number): number {
  return Math.max(0, Math.floor(timeMs / PERIOD_MS))
}

function keyOf(period: number, first: number): string {
  return `${String(period).padStart(6, '0')}-${first.toString(16).padStart(13, '0')}`
}

function encode(prints: readonly number[]): string {
  return Buffer.from(Float64Array.from(prints).buffer).toString('base64')
}

function decode(text: string): Float64Array {
  return new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
}
