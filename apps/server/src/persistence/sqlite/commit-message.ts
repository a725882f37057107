import type { CommitBatch, DocumentChange, EntryChange, Expectation, RecordChange } from '../persistence.ts'

/**
 * Batches on their way to the writer thread: one flat list of strings and numbers, and all index keys in one buffer
 * whose ownership moves. Structured clone of the batches as they are costs the sending thread about twice as much.
 *
 * Per batch: version (0: none), author (null: none),
 *   expectation count, each: kind (0 document, 1 record), database | space, path | key, version | revision (0: absent)
 *   document count, each: database, path, json (null: deleted), createTime, removed count, added count, key lengths
 *   record count, each: space, key, value (null: deleted)
 *   entry change count, each: database, path, updateTime, key count, key lengths
 *   removed key count, key lengths
 */
export interface CommitMessage {
  readonly batches: number
  readonly values: (string | number | null)[]
  readonly keys: Uint8Array<ArrayBuffer>
}

const DOCUMENT_EXPECTATION = 0
const RECORD_EXPECTATION = 1

export function packBatches(batches: readonly CommitBatch[]): CommitMessage {
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
    values.push(batch.version ?? 0, batch.author ?? null, batch.expect?.length ?? 0)
    for (const e of batch.expect ?? []) {
      if (e.kind === 'document') values.push(DOCUMENT_EXPECTATION, e.key.database, e.key.path, e.updateTime ?? 0)
      else values.push(RECORD_EXPECTATION, e.space, e.key, e.revision)
    }
    values.push(batch.documents?.length ?? 0)
    for (const d of batch.documents ?? []) {
      values.push(d.database, d.path, d.json ?? null, d.createTime, d.removedEntries.length, d.addedEntries.length)
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
  return { batches: batches.length, values, keys }
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
export interface ReceivedBatch {
  /** 0: none. */
  readonly version: number
  readonly author: string | undefined
  readonly expect: readonly Expectation[]
  readonly documents: readonly DocumentChange[]
  readonly records: readonly RecordChange[]
  readonly entries: readonly EntryChange[]
  readonly removedKeys: readonly Uint8Array[]
}

export function unpackBatches(message: CommitMessage): ReceivedBatch[] {
  const { values } = message
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
  const expectation = (): Expectation =>
    number() === DOCUMENT_EXPECTATION
      ? { kind: 'document', key: { database: text(), path: text() }, updateTime: number() || undefined }
      : { kind: 'record', space: text(), key: text(), revision: number() }
  const document = (): DocumentChange => {
    const [database, path, json, createTime] = [text(), text(), optionalText(), number()]
    const [removed, added] = [number(), number()]
    return {
      database,
      path,
      json,
      createTime,
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
    version: number(),
    author: optionalText(),
    expect: list(number(), expectation),
    documents: list(number(), document),
    records: list(number(), record),
    entries: list(number(), entry),
    removedKeys: list(number(), key),
  }))
}
