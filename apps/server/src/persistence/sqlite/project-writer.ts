import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { nameKeysOf, parentPath, type Version } from '@hearth/model'
import type { DocumentChange, EntryChange, RecordChange } from '../persistence.ts'
import type { BatchOrigin } from './batch-origin.ts'
import { changesSomething, type ReceivedBatch, type ReceivedExpectation } from './commit-message.ts'
import { BUSY_TIMEOUT_MS } from './connection.ts'
import type { Faults } from './faults.ts'
import { classifyFailure } from './sqlite-errors.ts'

/** What became of one batch of a group. A floor is applied at the version before it. */
export type BatchResult = AppliedBatch | FailedBatch

export interface AppliedBatch {
  readonly kind: 'applied'
  readonly version: Version
  /** What it has raised the catalogue to. */
  readonly catalogue?: number
}

export type FailedBatch =
  | { readonly kind: 'conflict'; readonly index: number }
  | { readonly kind: 'stale' }
  /** `broken`: by this batch or one beside it, so that nobody knows what the file has of it; `latched`: before it. */
  | { readonly kind: 'refused' | 'full' | 'busy' | 'broken' | 'latched'; readonly message: string }

/** What a store says of itself, as the file has it. */
interface Head {
  version: Version
  /** Of the newest batch with documents. */
  changed: Version
  /** Of the newest batch that is in the feed; follows from the rest. */
  fed: Version
  /** Of the newest record. */
  revision: number
  documents: number
  readonly incarnation: string
  catalogue: number
}

/** The file or the disk can't be trusted any more: the store must latch. */
export class BrokenStoreError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'BrokenStoreError'
  }
}

type FoundDocument = readonly [id: number, version: number, alive: number]

export interface WriterTerms {
  /** No version at or below it. */
  readonly floor: Version
  /** Whose records are in the feed. */
  readonly watchedSpaces: readonly string[]
}

/** Writes one project's file. Runs in the writer thread; all calls are synchronous. */
export class ProjectWriter {
  readonly #database: DatabaseSync
  readonly #faults: Faults | undefined
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #head: Head
  /** No version at or below it: kept in memory alone, since the clock has passed it and goes on after a restart. */
  #floor: Version
  readonly #watchedSpaces: ReadonlySet<string>

  constructor(database: DatabaseSync, { floor, watchedSpaces }: WriterTerms, faults?: Faults) {
    this.#database = database
    this.#floor = floor
    this.#watchedSpaces = new Set(watchedSpaces)
    this.#faults = faults
    this.#statements = prepareStatements(database)
    this.#head = this.#readMeta()
  }

  get version(): Version {
    return this.#head.version
  }

  /** The newest that is in the feed. */
  get fed(): Version {
    return this.#head.fed
  }

  get floor(): Version {
    return this.#floor
  }

