import type { Version } from '@hearth/model'
import type {
  BatchTicket,
  CommitBatch,
  DocumentChange,
  DocumentKey,
  EntryChange,
  Expectation,
  RecordChange,
} from '../persistence.ts'
import type { BatchOrigin } from './batch-origin.ts'

/**
 * Batches on their way to the writer thread: one flat list of strings and numbers, and all index keys in one buffer
 * whose ownership moves. Structured clone of the batches as they are costs the sending thread about twice as much.
 *
 * Per batch: floor (0: none), not before (0: none), author (null: none), incarnation (null: no ground), catalogue, raises the catalogue (0 or 1),
 *   expectation count, each: kind (0 document, 1 record, 2 document after a batch), database | space, path | key,
 *     version | revision | number of the batch (0: absent, or no batch that is known)
 *   document count, each: database, path, json (null: deleted), is created (0 or 1), removed count, added count, key lengths
 *   record count, each: space, key, value (null: deleted)
 *   entry change count, each: database, path, updateTime, key count, key lengths
 *   removed key count, key lengths
 */
export interface CommitMessage {
  /** The store's clock, which is the process's: microseconds. */
  readonly time: Version
  /** None of the batches is named after the one with this number or an earlier one, nor is any that follows. */
  readonly settled: number
  readonly batches: number
  readonly values: (string | number | null)[]
  readonly keys: Uint8Array<ArrayBuffer>
}

/** A batch as it is handed to the channel: a commit, or a floor for the versions behind it. */
export type SentBatch = CommitBatch & { readonly floor?: Version }

/** Else it only asks whether what it expects is so. */
export function changesSomething(batch: Omit<CommitBatch, 'expect' | 'ticket'>): boolean {
  const { documents = [], records = [], entries = [], removedKeys = [], raisesCatalogue = false } = batch
  return raisesCatalogue || documents.length + records.length + entries.length + removedKeys.length > 0
}

const DOCUMENT_EXPECTATION = 0
const RECORD_EXPECTATION = 1
const DOCUMENT_AFTER_EXPECTATION = 2

/** Batches have numbers in the order in which they were handed over, from 1; `numberOf` knows them by their tickets. */
export function packBatches(
  batches: readonly SentBatch[],
  {
    numberOf,
    ...of
  }: Pick<CommitMessage, 'time' | 'settled'> & { readonly numberOf: (ticket: BatchTicket) => number | undefined },
): CommitMessage {
  const values: (string | number | null)[] = []
  const keys = new Uint8Array(keyBytes(batches))
  let offset = 0
  const addKeys = (list: readonly Uint8Array[]) => {
    for (const key of list) {
      values.push(key.length)
      keys.set(key, offset)
      offset += key.length
    }
  }
  for (const batch of batches) {
    values.push(batch.floor ?? 0, batch.notBefore ?? 0, batch.author ?? null)
    values.push(batch.ground?.incarnation ?? null, batch.ground?.catalogue ?? 0, batch.raisesCatalogue === true ? 1 : 0)
    values.push(batch.expect?.length ?? 0)
    for (const e of batch.expect ?? []) {
      if (e.kind === 'document') values.push(DOCUMENT_EXPECTATION, e.key.database, e.key.path, e.updateTime ?? 0)
      else if (e.kind === 'document-after') {
        values.push(DOCUMENT_AFTER_EXPECTATION, e.key.database, e.key.path, numberOf(e.ticket) ?? 0)
      } else values.push(RECORD_EXPECTATION, e.space, e.key, e.revision)
    }
    values.push(batch.documents?.length ?? 0)
    for (const d of batch.documents ?? []) {
      values.push(
        d.database,
        d.path,
        d.json ?? null,
        d.isCreated ? 1 : 0,
        d.removedEntries.length,
        d.addedEntries.length,
      )
      addKeys(d.removedEntries)
      addKeys(d.addedEntries)
    }
    values.push(batch.records?.length ?? 0)
    for (const r of batch.records ?? []) values.push(r.space, r.key, r.value ?? null)
    values.push(batch.entries?.length ?? 0)
    for (const e of batch.entries ?? []) {
      values.push(e.database, e.path, e.updateTime, e.addedEntries.length)
      addKeys(e.addedEntries)
    }
    values.push(batch.removedKeys?.length ?? 0)
    addKeys(batch.removedKeys ?? [])
  }
  return { ...of, batches: batches.length, values, keys }
}

