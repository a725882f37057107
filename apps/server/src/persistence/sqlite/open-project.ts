import type { Version } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type {
  Committed,
  CommitBatch,
  DocumentKey,
  FeedPush,
  ReadClient,
  ReadSnapshot,
  IndexEntry,
  IndexPage,
  KeyRange,
  PresentState,
  ScannedPage,
  StoredDocument,
} from '../persistence.ts'
import type { StoredRecord } from '../stored-record.ts'
import { HotDocuments } from './hot-documents.ts'
import type { Reader } from './reader.ts'
import { ReaderPool } from './reader-pool.ts'
import type { SqliteLimits } from './sqlite-limits.ts'
import type { WriterTerms } from './project-writer.ts'
import { TurnSnapshots } from './turn-snapshots.ts'
import type { WriterChannel, WriterThread } from './writer-thread.ts'

/** A project whose file is open: a channel to its writer, a connection for single reads, a pool for snapshots. */
export class OpenProject implements PresentState {
  readonly #channel: WriterChannel
  readonly #points: Reader
  readonly #pool: ReaderPool
  readonly #snapshots: TurnSnapshots
  readonly #hot: HotDocuments
  #seen: Version = 0
  /** Of the transaction that the single reads of this turn share. */
  #turnReadTime: Version | undefined

  private constructor(channel: WriterChannel, points: Reader, pool: ReaderPool, hot: HotDocuments) {
    this.#channel = channel
    this.#points = points
    this.#pool = pool
    this.#snapshots = new TurnSnapshots(pool, () => channel.floor)
    this.#hot = hot
    channel.onLogHeld = () => {
      this.#endTurn()
      this.#snapshots.askToGiveWay()
    }
  }

  static async open(
    file: string,
    thread: WriterThread,
    { clock, limits, ...terms }: WriterTerms & { readonly clock: Clock; readonly limits: SqliteLimits },
  ): Promise<OpenProject> {
    const channel = await thread.open(file, { cacheKib: limits.writerCacheKib, clock, ...terms })
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

  /** What was pushed, and the floor. */
  get fedTime(): Version {
    return Math.max(this.#channel.version, this.#channel.floor)
  }

  onPush(hear: (push: FeedPush) => void): void {
    this.#channel.onPush = (push) => {
      // Whoever reads because of it finds it.
      this.#renew()
      hear(push)
    }
  }

  /** At or after `version`. */
  get readTime(): Version {
    return Math.max(this.version, this.#channel.floor)
  }

  commit(batch: CommitBatch, bytes: number): Promise<Committed> {
    const documents = batch.documents ?? []
    this.#hot.beginWrite(documents)
    const durable = this.#channel.commit(batch, bytes)
    const settle = () => {
      this.#renew()
      this.#hot.endWrite(documents)
    }
    durable.then(settle, settle)
    return durable
  }

  async raiseFloor(time: Version): Promise<void> {
    const raised = this.#channel.raiseFloor(time)
    const renew = () => this.#renew()
    raised.then(renew, renew)
    await raised
  }

  /** What is read from now on is as new as everything that is durable now. */
  #renew(): void {
    this.#endTurn()
    this.#snapshots.renew()
  }

  read<T>(work: (snapshot: ReadSnapshot) => Promise<T>, client: ReadClient | undefined): Promise<T> {
    return this.#snapshots.read(work, this.#noteVersion, client)
  }

  /** Somebody else's snapshot may be ahead of what the writer has told. */
  readonly #noteVersion = (version: Version): void => {
    if (version <= this.version) return
    this.#seen = version
    this.#endTurn()
  }

  getDocuments(keys: readonly DocumentKey[]): (StoredDocument | undefined)[] {
    const reader = this.#points
    const [first] = keys
    if (keys.length === 1 && first !== undefined) return [this.getDocument(first)]
    this.#beginTurn()
    return reader.getDocuments(keys)
  }

  getDocument(key: DocumentKey): StoredDocument | undefined {
    return this.#hot.find(key) ?? this.#readDocument(key)
  }

  scanIndex(range: KeyRange, page: IndexPage): ScannedPage<IndexEntry> & { readonly readTime: Version } {
    const readTime = this.#beginTurn()
    const { entries, isLast } = this.#points.run(() => this.#points.scanIndex(range, page))
    return { entries, isLast, readTime }
  }

  #readDocument(key: DocumentKey): StoredDocument | undefined {
    this.#beginTurn()
    const document = this.#points.run(() => this.#points.getDocument(key))
    if (document !== undefined) this.#hot.keep(document)
    return document
  }

  /**
   * All single reads of a turn of the event loop share one transaction: beginning and ending one costs more than the
   * read itself. It ends early when something newer is known to be durable, so that nothing older is read after it.
   */
  #beginTurn(): Version {
    if (this.#turnReadTime !== undefined) return this.#turnReadTime
    const { floor } = this.#channel
    const { version } = this.#points.begin()
    // It may be ahead of what the writer has told, and of the snapshot that others share.
    if (version > this.version) {
      this.#seen = version
      this.#snapshots.renew()
    }
    this.#turnReadTime = Math.max(version, floor)
    setImmediate(() => this.#endTurn())
    return this.#turnReadTime
  }

  #endTurn(): void {
    if (this.#turnReadTime === undefined) return
    this.#turnReadTime = undefined
    this.#points.end()
  }

  getRecord(space: string, key: string): StoredRecord | undefined {
    this.#beginTurn()
    return this.#points.run(() => this.#points.getRecord(space, key))
  }

  documentCount(): number {
    this.#beginTurn()
    return this.#points.run(() => this.#points.documentCount())
  }

  lastChange(): Version {
    this.#beginTurn()
    return this.#points.run(() => this.#points.lastChange())
  }

  collect(horizon: Version): void {
    this.#channel.collect(horizon)
  }

  /** Gives memory and log space back in a quiet time. */
  rest(): void {
    this.#snapshots.renew()
    this.#hot.clear()
    this.#pool.shrink()
    this.#points.shrink()
    this.#channel.idle()
  }

  /** Readers first: the last connection to leave empties the log into the file and removes it. With `cutsOff` nobody waits for reads under way. */
  async close({ cutsOff = false }: { readonly cutsOff?: boolean } = {}): Promise<void> {
    this.#endTurn()
    this.#snapshots.renew()
    if (cutsOff) this.#pool.cutOff()
    else this.#pool.close()
    this.#points.close()
    await this.#channel.close()
  }
}
