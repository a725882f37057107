import { FairQueue } from '../../fair-queue.ts'
import { placeWithSite } from '../../shared-total.ts'
import { Turn } from '../../turn.ts'

/** Of messages that waited, so much goes on in one round of the event loop; one message alone may be longer. */
const ROUND_BYTES_MAX = 64 * 1024
/** What is begun for a message besides reading it. */
const MESSAGE_BYTES = 1024

interface Waiting {
  readonly bytes: number
  readonly begin: () => void
}

/**
 * Gives the messages of all streams one turn together in each round of the event loop: one read of each of a hundred sockets brings as many that
 * are whole. What comes when that is over waits for a later round, by the site it comes from: who sends many waits for oneself.
 */
export class MessageTurns {
  readonly #waiting = new FairQueue<Waiting>()
  #turn: Turn | undefined

  /** To be awaited before a message is read. Nothing: it is its turn. Who waits has the message counted meanwhile. */
  next(clientAddress: string, bytes: number): Promise<void> | undefined {
    if (this.#waiting.size === 0) {
      this.#turn ??= this.#begin()
      if (!this.#turn.isOver) return undefined
    }
    const { site } = placeWithSite(clientAddress)
    return new Promise((begin) => this.#waiting.push(site, { bytes: bytes + MESSAGE_BYTES, begin }))
  }

  #begin(): Turn {
    setImmediate(this.#next)
    return new Turn()
  }

  readonly #next = (): void => {
    this.#turn = undefined
    if (this.#waiting.size === 0) return
    this.#turn = this.#begin()
    let bytes = 0
    while (bytes < ROUND_BYTES_MAX) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      bytes += next.bytes
      next.begin()
    }
  }
}

/** There is one event loop, so all servers of this process share it. */
export const messageTurns = new MessageTurns()
