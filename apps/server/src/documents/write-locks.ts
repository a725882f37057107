import { StatusError } from '@hearth/model'
import { type Place, SharedTotal } from '../lib/shared-total.ts'

/** How long a commit waits for the documents it writes before it gives up. */
const WAIT_MS_MAX = 15_000
/** Commits that wait at the same time; one more is turned away at once, and earlier where many of one site wait. */
const WAITING_MAX = 10_000

/** Servers, and what is in this process. */
const nowhere: Place = { network: '', site: undefined }

/**
 * One lock per document, held while a commit is planned: from reading the current state to handing the batch to the
 * store, not until it is durable. A lock is passed on in order of arrival.
 *
 * Commits take their locks in one common order (`keys` sorted), so they can't wait for each other in a circle.
 */
export class WriteLocks {
  /** Held locks with those who wait for them. */
  readonly #held = new Map<string, (() => void)[]>()
  readonly #waitMsMax: number
  readonly #waiting = new SharedTotal(WAITING_MAX)

  constructor(waitMsMax = WAIT_MS_MAX) {
    this.#waitMsMax = waitMsMax
  }

  /** As `acquire`, but only if nobody has one of them. */
  tryAcquire(keys: readonly string[]): boolean {
    for (const key of keys) if (this.#held.has(key)) return false
    for (const key of keys) this.#held.set(key, [])
    return true
  }

  /**
   * Takes all locks; every key once, in sorted order. Whoever took them calls `release` with the same keys. Throws
   * `aborted`/`CONTENTION` when a lock does not come free in time. `placeOf` says who waits, where it has to be known.
   */
  async acquire(keys: readonly string[], placeOf: () => Place | undefined = () => undefined): Promise<void> {
    for (const [taken, key] of keys.entries()) {
      if (!this.#held.has(key)) {
        this.#held.set(key, [])
        continue
      }
      try {
        await this.#wait(key, placeOf() ?? nowhere)
      } catch (error) {
        this.release(keys.slice(0, taken))
        throw error
      }
    }
  }

  release(keys: readonly string[]): void {
    for (const key of keys) {
      const next = this.#held.get(key)?.shift()
      if (next === undefined) this.#held.delete(key)
      else next()
    }
  }

  #wait(key: string, place: Place): Promise<void> {
    const line = this.#held.get(key)
    const isFull = this.#waiting.taken >= WAITING_MAX || this.#waiting.isKeptFrom(place, 1)
    if (line === undefined || isFull) return Promise.reject(contention())
    this.#waiting.take(place, 1)
    return new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timer)
        this.#waiting.give(place, 1)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.give(place, 1)
        line.splice(line.indexOf(proceed), 1)
        reject(contention())
      }, this.#waitMsMax)
      timer.unref()
      line.push(proceed)
    })
  }
}

/** Somebody else keeps changing the same documents. Clients try again. */
export function contention(): StatusError {
  return new StatusError('aborted', 'CONTENTION', 'Too much contention on these documents. Please try again.')
}
