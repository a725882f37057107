import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Version } from '@hearth/model'
import type {
  ChangeRecord,
  DeletedDocument,
  DocumentKey,
  DocumentVersion,
  FedDocument,
  FeedBatch,
  Ground,
  IndexEntry,
  IndexPage,
  KeyRange,
  PastEntry,
  RecordName,
  ScannedPage,
  StoredDocument,
} from '../persistence.ts'
import type { StoredRecord } from '../stored-record.ts'
import { prepareStatements } from './read-statements.ts'
import { asStatusError } from './sqlite-errors.ts'

/** Characters of the long documents of one page; the first is read in any case. */
const PAGE_LENGTH_MAX = 1024 * 1024

type DocumentRow = [createTime: number, updateTime: number, json: string]
type StateRow = [id: number, createTime: number, updateTime: number, json: string | null]
type HistoryRow = [until: number, createTime: number, updateTime: number, json: string]

/** One connection that reads, with its statements. All calls are synchronous. */
export class Reader {
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #s: ReturnType<typeof prepareStatements>

  constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.#file = file
    this.#s = this.run(() => prepareStatements(database))
  }

  /** Runs a read; an error of the engine leaves as a `StatusError`. */
  run<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw asStatusError(error, this.#file)
    }
  }

  /** Fixes the state that all reads until `end` see, and says which it is. */
  begin(): { readonly version: Version; readonly ground: Ground } {
    return this.run(() => {
      this.#s.begin.run()
      try {
        const head = this.#s.head.get() as unknown as [number, string, number]
        return { version: head[0], ground: { incarnation: head[1], catalogue: head[2] } }
      } catch (error) {
        this.end()
        throw error
      }
    })
  }

  end(): void {
    if (this.#database.isTransaction) this.#s.commit.run()
  }

  getDocument(key: DocumentKey): StoredDocument | undefined {
    const row = this.#s.document.get(key.database, key.path) as unknown as DocumentRow | undefined
    return row && { database: key.database, path: key.path, createTime: row[0], updateTime: row[1], json: row[2] }
  }

  getDocuments(keys: readonly DocumentKey[]): (StoredDocument | undefined)[] {
    return this.run(() => keys.map((key) => this.getDocument(key)))
  }

  getDocumentAt(key: DocumentKey, version: Version): StoredDocument | undefined {
    const current = this.#s.documentState.get(key.database, key.path) as unknown as StateRow | undefined
    if (current === undefined) return undefined
    const [id, createTime, updateTime, json] = current
    const base = { database: key.database, path: key.path }
    if (updateTime <= version) return json === null ? undefined : { ...base, createTime, updateTime, json }
    const row = this.#s.history.get(id, version) as unknown as DocumentRow | undefined
    // The state that ended next after `version` may have begun after it: then there was no document in between.
    if (row === undefined || row[1] > version) return undefined
    return { ...base, createTime: row[0], updateTime: row[1], json: row[2] }
  }

  /** Reads of the past are exact at this version and after it. */
  collectedVersion(): Version {
    return (this.#s.collected.get() as unknown as [number])[0]
  }

  scanIndex(range: KeyRange, { limit, reverse, keysFrom = 0 }: IndexPage): ScannedPage<IndexEntry> {
    const statement = reverse ? this.#s.scanReverse : this.#s.scan
    const rows = statement.all(keysFrom, range.start, range.end, limit) as unknown as [
      key: Uint8Array | null,
      database: string,
      path: string,
      createTime: number,
      updateTime: number,
      jsonOrId: string | number,
    ][]
    const room = new PageRoom()
    const entries: IndexEntry[] = []
    // By index: taking rows apart by pattern runs an iterator for each.
    for (const row of rows) {
      const json = typeof row[5] === 'string' ? row[5] : room.take(this.#s.fields, row[5])
      if (json === undefined) return { entries, isLast: false }
      entries.push({
        key: row[0] ?? undefined,
        document: { database: row[1], path: row[2], createTime: row[3], updateTime: row[4], json },
      })
    }
    return { entries, isLast: rows.length < limit }
  }

  findIndexKey(range: KeyRange, skip: number, reverse: boolean): Uint8Array | undefined {
    const statement = reverse ? this.#s.findKeyReverse : this.#s.findKey
    return (statement.get(range.start, range.end, skip) as unknown as [Uint8Array] | undefined)?.[0]
  }

  scanIndexKeys(range: KeyRange, limit: number, reverse: boolean): Uint8Array[] {
    const statement = reverse ? this.#s.scanKeysReverse : this.#s.scanKeys
    const rows = statement.all(range.start, range.end, limit) as unknown as [Uint8Array][]
    return rows.map((row) => row[0])
  }

  countIndex(range: KeyRange, limit: number): number {
    return (this.#s.countIndex.get(range.start, range.end, limit) as unknown as [number])[0]
  }

  scanPast(range: KeyRange, version: Version, limit: number, reverse: boolean): ScannedPage<PastEntry> {
    const statement = reverse ? this.#s.scanPastReverse : this.#s.scanPast
    const rows = statement.all(version, version, range.start, range.end, limit) as unknown as [
      key: Uint8Array,
      database: string,
      path: string,
      createTime: number,
      updateTime: number,
      jsonOrId: string | number | null,
    ][]
    const room = new PageRoom()
    const entries: PastEntry[] = []
    for (const [key, database, path, createTime, updateTime, jsonOrId] of rows) {
      if (jsonOrId === null) {
        entries.push({ key, document: undefined })
        continue
      }
      const json = typeof jsonOrId === 'string' ? jsonOrId : room.take(this.#s.pastFields, jsonOrId)
      if (json === undefined) return { entries, isLast: false }
      entries.push({ key, document: { database, path, createTime, updateTime, json } })
    }
    return { entries, isLast: rows.length < limit }
  }

  countPast(range: KeyRange, limit: number): number {
    return (this.#s.countPast.get(range.start, range.end, limit) as unknown as [number])[0]
  }

  countChanges(version: Version, limit: number): number {
    return (this.#s.countChanges.get(version, limit) as unknown as [number])[0]
  }

  changesAfter(version: Version, limit: number): ChangeRecord[] {
    const rows = this.#s.changes.all(version, limit + 1) as unknown as ChangeRow[]
    if (rows.length <= limit) return rows.map(asChange)
    // A page ends with a whole commit, because the next page starts after a version.
    const last = rows.at(-1)?.[0] as Version
    const whole = rows.filter((row) => row[0] !== last)
    return (whole.length > 0 ? whole : (this.#s.changesOf.all(last) as unknown as ChangeRow[])).map(asChange)
  }

  /** See `ReadSnapshot.feedAfter`. */
  feedAfter(version: Version, limit: number): ScannedPage<FeedBatch> {
    const { documents, records, isLast } = this.#fedRows(version, limit)
    const batches = new Map<Version, { author: string | undefined; documents: FedDocument[]; records: RecordName[] }>()
    const batchOf = (at: Version, author: string | null) => {
      const batch = batches.get(at) ?? { author: author ?? undefined, documents: [], records: [] }
      batches.set(at, batch)
      return batch
    }
    let length = 0
    let cut = Infinity
    for (const row of documents) {
      if (length > PAGE_LENGTH_MAX && !batches.has(row[0])) {
        cut = row[0]
        break
      }
      const document = this.#fedDocument(row)
      length += (document.before?.json.length ?? 0) + (document.after?.json.length ?? 0)
      batchOf(row[0], row[4]).documents.push(document)
    }
    for (const [at, space, key] of records) if (at < cut) batchOf(at, null).records.push({ space, key })
    const entries = [...batches].map(([at, batch]) => ({ version: at, ...batch }))
    return { entries: entries.toSorted((a, b) => a.version - b.version), isLast: isLast && cut === Infinity }
  }

  /** Those of whole batches, because the next page starts after a version. */
  #fedRows(version: Version, limit: number) {
    const documents = this.#s.fed.all(version, limit + 1) as unknown as FedRow[]
    const records = this.#s.fedRecords.all(version, limit + 1) as unknown as FedRecordRow[]
    const cut = Math.min(
      ...[documents, records].map((rows) => (rows.length > limit ? Number(rows.at(-1)?.[0]) : Infinity)),
    )
    const isWhole = ([at]: FedRow | FedRecordRow): boolean => at < cut
    const whole = { documents: documents.filter(isWhole), records: records.filter(isWhole), isLast: cut === Infinity }
    if (whole.isLast || whole.documents.length + whole.records.length > 0) return whole
    return {
      documents: this.#s.fedAt.all(cut) as unknown as FedRow[],
      records: this.#s.fedRecordsAt.all(cut) as unknown as FedRecordRow[],
      isLast: false,
    }
  }

  #fedDocument([at, id, database, path, , createTime, updateTime]: FedRow): FedDocument {
    const base = { database, path }
    const stateOf = (row: DocumentRow | undefined) =>
      row && { ...base, createTime: row[0], updateTime: row[1], json: row[2] }
    const before = stateOf(this.#s.historyUntil.get(id, at) as unknown as DocumentRow | undefined)
    if (updateTime === at) {
      const [json] = this.#s.fields.get(id) as unknown as [string | null]
      return { ...base, before, after: json === null ? undefined : { ...base, createTime, updateTime, json } }
    }
    const after = stateOf(this.#s.history.get(id, at) as unknown as DocumentRow | undefined)
    // What ended next may have begun later: then this was a deletion.
    return { ...base, before, after: after?.updateTime === at ? after : undefined }
  }

  /** See `ReadSnapshot.listVersions`. */
  listVersions(key: DocumentKey, before: Version | undefined, limit: number): DocumentVersion[] {
    const current = this.#s.documentState.get(key.database, key.path) as unknown as StateRow | undefined
    if (current === undefined) return []
    const [id, createTime, version, json] = current
    const base = { database: key.database, path: key.path }
    const versions: DocumentVersion[] = []
    const add = (at: Version, document: StoredDocument | undefined) => {
      versions.push({ version: at, author: this.#authorOf(at), document })
    }
    if (before === undefined) {
      add(version, json === null ? undefined : { ...base, createTime, updateTime: version, json })
    }
    const rows = this.#s.historyBefore.all(id, before ?? version, limit) as unknown as HistoryRow[]
    let newer = before ?? version
    for (const [until, created, updated, fields] of rows) {
      // Between the end of this state and the next there was no document.
      if (until < newer) add(until, undefined)
      add(updated, { ...base, createTime: created, updateTime: updated, json: fields })
      newer = updated
    }
    return versions.slice(0, limit)
  }

  /** See `ReadSnapshot.listDeleted`. */
  listDeleted(
    { database, collection }: { database: string; collection: string | undefined },
    after: Pick<DeletedDocument, 'path' | 'version'> | undefined,
    limit: number,
  ): DeletedDocument[] {
    const statements = collection === undefined ? this.#s.deleted : this.#s.deletedFrom
    const scope = collection === undefined ? [database] : [database, collection]
    const rows: DeletedRow[] = []
    // First what is left of the commit that the page before ended in: each part is one stretch of the index.
    if (after !== undefined) {
      rows.push(...(statements.rest.all(...scope, after.version, after.path, limit) as unknown as DeletedRow[]))
    }
    if (rows.length < limit) {
      const below = after?.version ?? Number.MAX_SAFE_INTEGER
      rows.push(...(statements.older.all(...scope, below, limit - rows.length) as unknown as DeletedRow[]))
    }
    return rows.map(([path, version, author, lastVersion]) => ({
      database,
      path,
      version,
      author: author ?? undefined,
      lastVersion: lastVersion ?? undefined,
    }))
  }

  #authorOf(version: Version): string | undefined {
    return (this.#s.author.get(version) as unknown as [string] | undefined)?.[0]
  }

  getRecord(space: string, key: string): StoredRecord | undefined {
    const row = this.#s.record.get(space, key) as unknown as [value: string, revision: number] | undefined
    return row && { key, value: row[0], revision: row[1] }
  }

  listRecords(space: string, start: string, end: string | undefined, limit: number, reverse: boolean): StoredRecord[] {
    const s = this.#s
    const rows = (end === undefined
      ? (reverse ? s.recordsFromReverse : s.recordsFrom).all(space, start, limit)
      : (reverse ? s.recordsReverse : s.records).all(space, start, end, limit)) as unknown as [
      key: string,
      value: string,
      revision: number,
    ][]
    return rows.map(([key, value, revision]) => ({ key, value, revision }))
  }

  documentCount(): number {
    return (this.#s.documentCount.get() as unknown as [number])[0]
  }

  lastChange(): Version {
    return (this.#s.lastChange.get() as unknown as [number])[0]
  }

  shrink(): void {
    this.#database.exec('PRAGMA shrink_memory')
  }

  close(): void {
    this.#database.close()
  }
}

/** How much of the texts of long documents still has room in a page. */
class PageRoom {
  #left = PAGE_LENGTH_MAX

  /** The text of a row; undefined when the page is full. */
  take(statement: StatementSync, id: number): string | undefined {
    if (this.#left <= 0) return undefined
    const [text] = statement.get(id) as unknown as [string]
    this.#left -= text.length
    return text
  }
}

type DeletedRow = [path: string, version: number, author: string | null, lastVersion: number | null]
type FedRow = [
  version: number,
  id: number,
  database: string,
  path: string,
  author: string | null,
  createTime: number,
  updateTime: number,
]
type FedRecordRow = [version: number, space: string, key: string]
type ChangeRow = [version: number, database: string, path: string, author: string | null]

function asChange([version, database, path, author]: ChangeRow): ChangeRecord {
  return { version, database, path, author: author ?? undefined }
}