  /**
   * Applies batches in one transaction and returns when it is durable. Each batch is whole or absent: its expectations
   * are checked before any of it is written. After a result `broken` the writer must not be used again.
   */
  applyGroup(batches: readonly ReceivedBatch[]): BatchResult[] {
    const saved = { ...this.#head }
    try {
      this.#statements.begin.run()
      const results = batches.map((batch) => this.#applyBatch(batch))
      const { version, changed, revision, documents, catalogue } = this.#head
      if (version === saved.version) {
        this.#statements.rollback.run()
        return results
      }
      this.#statements.setMeta.run(version, changed, revision, documents, catalogue)
      this.#faults?.beforeCommit()
      this.#statements.commit.run()
      return results
    } catch (error) {
      Object.assign(this.#head, saved)
      for (const { origin, number } of batches) origin.takeBack(number)
      try {
        this.#rollBack()
      } catch (cause) {
        return batches.map(() => ({ kind: 'broken', message: (cause as Error).message }))
      }
      return this.#afterFailure(batches, error)
    }
  }

  #afterFailure(batches: readonly ReceivedBatch[], error: unknown): BatchResult[] {
    const kind = classifyFailure(error)
    if (kind !== 'refused' || batches.length === 1) {
      const result: BatchResult = { kind, message: (error as Error).message }
      return batches.map(() => result)
    }
    // One batch spoilt the group's transaction: each gets its own, so that only the guilty one fails.
    let broken: BatchResult | undefined
    return batches.flatMap((batch) => {
      if (broken !== undefined) return broken
      const results = this.applyGroup([batch])
      broken = results.find(({ kind }) => kind === 'broken')
      return results
    })
  }

  #rollBack(): void {
    if (this.#database.isTransaction) this.#statements.rollback.run()
  }

  #applyBatch(batch: ReceivedBatch): BatchResult {
    if (batch.floor > 0) {
      this.#floor = Math.max(this.#floor, batch.floor)
      return { kind: 'applied', version: this.#head.version }
    }
    if (!this.#isGround(batch)) return { kind: 'stale' }
    const found = new Map<string, FoundDocument | undefined>()
    for (const [index, expectation] of batch.expect.entries()) {
      if (!this.#holds(expectation, batch.origin, found)) return { kind: 'conflict', index }
    }
    if (!changesSomething(batch)) {
      this.#floor = Math.max(this.#floor, this.#head.version, batch.time)
      return { kind: 'applied', version: this.#floor }
    }
    const version = this.#allot(batch)
    batch.origin.applied(batch.number, version, batch.settled)
    if (batch.documents.length > 0) {
      this.#head.changed = version
      this.#head.fed = version
      if (batch.author !== undefined) this.#statements.insertAuthor.run(version, batch.author)
    }
    for (const document of batch.documents) this.#writeDocument(document, version, found)
    for (const record of batch.records) this.#writeRecord(record, version)
    for (const entry of batch.entries) this.#writeEntries(entry)
    for (const key of batch.removedKeys) this.#statements.deleteEntry.run(key)
    return batch.raisesCatalogue
      ? { kind: 'applied', version, catalogue: ++this.#head.catalogue }
      : { kind: 'applied', version }
  }

  #isGround({ incarnation, catalogue }: ReceivedBatch): boolean {
    if (incarnation === undefined) return true
    return incarnation === this.#head.incarnation && catalogue === this.#head.catalogue
  }

  #allot({ notBefore, time }: ReceivedBatch): Version {
    const head = this.#head
    head.version = Math.max(head.version + 1, this.#floor + 1, notBefore, time)
    return head.version
  }

  #holds(
    expectation: ReceivedExpectation,
    origin: BatchOrigin,
    found: Map<string, FoundDocument | undefined>,
  ): boolean {
    if (expectation.kind === 'record') {
      const row = this.#statements.findRecord.get(expectation.space, expectation.key) as [number] | undefined
      return (row?.[0] ?? 0) === expectation.revision
    }
    const { database, path } = expectation.key
    const row = this.#findDocument(database, path)
    found.set(documentMapKey(database, path), row)
    // A row that it deleted has its version, too.
    if (expectation.kind === 'document-after') {
      return row !== undefined && row[1] === origin.versionOf(expectation.number)
    }
    return (row?.[2] === 1 ? row[1] : undefined) === expectation.updateTime
  }

  #findDocument(database: string, path: string): FoundDocument | undefined {
    return this.#statements.findDocument.get(database, path) as FoundDocument | undefined
  }

  #writeDocument(change: DocumentChange, version: number, found: Map<string, FoundDocument | undefined>): void {
    const s = this.#statements
    const { database, path, json } = change
    const mapKey = documentMapKey(database, path)
    const row = found.has(mapKey) ? found.get(mapKey) : this.#findDocument(database, path)
    const alive = row?.[2] === 1
    if (row === undefined && json === undefined) return
    let id: number
    if (row === undefined) {
      id = Number(s.insertDocument.run(database, path, version, version, json ?? null).lastInsertRowid)
    } else {
      id = row[0]
      if (!alive && json === undefined) return
      if (alive) this.#keepHistory(change, version, id)
      const deletedFrom = json === undefined ? parentPath(path) : null
      const isCreated = change.isCreated || !alive
      s.updateDocument.run(isCreated ? version : null, version, json ?? null, deletedFrom, id)
    }
    this.#head.documents += (json === undefined ? 0 : 1) - (alive ? 1 : 0)
    for (const key of change.removedEntries) s.deleteEntry.run(key)
    for (const key of change.addedEntries) s.insertEntry.run(key, id)
    s.insertChange.run(version, id)
  }

  #keepHistory({ database, path }: DocumentChange, version: number, id: number): void {
    const s = this.#statements
    if (s.findHistory.get(id) === undefined) {
      for (const key of nameKeysOf(database, path)) s.insertPast.run(key, id)
    }
    s.keepHistory.run(version, id)
  }

  #writeEntries({ database, path, updateTime, addedEntries }: EntryChange): void {
    const row = this.#findDocument(database, path)
    if (row?.[2] !== 1 || row[1] !== updateTime) return
    for (const key of addedEntries) this.#statements.insertEntry.run(key, row[0])
  }

