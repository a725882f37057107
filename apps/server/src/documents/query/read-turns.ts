import { StatusError } from '@hearth/model'
import { FairQueue } from '../../lib/fair-queue.ts'
import type { ReadClient } from '../../persistence/persistence.ts'

/** Reads of one client that wait for their turn: as many listeners as a connection has streams may begin at once. */
export const WAITING_OF_ONE_MAX = 12_000

/** Reads hold the event loop for so long at a time, all of them together. */
const TURN_MS = 6

/**
 * Shares the event loop between reads that take long: in each of its rounds they have one turn together, so that everything else waits
 * for one turn, however many they are. Who did not have a turn of its own yet goes first, every other time, so that a small query does
 * not wait for all the large ones. Of either, clients have their turn one after the other, however many reads each has.
 */
export class ReadTurns {
  readonly #newcomers = new FairQueue<Waiting>()
  readonly #others = new FairQueue<Waiting>()
  #endsAt: number | undefined
  #wasNewcomer = false

  /** Whether whoever asks has to wait for its turn. The first who asks in a round begins one. */
  get isOver(): boolean {
    const now = performance.now()
    if (this.#endsAt === undefined) this.#begin(now)
    return now >= (this.#endsAt ?? 0)
  }

  /**
   * Resolves when it is this read's turn. Rejects `resource-exhausted`/`READ_QUEUE_FULL` when too many of the client wait, and
   * `cancelled`/`CLIENT_GONE` when it has gone by then. Without a client the server itself reads.
   */
  wait(isNewcomer: boolean, client?: ReadClient): Promise<void> {
    const queue = isNewcomer ? this.#newcomers : this.#others
    const place = client?.place ?? ''
    if (client !== undefined && queue.sizeOf(place) >= WAITING_OF_ONE_MAX) {
      const text = 'More reads of this client are waiting than the server takes of one. Try again in a moment.'
      return Promise.reject(new StatusError('resource-exhausted', 'READ_QUEUE_FULL', text))
    }
    return new Promise((resolve, reject) => queue.push(place, { client, resolve, reject }))
  }

  #begin(now: number): void {
    this.#endsAt = now + TURN_MS
    setImmediate(() => this.#next())
  }

  #next(): void {
    this.#endsAt = undefined
    const next = this.#first()
    if (next === undefined) return
    this.#begin(performance.now())
    next.resolve()
  }

  /** Whose turn it is, of those who wait for an answer still. */
  #first(): Waiting | undefined {
    for (;;) {
      const isNewcomer = this.#others.size === 0 || (this.#newcomers.size > 0 && !this.#wasNewcomer)
      const next = (isNewcomer ? this.#newcomers : this.#others).shift()
      if (next?.client?.isGone !== true) {
        this.#wasNewcomer = isNewcomer
        return next
      }
      next.reject(new StatusError('cancelled', 'CLIENT_GONE', 'The client has gone away.'))
    }
  }
}

interface Waiting {
  readonly client: ReadClient | undefined
  readonly resolve: () => void
  readonly reject: (error: StatusError) => void
}

/** There is one event loop, so all projects share it. */
export const readTurns = new ReadTurns()
