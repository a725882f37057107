import type { Version } from '@hearth/model'
import type { ReadSnapshot } from '../persistence.ts'
import { type Reader, ReaderSnapshot } from './reader.ts'
import type { ReaderPool } from './reader-pool.ts'

/** One transaction and how many reads are inside it. */
interface Lent {
  readonly reader: Reader
  readonly version: Version
  reads: number
}

/**
 * Snapshots for the reads of a project. Those that begin in one turn of the event loop share a transaction, because beginning and
 * ending one costs as much as a small query; they can't tell, since a snapshot never changes.
 */
export class TurnSnapshots {
  readonly #pool: ReaderPool
  /** Of this turn. Another ends with the last read inside. */
  #open: Lent | undefined

  constructor(pool: ReaderPool) {
    this.#pool = pool
  }

  /** Runs `work` against one unchanging state. `onBegun` hears which, when it is a new one. */
  async read<T>(work: (snapshot: ReadSnapshot) => Promise<T>, onBegun: (version: Version) => void): Promise<T> {
    const lent = this.#open ?? this.#begin(this.#pool.tryAcquire() ?? (await this.#pool.acquire()), onBegun)
    const snapshot = new ReaderSnapshot(lent.reader, lent.version)
    lent.reads++
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

  #begin(reader: Reader, onBegun: (version: Version) => void): Lent {
    let version: Version
    try {
      version = reader.begin()
    } catch (error) {
      this.#pool.discard(reader)
      throw error
    }
    onBegun(version)
    const lent = { reader, version, reads: 0 }
    this.#open = lent
    setImmediate(() => {
      if (this.#open === lent) this.renew()
    })
    return lent
  }

  #endWhenDone(lent: Lent): void {
    if (lent.reads > 0 || this.#open === lent) return
    lent.reader.end()
    this.#pool.release(lent.reader)
  }
}
