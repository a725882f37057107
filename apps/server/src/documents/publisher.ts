import { StatusError, type Version } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import type {
  BatchTicket,
  Committed,
  FeedBatch,
  FeedPush,
  Following,
  ProjectStore,
  StoredDocument,
} from '../persistence/persistence.ts'
import type { CommittedChanges } from './document-delta.ts'
import { documentOf } from './stored-documents.ts'

/** Commits that may wait for publication; from then on a commit publishes at once, which slows the writers down. */
const WAITING_MAX = 1000
/** Documents of the feed that are read at once. */
const FEED_PAGE = 500

/** A commit that was handed over here. */
interface Slot {
  readonly ticket: BatchTicket
  outcome: OwnCommit | 'in flight' | 'refused'
}

interface OwnCommit extends Pick<Committed, 'previous'> {
  readonly changes: CommittedChanges
}

export interface Subscriber {
  onCommit(changes: CommittedChanges): void
  /** There were commits that nobody knows any more. */
  onBehind(): void
}

export interface PublisherOptions {
  readonly store: Pick<ProjectStore, 'follow' | 'read' | 'lastVersion'>
  readonly log: Log
  /** Told of each commit before the subscriber; must not throw and must not wait. */
  readonly onPublished?: ((changes: CommittedChanges) => void) | undefined
  /** As `onPublished`, of those that were read from the feed: they may have been made elsewhere. */
  readonly onRead: (version: Version) => void
}

/**
 * Follows the feed of a store and passes durable commits on to the listeners, in the order of their versions, each once. What was committed here
 * is known, and is passed on without being read where nothing of others is before it; anything else is read from the feed. Publication runs in a
 * turn of its own, so that whoever committed is answered first.
 */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #following: Following
  /** In the order in which they were handed over, which is that of their versions. A slot leaves when it and all before it are settled and published. */
  readonly #slots: Slot[] = []
  readonly #inFlight = new Set<BatchTicket>()
  #subscriber: Subscriber | undefined
  #isScheduled = false
  #isPublishing = false
  /** There is something in the feed that nobody has handed over here. */
  #isBehind = false
  #reading: Promise<void> | undefined
  #published: Version

  constructor(options: PublisherOptions) {
    this.#options = options
    this.#published = options.store.lastVersion()
    this.#following = options.store.follow((push) => this.#onPush(push))
  }

  /** Every commit up to here was passed on. */
  get publishedVersion(): Version {
    return this.#published
  }

  /** The latest time at which what was published is the whole truth, as far as that is known. */
  readTime(): Version {
    const isUpToDate = this.#slots.length === 0 && !this.#isBehind && this.#reading === undefined
    return isUpToDate ? Math.max(this.#published, this.#following.readTime()) : this.#published
  }

  /** Durable commits that were not passed on yet, in order of versions. */
  unpublished(): CommittedChanges[] {
    return this.#slots.flatMap(({ outcome }) => (typeof outcome === 'object' ? outcome.changes : []))
  }

  /** One at a time. It is told of each commit published from now on. */
  subscribe(subscriber: Subscriber | undefined): void {
    this.#subscriber = subscriber
  }

  /** To be called in the order in which commits are handed to the store. `settle` must follow. */
  enter(ticket: BatchTicket): Slot {
    const slot: Slot = { ticket, outcome: 'in flight' }
    this.#slots.push(slot)
    this.#inFlight.add(ticket)
    return slot
  }

  /** `unknown`: if it was applied, the feed has it. */
  settle(slot: Slot, outcome: OwnCommit | 'refused' | 'unknown'): void {
    this.#inFlight.delete(slot.ticket)
    if (outcome === 'unknown') this.#isBehind = true
    slot.outcome = outcome === 'unknown' ? 'refused' : outcome
    if (this.#subscriber === undefined || this.#slots.length > WAITING_MAX) void this.publishSettled()
    else this.#schedule()
  }

  /**
   * At once, for those who may know of these commits already; a promise where the feed has to be read first, which never rejects. From within a
   * subscriber it does nothing: whoever publishes goes on.
   */
  publishSettled(): Promise<void> | undefined {
    if (this.#isPublishing) return undefined
    if (this.#reading === undefined) this.#publishOwn()
    if (this.#isBehind) this.#reading ??= this.#readOn()
    return this.#reading
  }

  #onPush({ version, ticket }: FeedPush): void {
    if (version <= this.#published || (ticket !== undefined && this.#inFlight.has(ticket))) return
    this.#isBehind = true
    this.#schedule()
  }

  #publishOwn(): void {
    let passed = 0
    this.#isPublishing = true
    for (const { outcome } of this.#slots) {
      if (outcome === 'in flight') break
      if (typeof outcome === 'object' && outcome.changes.version > this.#published) {
        if (outcome.previous > this.#published) {
          this.#isBehind = true
          break
        }
        this.#publish(outcome.changes)
      }
      passed++
    }
    this.#slots.splice(0, passed)
    this.#isPublishing = false
  }

  #publish(changes: CommittedChanges): void {
    this.#published = changes.version
    this.#options.onPublished?.(changes)
    this.#subscriber?.onCommit(changes)
  }

  /** Reads what is missing. Where that fails, whoever publishes next tries again. */
  async #readOn(): Promise<void> {
    try {
      while (this.#isBehind) await this.#readPage()
    } catch (err) {
      this.#isBehind = true
      this.#options.log.warn({ err }, 'what was committed elsewhere could not be read for those who listen')
      return
    } finally {
      this.#reading = undefined
    }
    await this.publishSettled()
  }

  #readPage(): Promise<void> {
    return this.#options.store.read(async (snapshot) => {
      // What is pushed from here on may be missing in it.
      this.#isBehind = false
      try {
        const { entries, isLast } = await snapshot.feedAfter(this.#published, FEED_PAGE)
        this.#isPublishing = true
        for (const batch of entries) {
          this.#options.onRead(batch.version)
          this.#publish(changesOf(batch))
        }
        this.#isPublishing = false
        if (isLast) this.#published = Math.max(this.#published, snapshot.version)
        else this.#isBehind = true
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'VERSION_COLLECTED') throw error
        this.#published = snapshot.version
        this.#options.onRead(snapshot.version)
        this.#subscriber?.onBehind()
      }
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.publishSettled()
    })
  }
}

function changesOf({ version, author, documents }: FeedBatch): CommittedChanges {
  const deltas = documents.map(({ database, path, before, after }) => ({
    database,
    path,
    before: documentFrom(before),
    after: documentFrom(after),
  }))
  return { version, deltas, author }
}

function documentFrom(stored: StoredDocument | undefined) {
  return stored && documentOf(stored)
}
