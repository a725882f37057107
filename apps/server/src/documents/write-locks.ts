import { StatusError } from '@hearth/model'

/** How long a commit waits for the documents it writes before it gives up. */
const WAIT_MS_MAX = 15_000
/** Commits that wait at the same time; one more is turned away at once. */
const WAITING_MAX = 10_000

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
  #waiting = 0

  constructor(waitMsMax = WAIT_MS_MAX) {
    this.#waitMsMax = waitMsMax
  }

  /**
   * Takes all locks; every key once, in sorted order. Whoever took them calls `release` with the same keys. Throws
   * `aborted`/`CONTENTION` when a lock does not come free in time.
   */
  async acquire(keys: readonly string[]): Promise<void> {
    for (const [taken, key] of keys.entries()) {
      if (!this.#held.has(key)) {
        this.#held.set(key, [])
        continue
      }
      try {
        await this.#wait(key)
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

  #wait(key: string): Promise<void> {
    const line = this.#held.get(key)
    if (line === undefined || this.#waiting >= WAITING_MAX) return Promise.reject(contention())
    this.#waiting++
    return new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timer)
        this.#waiting--
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting--
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