  #writeRecord(change: RecordChange, version: Version): void {
    if (this.#watchedSpaces.has(change.space)) {
      this.#head.fed = version
      this.#statements.insertFedRecord.run(version, change.space, change.key)
    }
    // Numbers are never used twice in a store, so a record that was deleted and made anew can't be mistaken for the old.
    if (change.value === undefined) this.#statements.deleteRecord.run(change.space, change.key)
    else this.#statements.setRecord.run(change.space, change.key, change.value, ++this.#head.revision)
  }

  /**
   * Forgets history and changes up to `horizon`, at most `limit` changes in one transaction. Returns whether there may
   * be more. Throws `BrokenStoreError`.
   */
  collect(horizon: number, limit: number): boolean {
    const s = this.#statements
    const until = Math.min(horizon, this.#head.version)
    try {
      s.begin.run()
      const rows = s.oldestChanges.all(until, limit) as unknown as [version: number, document: number][]
      for (const [version, document] of rows) {
        if (s.deleteHistory.run(document, version).changes > 0) this.#forgetPast(document)
        s.deleteTombstone.run(document, version)
        s.deleteChange.run(version, document)
      }
      const last = rows.at(-1)
      const reached = last !== undefined && rows.length === limit ? last[0] : until
      if (last !== undefined) s.deleteAuthors.run(last[0])
      const { changes: fedRecords } = s.deleteFedRecords.run(reached)
      if (last !== undefined || fedRecords > 0) s.setCollected.run(reached)
      s.commit.run()
      return rows.length === limit
    } catch (error) {
      this.#rollBack()
      this.#throwUnlessPassing(error)
      return false
    }
  }

  /** A document without history has no past. */
  #forgetPast(id: number): void {
    const s = this.#statements
    if (s.findHistory.get(id) !== undefined) return
    const [database, path] = s.findName.get(id) as unknown as [string, string]
    for (const key of nameKeysOf(database, path)) s.deletePast.run(key)
  }

  filePages(): number {
    return (this.#statements.filePages.get() as unknown as [number])[0]
  }

  /** Pages in the write-ahead log, those that are in the file already too: it is written from its beginning again when nobody reads it. */
  logPages(): number {
    return (this.#statements.logState.get() as unknown as [busy: number, log: number, done: number])[1]
  }

  /**
   * Moves the write-ahead log into the file and lets the next write begin it anew. For readers of what is in it this waits `waitMs`; returns
   * whether that was enough. What they allow is moved in any case. Throws `BrokenStoreError`.
   */
  restartLog(waitMs: number): boolean {
    return this.#checkpoint(this.#statements.restartLog, waitMs)
  }

  /** As `restartLog` without waiting, and gives the space of the log back. */
  emptyLog(): boolean {
    return this.#checkpoint(this.#statements.emptyLog, 0)
  }

  #checkpoint(statement: StatementSync, waitMs: number): boolean {
    try {
      this.#faults?.beforeCheckpoint()
      this.#database.exec(`PRAGMA busy_timeout = ${waitMs}`)
      const [busy] = statement.get() as unknown as [busy: number]
      return busy === 0
    } catch (error) {
      this.#throwUnlessPassing(error)
      return false
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }

  /** After `full` and `busy` nothing is lost, and the next try may do better. */
  #throwUnlessPassing(error: unknown): void {
    const failure = classifyFailure(error)
    if (failure === 'broken' || failure === 'refused') throw new BrokenStoreError(error)
  }

  /** Gives cache memory back after a burst. */
  shrink(): void {
    this.#database.exec('PRAGMA shrink_memory')
  }

  close(): void {
    this.#database.close()
  }

  #readMeta(): Head {
    const row = this.#statements.readMeta.get() as unknown as [number, number, number, number, number, string, number]
    const [version, changed, fed, revision, documents, incarnation, catalogue] = row
    return { version, changed, fed, revision, documents, incarnation, catalogue }
  }
}

