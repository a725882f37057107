import { parseJson } from '@hearth/model'
import type { ProjectStore, ReadSnapshot, RecordChange } from '../persistence/persistence.ts'
import type { KeptBatch } from './event.ts'

/**
 * Events as they came: each record is a JSON array of batches, its key the microsecond of arrival in 17 digits, rising from record
 * to record.
 */
const SPACE = 'analytics-log'
/** What one record takes; a single batch may be longer. */
const RECORD_LENGTH_MAX = 256 * 1024
const KEY_DIGITS = 17

export interface LogBlock {
  readonly key: string
  readonly batches: readonly KeptBatch[]
}

export type LogRange = { readonly after?: string | undefined; readonly before?: string | undefined }

/** The key of the newest record; undefined of an empty log. */
export async function newestLogKey(store: ProjectStore): Promise<string | undefined> {
  const [newest] = await store.read((snapshot) => snapshot.listRecords(SPACE, {}, { limit: 1, reverse: true }))
  return newest?.key
}

/** The key of what arrives now, which comes after `last`, also when the clock went back. */
export function nextLogKey(nowMs: number, last: string | undefined): string {
  const key = Math.max(nowMs * 1000, Number(last ?? 0) + 1)
  return String(key).padStart(KEY_DIGITS, '0')
}

/** The least key of what arrived at a time or later. */
export function logKeyAt(timeMs: number): string {
  return String(Math.max(0, timeMs) * 1000).padStart(KEY_DIGITS, '0')
}

/** The greatest key of what arrived before a time. */
export function logKeyBefore(timeMs: number): string {
  return String(Math.max(0, timeMs * 1000 - 1)).padStart(KEY_DIGITS, '0')
}

export function isLogKey(text: string): boolean {
  return /^\d{17}$/.test(text)
}

/** Batches, each in its JSON text, as records in their order. */
export function logRecords(batches: readonly string[], nextKey: () => string): RecordChange[] {
  const records: RecordChange[] = []
  let texts: string[] = []
  let length = 0
  const close = (): void => {
    if (texts.length > 0) records.push({ space: SPACE, key: nextKey(), value: `[${texts.join(',')}]` })
    texts = []
    length = 0
  }
  for (const text of batches) {
    if (length + text.length > RECORD_LENGTH_MAX) close()
    texts.push(text)
    length += text.length
  }
  close()
  return records
}

/** Up to `limit` records after one key and before another, the oldest first, or the newest. */
export async function readLog(
  snapshot: Pick<ReadSnapshot, 'listRecords'>,
  { after, before }: LogRange,
  page: { limit: number; reverse: boolean },
): Promise<LogBlock[]> {
  const range = {
    ...(after !== undefined && { start: `${after}\0` }),
    ...(before !== undefined && { end: before }),
  }
  const records = await snapshot.listRecords(SPACE, range, page)
  return records.map(({ key, value }) => ({ key, batches: parseJson(value) as KeptBatch[] }))
}

/** Removes what arrived before a time, at most `limit` records. Returns whether there may be more. */
export async function trimLog(store: ProjectStore, beforeMs: number, limit: number): Promise<boolean> {
  const range = { end: logKeyAt(beforeMs) }
  const old = await store.read((snapshot) => snapshot.listRecords(SPACE, range, { limit, reverse: false }))
  if (old.length > 0) await store.commit({ records: old.map(({ key }) => ({ space: SPACE, key, value: undefined })) })
  return old.length === limit
}
