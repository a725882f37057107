import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { StatusError, type Version } from '@hearth/model'
import type {
  ChangeRecord,
  DeletedDocument,
  DocumentKey,
  DocumentVersion,
  IndexEntry,
  IndexPage,
  KeyRange,
  PastEntry,
  ReadSnapshot,
  ScannedPage,
  StoredDocument,
} from '../persistence.ts'
import type { StoredRecord } from '../stored-record.ts'
import { asStatusError } from './sqlite-errors.ts'

/** Entries, changes or records in one page at most, so that one call never holds the main thread long. */
export const PAGE_MAX = 10_000

/** Longer documents are read one by one, until a page has as much text as it may. */
const LONG_BYTES = 16 * 1024
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

  /** Fixes the state that all reads until `end` see, and says its version. */
  begin(): Version {
    return this.run(() => {
      this.#s.begin.run()
      try {
        return (this.#s.version.get() as unknown as [number])[0]
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

  shrink(): void {
    this.#database.exec('PRAGMA shrink_memory')
  }

  close(): void {
    this.#database.close()
  }
}

/** What `read` gives to its work: a reader inside a transaction that began at `version`, until the work is over. */
export class ReaderSnapshot implements ReadSnapshot {
  readonly version: Version
  readonly #transaction: { readonly version: Version; readonly shouldGiveWay: boolean }
  #reader: Reader | undefined

  constructor(reader: Reader, transaction: { readonly version: Version; readonly shouldGiveWay: boolean }) {
    this.version = transaction.version
    this.#transaction = transaction
    this.#reader = reader
  }

  get shouldGiveWay(): boolean {
    return this.#transaction.shouldGiveWay
  }

  /** Later calls throw. The transaction is its owner's to end. */
  end(): void {
    this.#reader = undefined
  }

  async getDocuments(keys: readonly DocumentKey[]): Promise<(StoredDocument | undefined)[]> {
    return this.#open().getDocuments(keys)
  }

  async getDocumentsAt(keys: readonly DocumentKey[], version: Version): Promise<(StoredDocument | undefined)[]> {
    const reader = this.#open()
    return reader.run(() => {
      requireKept(reader, version)
      return keys.map((key) => reader.getDocumentAt(key, version))
    })
  }

  async scanIndex(range: KeyRange, page: IndexPage): Promise<ScannedPage<IndexEntry>> {
    const reader = this.#open()
    validatePage(page.limit)
    return reader.run(() => reader.scanIndex(range, page))
  }

  async findIndexKey(range: KeyRange, page: { skip: number; reverse: boolean }): Promise<Uint8Array | undefined> {
    const reader = this.#open()
    return reader.run(() => reader.findIndexKey(range, page.skip, page.reverse))
  }

  async scanIndexKeys(range: KeyRange, page: { limit: number; reverse: boolean }): Promise<Uint8Array[]> {
    const reader = this.#open()
    validatePage(page.limit)
    return reader.run(() => reader.scanIndexKeys(range, page.limit, page.reverse))
  }

  async countIndex(range: KeyRange, limit: number): Promise<number> {
    const reader = this.#open()
    return reader.run(() => reader.countIndex(range, limit))
  }

  async scanPast(
    range: KeyRange,
    version: Version,
    page: { limit: number; reverse: boolean },
  ): Promise<ScannedPage<PastEntry>> {
    const reader = this.#open()
    validatePage(page.limit)
    return reader.run(() => {
      requireKept(reader, version)
      return reader.scanPast(range, version, page.limit, page.reverse)
    })
  }

  async countPast(range: KeyRange, limit: number): Promise<number> {
    const reader = this.#open()
    return reader.run(() => reader.countPast(range, limit))
  }

  async countChanges(version: Version, limit: number): Promise<number> {
    const reader = this.#open()
    return reader.run(() => {
      requireKept(reader, version)
      return reader.countChanges(version, limit)
    })
  }

  async changesAfter(version: Version, limit: number): Promise<ChangeRecord[]> {
    const reader = this.#open()
    validatePage(limit)
    return reader.run(() => {
      requireKept(reader, version)
      return reader.changesAfter(version, limit)
    })
  }

  async listVersions(
    key: DocumentKey,
    page: { before: Version | undefined; limit: number },
  ): Promise<DocumentVersion[]> {
    const reader = this.#open()
    validatePage(page.limit)
    return reader.run(() => reader.listVersions(key, page.before, page.limit))
  }

  async listDeleted(
    scope: { database: string; collection: string | undefined },
    { after, limit }: { after: Pick<DeletedDocument, 'path' | 'version'> | undefined; limit: number },
  ): Promise<DeletedDocument[]> {
    const reader = this.#open()
    validatePage(limit)
    return reader.run(() => reader.listDeleted(scope, after, limit))
  }

  async getRecord(space: string, key: string): Promise<StoredRecord | undefined> {
    const reader = this.#open()
    return reader.run(() => reader.getRecord(space, key))
  }

  async listRecords(
    space: string,
    range: { start?: string; end?: string },
    page: { limit: number; reverse: boolean },
  ): Promise<StoredRecord[]> {
    const reader = this.#open()
    validatePage(page.limit)
    return reader.run(() => reader.listRecords(space, range.start ?? '', range.end, page.limit, page.reverse))
  }

  #open(): Reader {
    if (this.#reader !== undefined) return this.#reader
    throw new StatusError('failed-precondition', 'SNAPSHOT_ENDED', 'This read is over.')
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
type ChangeRow = [version: number, database: string, path: string, author: string | null]

function asChange([version, database, path, author]: ChangeRow): ChangeRecord {
  return { version, database, path, author: author ?? undefined }
}

function requireKept(reader: Reader, version: Version): void {
  if (version >= reader.collectedVersion()) return
  throw new StatusError('out-of-range', 'VERSION_COLLECTED', 'This version is older than the history that is kept.')
}

function validatePage(limit: number): void {
  if (Number.isSafeInteger(limit) && limit > 0 && limit <= PAGE_MAX) return
  throw new StatusError('invalid-argument', 'PAGE_TOO_LARGE', `A page holds 1 to ${PAGE_MAX} entries.`)
}

function prepareStatements(database: DatabaseSync) {
  // A bare parameter as a limit makes SQLite prepare the statement anew with each value: `+?` hides it from the planner.
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  // The number of its bytes is in front of a row: what is long is not read for it. One column less costs less than the question.
  const fieldsOrId = (row: string) =>
    `CASE WHEN octet_length(${row}.fields) <= ${LONG_BYTES} THEN ${row}.fields ELSE ${row}.id END`
  // CROSS JOIN keeps the order of the loops: first the index, then its documents.
  const scan = (order: string) =>
    prepare(`
      SELECT CASE WHEN length(i.k) >= ? THEN i.k END, d.database, d.path, d.create_version, d.version, ${fieldsOrId('d')}
      FROM idx i CROSS JOIN documents d ON d.id = i.document
      WHERE i.k >= ? AND i.k < ? ORDER BY i.k ${order} LIMIT +?`)
  const scanKeys = (order: string) => prepare(`SELECT k FROM idx WHERE k >= ? AND k < ? ORDER BY k ${order} LIMIT +?`)
  const findKey = (order: string) =>
    prepare(`SELECT k FROM idx WHERE k >= ? AND k < ? ORDER BY k ${order} LIMIT 1 OFFSET +?`)
  // The state that ended next after a version, unless it began after it: then there was no document.
  const scanPast = (order: string) =>
    prepare(`
      SELECT p.k, d.database, d.path, h.create_version, h.version, ${fieldsOrId('h')}
      FROM past p CROSS JOIN documents d ON d.id = p.document
      LEFT JOIN history h ON h.id = (
        SELECT id FROM history WHERE document = p.document AND until > ? ORDER BY until LIMIT 1
      ) AND h.version <= ?
      WHERE p.k >= ? AND p.k < ? ORDER BY p.k ${order} LIMIT +?`)
  const deleted = (scope: string, where: string) =>
    prepare(`
      SELECT d.path, d.version, a.author, (SELECT version FROM history WHERE document = d.id AND until = d.version)
      FROM documents d LEFT JOIN authors a ON a.version = d.version
      WHERE d.database = ? ${scope} AND d.fields IS NULL AND ${where} ORDER BY d.version DESC, d.path LIMIT +?`)
  const deletedIn = (scope: string) => ({
    rest: deleted(scope, 'd.version = ? AND d.path > ?'),
    older: deleted(scope, 'd.version < ?'),
  })
  const records = (end: string, order: string) =>
    prepare(`
      SELECT key, value, revision FROM records
      WHERE space = ? AND key >= ? ${end} ORDER BY key ${order} LIMIT +?`)
  return {
    begin: prepare('BEGIN DEFERRED'),
    commit: prepare('COMMIT'),
    version: prepare('SELECT version FROM meta'),
    collected: prepare('SELECT collected FROM meta'),
    documentCount: prepare('SELECT documents FROM meta'),
    document: prepare(`
      SELECT create_version, version, fields FROM documents
      WHERE database = ? AND path = ? AND fields IS NOT NULL`),
    documentState: prepare('SELECT id, create_version, version, fields FROM documents WHERE database = ? AND path = ?'),
    history: prepare(`
      SELECT create_version, version, fields FROM history
      WHERE document = ? AND until > ? ORDER BY until LIMIT 1`),
    historyBefore: prepare(`
      SELECT until, create_version, version, fields FROM history
      WHERE document = ? AND until <= ? ORDER BY until DESC LIMIT +?`),
    deleted: deletedIn(''),
    deletedFrom: deletedIn('AND d.deleted_from = ?'),
    author: prepare('SELECT author FROM authors WHERE version = ?'),
    fields: prepare('SELECT fields FROM documents WHERE id = ?'),
    pastFields: prepare('SELECT fields FROM history WHERE id = ?'),
    scan: scan('ASC'),
    scanReverse: scan('DESC'),
    scanKeys: scanKeys('ASC'),
    scanKeysReverse: scanKeys('DESC'),
    findKey: findKey('ASC'),
    findKeyReverse: findKey('DESC'),
    countIndex: prepare('SELECT count(*) FROM (SELECT 1 FROM idx WHERE k >= ? AND k < ? LIMIT +?)'),
    scanPast: scanPast('ASC'),
    scanPastReverse: scanPast('DESC'),
    countPast: prepare('SELECT count(*) FROM (SELECT 1 FROM past WHERE k >= ? AND k < ? LIMIT +?)'),
    countChanges: prepare('SELECT count(*) FROM (SELECT 1 FROM changes WHERE version > ? LIMIT +?)'),
    changes: prepare(`
      SELECT c.version, d.database, d.path, a.author
      FROM changes c CROSS JOIN documents d ON d.id = c.document LEFT JOIN authors a ON a.version = c.version
      WHERE c.version > ? ORDER BY c.version, c.document LIMIT +?`),
    changesOf: prepare(`
      SELECT c.version, d.database, d.path, a.author
      FROM changes c CROSS JOIN documents d ON d.id = c.document LEFT JOIN authors a ON a.version = c.version
      WHERE c.version = ? ORDER BY c.document`),
    record: prepare('SELECT value, revision FROM records WHERE space = ? AND key = ?'),
    records: records('AND key < ?', 'ASC'),
    recordsReverse: records('AND key < ?', 'DESC'),
    recordsFrom: records('', 'ASC'),
    recordsFromReverse: records('', 'DESC'),
  }
}
