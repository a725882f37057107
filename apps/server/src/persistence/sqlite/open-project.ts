import type { Version } from '@hearth/model'
import type { CommitBatch, DocumentKey, ReadSnapshot, StoredDocument, StoredRecord } from '../persistence.ts'
import { HotDocuments } from './hot-documents.ts'
import { type Reader, ReaderSnapshot } from './reader.ts'
import { ReaderPool } from './reader-pool.ts'
import type { SqliteLimits } from './sqlite-limits.ts'
import type { WriterChannel, WriterThread } from './writer-thread.ts'

/** A project whose file is open: a channel to its writer, a connection for single reads, a pool for snapshots. */
export class OpenProject {
  readonly #channel: WriterChannel
  readonly #points: Reader
  readonly #pool: ReaderPool
  readonly #hot: HotDocuments
  #seen: Version = 0

  private constructor(channel: WriterChannel, points: Reader, pool: ReaderPool, hot: HotDocuments) {
    this.#channel = channel
    this.#points = points
    this.#pool = pool
    this.#hot = hot
  }

  static async open(file: string, thread: WriterThread, limits: SqliteLimits): Promise<OpenProject> {
    const channel = await thread.open(file, limits.writerCacheKib)
    const pool = new ReaderPool(file, {
      snapshotsMax: limits.snapshotsMax,
      waitingMax: limits.waitingReadsMax,
      cacheKib: limits.readerCacheKib,
    })
    try {
      return new OpenProject(channel, pool.open(), pool, new HotDocuments(limits.hotDocumentsLength))
    } catch (error) {
      await channel.close()
      throw error
    }
  }

  get latched(): Promise<Error> {
    return this.#channel.latched
  }

  /** Nothing is being read or written. */
  get isIdle(): boolean {
    return this.#channel.isIdle && this.#pool.isIdle
  }

  get version(): Version {
    return Math.max(this.#channel.version, this.#seen)
  }

  commit(batch: CommitBatch, bytes: number): Promise<void> {
    const { documents } = batch
    if (documents === undefined || documents.length === 0) return this.#channel.commit(batch, bytes)
    this.#hot.beginWrite(documents)
    const durable = this.#channel.commit(batch, bytes)
    const end = () => this.#hot.endWrite(documents)
    durable.then(end, end)
    return durable
  }

  async read<T>(work: (snapshot: ReadSnapshot) => Promise<T>): Promise<T> {
    const reader = this.#pool.tryAcquire() ?? (await this.#pool.acquire())
    let snapshot: ReaderSnapshot
    try {
      snapshot = new ReaderSnapshot(reader)
    } catch (error) {
      this.#pool.discard(reader)
      throw error
    }
    this.#seen = Math.max(this.#seen, snapshot.version)
    try {
      return await work(snapshot)
    } finally {
      snapshot.end()
      this.#pool.release(reader)
    }
  }

  getDocuments(keys: readonly DocumentKey[]): (StoredDocument | undefined)[] {
    const reader = this.#points
    const [first] = keys
    if (keys.length === 1 && first !== undefined) return [this.#hot.find(first) ?? this.#readDocument(first)]
    reader.begin()
    try {
      return reader.getDocuments(keys)
    } finally {
      reader.end()
    }
  }

  #readDocument(key: DocumentKey): StoredDocument | undefined {
    const document = this.#points.run(() => this.#points.getDocument(key))
    if (document !== undefined) this.#hot.keep(document)
    return document
  }

  getRecord(space: string, key: string): StoredRecord | undefined {
    return this.#points.run(() => this.#points.getRecord(space, key))
  }

  documentCount(): number {
    return this.#points.run(() => this.#points.documentCount())
  }

  collect(horizon: Version): void {
    this.#channel.collect(horizon)
  }

  /** Gives memory and log space back in a quiet time. */
  rest(): void {
    this.#hot.clear()
    this.#pool.shrink()
    this.#points.shrink()
    this.#channel.idle()
  }

  /** Readers first: the last connection to leave empties the log into the file and removes it. */
  async close(): Promise<void> {
    this.#pool.close()
    this.#points.close()
    await this.#channel.close()
  }
}
