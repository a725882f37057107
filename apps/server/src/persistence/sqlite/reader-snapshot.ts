import { StatusError, type Version } from '@hearth/model'
import type {
  ChangeRecord,
  DeletedDocument,
  DocumentKey,
  DocumentVersion,
  FeedBatch,
  Ground,
  IndexEntry,
  IndexPage,
  KeyRange,
  PastEntry,
  ReadSnapshot,
  ScannedPage,
  StoredDocument,
} from '../persistence.ts'
import type { StoredRecord } from '../stored-record.ts'
import type { Reader } from './reader.ts'

/** Entries, changes or records in one page at most, so that one call never holds the main thread long. */
const PAGE_MAX = 10_000

/** What `read` gives to its work: a reader inside a transaction that began at `version`, until the work is over. */
export class ReaderSnapshot implements ReadSnapshot {
  readonly version: Version
  readonly readTime: Version
  readonly ground: Ground
  readonly #transaction: { readonly shouldGiveWay: boolean }
  #reader: Reader | undefined

  constructor(reader: Reader, transaction: Pick<ReadSnapshot, 'version' | 'readTime' | 'ground' | 'shouldGiveWay'>) {
    this.version = transaction.version
    this.readTime = transaction.readTime
    this.ground = transaction.ground
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

  async feedAfter(version: Version, limit: number): Promise<ScannedPage<FeedBatch>> {
    const reader = this.#open()
    validatePage(limit)
    return reader.run(() => {
      requireKept(reader, version)
      return reader.feedAfter(version, limit)
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

function requireKept(reader: Reader, version: Version): void {
  if (version >= reader.collectedVersion()) return
  throw new StatusError('out-of-range', 'VERSION_COLLECTED', 'This version is older than the history that is kept.')
}

function validatePage(limit: number): void {
  if (Number.isSafeInteger(limit) && limit > 0 && limit <= PAGE_MAX) return
  throw new StatusError('invalid-argument', 'PAGE_TOO_LARGE', `A page holds 1 to ${PAGE_MAX} entries.`)
}