function documentMapKey(database: string, path: string): string {
  return `${database.length}:${database}${path}`
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  return {
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    rollback: prepare('ROLLBACK'),
    readMeta: prepare(`
      SELECT version, changed, max(changed, coalesce((SELECT max(version) FROM fed_records), 0)), revision, documents,
        incarnation, catalogue
      FROM meta`),
    setMeta: prepare('UPDATE meta SET version = ?, changed = ?, revision = ?, documents = ?, catalogue = ?'),
    setCollected: prepare('UPDATE meta SET collected = max(collected, ?)'),
    findDocument: prepare('SELECT id, version, fields IS NOT NULL FROM documents WHERE database = ? AND path = ?'),
    insertDocument: prepare(
      'INSERT INTO documents(database, path, create_version, version, fields) VALUES (?, ?, ?, ?, ?)',
    ),
    updateDocument: prepare(
      'UPDATE documents SET create_version = ifnull(?, create_version), version = ?, fields = ?, deleted_from = ? WHERE id = ?',
    ),
    keepHistory: prepare(`
      INSERT INTO history(document, until, create_version, version, fields)
      SELECT id, ?, create_version, version, fields FROM documents WHERE id = ?`),
    findHistory: prepare('SELECT 1 FROM history WHERE document = ? LIMIT 1'),
    findName: prepare('SELECT database, path FROM documents WHERE id = ?'),
    insertPast: prepare('INSERT INTO past VALUES (?, ?) ON CONFLICT(k) DO UPDATE SET document = excluded.document'),
    deletePast: prepare('DELETE FROM past WHERE k = ?'),
    insertEntry: prepare('INSERT INTO idx VALUES (?, ?) ON CONFLICT(k) DO UPDATE SET document = excluded.document'),
    deleteEntry: prepare('DELETE FROM idx WHERE k = ?'),
    insertAuthor: prepare('INSERT INTO authors VALUES (?, ?)'),
    deleteAuthors: prepare('DELETE FROM authors WHERE version <= ?'),
    insertChange: prepare('INSERT INTO changes VALUES (?, ?)'),
    insertFedRecord: prepare('INSERT INTO fed_records VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    deleteFedRecords: prepare('DELETE FROM fed_records WHERE version <= ?'),
    findRecord: prepare('SELECT revision FROM records WHERE space = ? AND key = ?'),
    setRecord: prepare(`
      INSERT INTO records VALUES (?, ?, ?, ?)
      ON CONFLICT(space, key) DO UPDATE SET value = excluded.value, revision = excluded.revision`),
    deleteRecord: prepare('DELETE FROM records WHERE space = ? AND key = ?'),
    oldestChanges: prepare(
      'SELECT version, document FROM changes WHERE version <= ? ORDER BY version, document LIMIT ?',
    ),
    deleteHistory: prepare('DELETE FROM history WHERE document = ? AND until = ?'),
    deleteTombstone: prepare('DELETE FROM documents WHERE id = ? AND version = ? AND fields IS NULL'),
    deleteChange: prepare('DELETE FROM changes WHERE version = ? AND document = ?'),
    filePages: prepare('PRAGMA page_count'),
    logState: prepare('PRAGMA wal_checkpoint(NOOP)'),
    restartLog: prepare('PRAGMA wal_checkpoint(RESTART)'),
    emptyLog: prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
  }
}
