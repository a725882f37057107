import type { Version } from '@hearth/model'
import type { Ground, ReadClient, ReadSnapshot } from '../persistence.ts'
import type { Reader } from './reader.ts'
import { ReaderSnapshot } from './reader-snapshot.ts'
import { type ReaderPool, theServer } from './reader-pool.ts'

/** One transaction and how many reads are inside it. */
interface Lent {
  readonly reader: Reader
  readonly version: Version
  readonly readTime: Version
  readonly ground: Ground
  reads: number
  shouldGiveWay: boolean
}

/**
 * Snapshots for the reads of a project. Those that begin in one turn of the event loop share a transaction, because beginning and
 * ending one costs as much as a small query; they can't tell, since a snapshot never changes.
 */
export class TurnSnapshots {
  readonly #pool: ReaderPool
  readonly #floorNow: () => Version
  /** Of this turn. Another ends with the last read inside. */
  #open: Lent | undefined
  readonly #lent = new Set<Lent>()

  /** `floorNow`: no version at or below it will be allotted, and those up to it are durable. */
  constructor(pool: ReaderPool, floorNow: () => Version) {
    this.#pool = pool
    this.#floorNow = floorNow
  }

  /** Runs `work` against one unchanging state. `onBegun` hears which, when it is a new one. */
  async read<T>(
    work: (snapshot: ReadSnapshot) => Promise<T>,
    onBegun: (version: Version) => void,
    client: ReadClient = theServer,
  ): Promise<T> {
    const lent = this.#enterAtOnce(onBegun, client) ?? (await this.#enterInTurn(onBegun, client))
    const snapshot = new ReaderSnapshot(lent.reader, lent)
    try {
      return await work(snapshot)
    } finally {
      snapshot.end()
      lent.reads--
      this.#endWhenDone(lent)
    }
  }

  /** What begins from now on sees everything that is durable now. */
  renew(): void {
    const lent = this.#open
    if (lent === undefined) return
    this.#open = undefined
    this.#endWhenDone(lent)
  }

  /** Tells all reads so far that what they hold is in the way of the writer. */
  askToGiveWay(): void {
    this.renew()
    for (const lent of this.#lent) lent.shouldGiveWay = true
  }

  /** Undefined when every reader is taken. */
  #enterAtOnce(onBegun: (version: Version) => void, client: ReadClient): Lent | undefined {
    if (this.#open !== undefined) return entered(this.#open)
    const reader = this.#pool.tryAcquire(client)
    return reader && entered(this.#begin(reader, onBegun))
  }

  async #enterInTurn(onBegun: (version: Version) => void, client: ReadClient): Promise<Lent> {
    const reader = await this.#pool.acquire(client)
    if (this.#open === undefined) return entered(this.#begin(reader, onBegun))
    // Somebody else who waited was faster.
    this.#pool.release(reader)
    return entered(this.#open)
  }

  #begin(reader: Reader, onBegun: (version: Version) => void): Lent {
    let head: ReturnType<Reader['begin']>
    const floor = this.#floorNow()
    try {
      head = reader.begin()
    } catch (error) {
      this.#pool.discard(reader)
      throw error
    }
    const { version, ground } = head
    onBegun(version)
    const lent = { reader, version, readTime: Math.max(version, floor), ground, reads: 0, shouldGiveWay: false }
    this.#open = lent
    this.#lent.add(lent)
    setImmediate(() => {
      if (this.#open === lent) this.renew()
    })
    return lent
  }

  #endWhenDone(lent: Lent): void {
    if (lent.reads > 0 || this.#open === lent) return
    this.#lent.delete(lent)
    try {
      lent.reader.end()
    } catch {
      // What was read is good; the connection may not be.
      this.#pool.discard(lent.reader)
      return
    }
    this.#pool.release(lent.reader)
  }
}

/** Counted at once: between here and the read, what is open may be renewed. */
function entered(lent: Lent): Lent {
  lent.reads++
  return lent
}
