import { StatusError } from '@hearth/model'
import { openForReading } from './connection.ts'
import { Reader } from './reader.ts'

export interface ReaderLimits {
  /** Snapshots of one project at the same time; each has a connection. */
  readonly snapshotsMax: number
  /** Reads that wait for one of them. */
  readonly waitingMax: number
  /** Page cache of one connection. */
  readonly cacheKib: number
}

interface Waiting {
  readonly resolve: (reader: Reader) => void
  readonly reject: (error: StatusError) => void
}

/** The connections that hold snapshots. They open when they are needed, and all but one close in a quiet time. */
export class ReaderPool {
  readonly #file: string
  readonly #limits: ReaderLimits
  readonly #free: Reader[] = []
  #waiting: Waiting[] = []
  readonly #lent = new Set<Reader>()
  /** Those lent when they had to go are closed already. */
  #isCutOff = false
  #isClosed = false

  constructor(file: string, limits: ReaderLimits) {
    this.#file = file
    this.#limits = limits
  }

  get isIdle(): boolean {
    return this.#lent.size === 0
  }

  /** A free reader, or undefined when `acquire` would have to wait. */
  tryAcquire(): Reader | undefined {
    const reader = this.#free.pop() ?? (this.#lent.size < this.#limits.snapshotsMax ? this.open() : undefined)
    if (reader !== undefined) this.#lent.add(reader)
    return reader
  }

  /** Waits in line for a reader. Rejects `resource-exhausted`/`READ_QUEUE_FULL` when the line is full. */
  acquire(): Promise<Reader> {
    if (this.#waiting.length >= this.#limits.waitingMax) {
      const text = 'More reads are waiting than the server takes. Try again in a moment.'
      return Promise.reject(new StatusError('resource-exhausted', 'READ_QUEUE_FULL', text))
    }
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  release(reader: Reader): void {
    if (this.#isCutOff) return
    const next = this.#waiting.shift()
    if (next !== undefined) {
      next.resolve(reader)
      return
    }
    this.#lent.delete(reader)
    if (this.#isClosed) reader.close()
    else this.#free.push(reader)
  }

  /** For a reader whose connection can't be trusted any more: its place is free again. */
  discard(reader: Reader): void {
    if (this.#isCutOff) return
    reader.close()
    this.#lent.delete(reader)
    const next = this.#waiting.shift()
    if (next === undefined) return
    try {
      const opened = this.open()
      this.#lent.add(opened)
      next.resolve(opened)
    } catch (error) {
      next.reject(error as StatusError)
    }
  }

  open(): Reader {
    return new Reader(openForReading(this.#file, this.#limits.cacheKib), this.#file)
  }

  shrink(): void {
    for (const reader of this.#free.splice(0)) reader.close()
  }

  /** Closes the free connections and turns the line away. */
  close(): void {
    this.#isClosed = true
    this.shrink()
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting) reject(new StatusError('unavailable', 'STORE_CLOSED', 'The store is closed.'))
  }

  /** As `close`, and what is being read fails: nobody has the file open any more. */
  cutOff(): void {
    this.close()
    this.#isCutOff = true
    for (const reader of this.#lent) reader.close()
    this.#lent.clear()
  }
}