function keyBytes(batches: readonly CommitBatch[]): number {
  let total = 0
  for (const batch of batches) {
    for (const document of batch.documents ?? []) {
      for (const key of document.addedEntries) total += key.length
      for (const key of document.removedEntries) total += key.length
    }
    for (const entry of batch.entries ?? []) for (const key of entry.addedEntries) total += key.length
    for (const key of batch.removedKeys ?? []) total += key.length
  }
  return total
}

/** A batch as the writer thread sees it: nothing optional. */
export interface ReceivedBatch extends Pick<CommitMessage, 'time' | 'settled'> {
  readonly origin: BatchOrigin
  readonly number: number
  /** No version at or below it from here on; 0 for a commit. */
  readonly floor: Version
  readonly notBefore: Version
  readonly author: string | undefined
  /** Undefined: it rests on no ground. */
  readonly incarnation: string | undefined
  readonly catalogue: number
  readonly raisesCatalogue: boolean
  readonly expect: readonly ReceivedExpectation[]
  readonly documents: readonly DocumentChange[]
  readonly records: readonly RecordChange[]
  readonly entries: readonly EntryChange[]
  readonly removedKeys: readonly Uint8Array[]
}

/** A batch is named by its number. */
export type ReceivedExpectation =
  | Exclude<Expectation, { kind: 'document-after' }>
  | { readonly kind: 'document-after'; readonly key: DocumentKey; readonly number: number }

export function unpackBatches(message: CommitMessage, origin: BatchOrigin): ReceivedBatch[] {
  const { time, settled, values } = message
  let next = 0
  let offset = 0
  const number = () => values[next++] as number
  const text = () => values[next++] as string
  const optionalText = () => (values[next++] as string | null) ?? undefined
  const list = <T>(count: number, read: () => T) => {
    const items: T[] = []
    for (let i = 0; i < count; i++) items.push(read())
    return items
  }
  const key = () => message.keys.subarray(offset, (offset += number()))
  const expectation = (): ReceivedExpectation => {
    const kind = number()
    if (kind === RECORD_EXPECTATION) return { kind: 'record', space: text(), key: text(), revision: number() }
    const documentKey = { database: text(), path: text() }
    return kind === DOCUMENT_EXPECTATION
      ? { kind: 'document', key: documentKey, updateTime: number() || undefined }
      : { kind: 'document-after', key: documentKey, number: number() }
  }
  const document = (): DocumentChange => {
    const [database, path, json, isCreated] = [text(), text(), optionalText(), number() === 1]
    const [removed, added] = [number(), number()]
    return {
      database,
      path,
      json,
      isCreated,
      removedEntries: list(removed, key),
      addedEntries: list(added, key),
    }
  }
  const entry = (): EntryChange => {
    const [database, path, updateTime] = [text(), text(), number()]
    return { database, path, updateTime, addedEntries: list(number(), key) }
  }
  const record = (): RecordChange => ({ space: text(), key: text(), value: optionalText() })
  return list(message.batches, () => ({
    origin,
    number: origin.next(),
    time,
    settled,
    floor: number(),
    notBefore: number(),
    author: optionalText(),
    incarnation: optionalText(),
    catalogue: number(),
    raisesCatalogue: number() === 1,
    expect: list(number(), expectation),
    documents: list(number(), document),
    records: list(number(), record),
    entries: list(number(), entry),
    removedKeys: list(number(), key),
  }))
}
