import { StatusError } from '@hearth/model'
import { FairQueue } from '../../lib/fair-queue.ts'
import type { ReadClient } from '../persistence.ts'
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

/** What no client asks for. It may have everything, so that it waits for no client that has much. */
export const theServer: ReadClient = { place: '', isGone: false }

/** Of the snapshots, and of the places in the line: one client never has the rest. */
const CLIENT_PART = 3 / 4

interface Waiting {
  readonly client: ReadClient
  readonly resolve: (reader: Reader) => void
  readonly reject: (error: StatusError) => void
}

/**
 * The connections that hold snapshots. They open when they are needed, and all but one close in a quiet time. Clients that wait for one have their
 * turn one after the other, however many reads each has waiting.
 */
export class ReaderPool {
  readonly #file: string
  readonly #limits: ReaderLimits
  readonly #free: Reader[] = []
  readonly #waiting = new FairQueue<Waiting>()
  /** To whom, by place. */
  readonly #lent = new Map<Reader, string>()
  readonly #lentTo = new Map<string, number>()
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
  tryAcquire({ place }: ReadClient): Reader | undefined {
    if (!this.#mayHave(place)) return undefined
    const reader = this.#free.pop() ?? (this.#lent.size < this.#limits.snapshotsMax ? this.open() : undefined)
    if (reader !== undefined) this.#lend(reader, place)
    return reader
  }

  /**
   * Waits in line for a reader. Rejects `resource-exhausted`/`READ_QUEUE_FULL` when the line is full or the client has too many in it, and
   * `cancelled`/`CLIENT_GONE` when the client has gone by its turn.
   */
  acquire(client: ReadClient): Promise<Reader> {
    const { waitingMax } = this.#limits
    if (this.#waiting.size >= waitingMax) {
      return Promise.reject(readQueueFull('More reads are waiting than the server takes. Try again in a moment.'))
    }
    if (client.place !== theServer.place && this.#waiting.sizeOf(client.place) >= waitingMax * CLIENT_PART) {
      const text = 'More reads of this client are waiting than the server takes of one. Try again in a moment.'
      return Promise.reject(readQueueFull(text))
    }
    return new Promise((resolve, reject) => this.#waiting.push(client.place, { client, resolve, reject }))
  }

  release(reader: Reader): void {
    if (this.#isCutOff) return
    this.#giveBack(reader)
    const next = this.#next()
    if (next !== undefined) {
      this.#lend(reader, next.client.place)
      next.resolve(reader)
    } else if (this.#isClosed) reader.close()
    else this.#free.push(reader)
  }

  /** For a reader whose connection can't be trusted any more: its place is free again. */
  discard(reader: Reader): void {
    if (this.#isCutOff) return
    reader.close()
    this.#giveBack(reader)
    const next = this.#next()
    if (next === undefined) return
    try {
      const opened = this.open()
      this.#lend(opened, next.client.place)
      next.resolve(opened)
    } catch (error) {
      next.reject(error as StatusError)
    }
  }

  /** Whose turn it is, of those who wait for an answer still. */
  #next(): Waiting | undefined {
    for (;;) {
      const next = this.#waiting.shift((place) => this.#mayHave(place))
      if (next?.client.isGone !== true) return next
      next.reject(new StatusError('cancelled', 'CLIENT_GONE', 'The client has gone away.'))
    }
  }

  #mayHave(place: string): boolean {
    return place === theServer.place || (this.#lentTo.get(place) ?? 0) < this.#limits.snapshotsMax * CLIENT_PART
  }

  #lend(reader: Reader, place: string): void {
    this.#lent.set(reader, place)
    this.#lentTo.set(place, (this.#lentTo.get(place) ?? 0) + 1)
  }

  #giveBack(reader: Reader): void {
    const place = this.#lent.get(reader)
    if (place === undefined) return
    this.#lent.delete(reader)
    const count = this.#lentTo.get(place) ?? 0
    if (count > 1) this.#lentTo.set(place, count - 1)
    else this.#lentTo.delete(place)
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
    for (const { reject } of this.#waiting.clear())
      reject(new StatusError('unavailable', 'STORE_CLOSED', 'The store is closed.'))
  }

  /** As `close`, and what is being read fails: nobody has the file open any more. */
  cutOff(): void {
    this.close()
    this.#isCutOff = true
    for (const reader of this.#lent.keys()) reader.close()
    this.#lent.clear()
    this.#lentTo.clear()
  }
}

function readQueueFull(text: string): StatusError {
  return new StatusError('resource-exhausted', 'READ_QUEUE_FULL', text)
}
