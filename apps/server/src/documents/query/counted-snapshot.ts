import type { Version } from '@hearth/model'
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
} from '../../persistence/persistence.ts'
import type { StoredRecord } from '../../persistence/stored-record.ts'

/** Passes everything on to a snapshot and counts what is read, for those who ask what a query cost. */
export class CountedSnapshot implements ReadSnapshot {
  readonly version: Version
  readonly readTime: Version
  readonly ground: Ground
  readonly #snapshot: ReadSnapshot
  /** Keys of the index that were read, those that were only counted included. */
  indexEntries = 0
  documents = 0

  constructor(snapshot: ReadSnapshot) {
    this.version = snapshot.version
    this.readTime = snapshot.readTime
    this.ground = snapshot.ground
    this.#snapshot = snapshot
  }

  get shouldGiveWay(): boolean {
    return this.#snapshot.shouldGiveWay
  }

  async getDocuments(keys: readonly DocumentKey[]): Promise<(StoredDocument | undefined)[]> {
    this.documents += keys.length
    return await this.#snapshot.getDocuments(keys)
  }

  async getDocumentsAt(keys: readonly DocumentKey[], version: Version): Promise<(StoredDocument | undefined)[]> {
    this.documents += keys.length
    return await this.#snapshot.getDocumentsAt(keys, version)
  }

  async scanIndex(range: KeyRange, page: IndexPage): Promise<ScannedPage<IndexEntry>> {
    return this.#count(await this.#snapshot.scanIndex(range, page))
  }

  async scanIndexKeys(range: KeyRange, page: { limit: number; reverse: boolean }): Promise<Uint8Array[]> {
    const keys = await this.#snapshot.scanIndexKeys(range, page)
    this.indexEntries += keys.length
    return keys
  }

  findIndexKey(range: KeyRange, page: { skip: number; reverse: boolean }): Promise<Uint8Array | undefined> {
    return this.#snapshot.findIndexKey(range, page)
  }

  async countIndex(range: KeyRange, limit: number): Promise<number> {
    const count = await this.#snapshot.countIndex(range, limit)
    this.indexEntries += count
    return count
  }

  async scanPast(
    range: KeyRange,
    version: Version,
    page: { limit: number; reverse: boolean },
  ): Promise<ScannedPage<PastEntry>> {
    return this.#count(await this.#snapshot.scanPast(range, version, page))
  }

  async countPast(range: KeyRange, limit: number): Promise<number> {
    const count = await this.#snapshot.countPast(range, limit)
    this.indexEntries += count
    return count
  }

  async countChanges(version: Version, limit: number): Promise<number> {
    const count = await this.#snapshot.countChanges(version, limit)
    this.indexEntries += count
    return count
  }

  feedAfter(version: Version, limit: number): Promise<ScannedPage<FeedBatch>> {
    return this.#snapshot.feedAfter(version, limit)
  }

  async changesAfter(version: Version, limit: number): Promise<ChangeRecord[]> {
    const changes = await this.#snapshot.changesAfter(version, limit)
    this.indexEntries += changes.length
    return changes
  }

  listDeleted(...question: Parameters<ReadSnapshot['listDeleted']>): Promise<DeletedDocument[]> {
    return this.#snapshot.listDeleted(...question)
  }

  listVersions(key: DocumentKey, page: { before: Version | undefined; limit: number }): Promise<DocumentVersion[]> {
    return this.#snapshot.listVersions(key, page)
  }

  getRecord(space: string, key: string): Promise<StoredRecord | undefined> {
    return this.#snapshot.getRecord(space, key)
  }

  listRecords(
    space: string,
    range: { start?: string; end?: string },
    page: { limit: number; reverse: boolean },
  ): Promise<StoredRecord[]> {
    return this.#snapshot.listRecords(space, range, page)
  }

  #count<Entry>(page: ScannedPage<Entry>): ScannedPage<Entry> {
    this.indexEntries += page.entries.length
    this.documents += page.entries.length
    return page
  }
}
