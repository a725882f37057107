import { StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { networkOf } from '../network-of.ts'

/** Searches and explained queries of a project that go on at the same time: each reads a whole collection. */
const AT_ONCE = 4
const WAITING_MAX = 200
/** Of those that wait: from one network, or of one service key. */
const WAITING_OF_ONE_MAX = 50

/** Lets a few go on at a time. Those who wait have their turn by where they come from: who asks for many waits for oneself. */
export class SearchTurns {
  #running = 0
  #waitingCount = 0
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Rejects as `work` does, and `resource-exhausted`/`TOO_MANY_SEARCHES` when too many wait. */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#wait(placeOf(caller))
    else this.#running++
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #wait(place: string): Promise<void> {
    const line = this.#waiting.get(place) ?? []
    if (this.#waitingCount >= WAITING_MAX || line.length >= WAITING_OF_ONE_MAX) throw tooManySearches()
    this.#waiting.set(place, line)
    this.#waitingCount++
    return new Promise((resolve) => line.push(resolve))
  }

  /** Hands the place of one that has ended to the next. */
  #next(): void {
    for (const [place, line] of this.#waiting) {
      const begin = line.shift()
      this.#waiting.delete(place)
      if (line.length > 0) this.#waiting.set(place, line)
      if (begin === undefined) continue
      this.#waitingCount--
      begin()
      return
    }
    this.#running--
  }
}

function placeOf(caller: Caller): string {
  if (caller.kind === 'admin') return `key ${caller.key ?? ''}`
  return caller.from === undefined ? caller.kind : networkOf(caller.from.clientAddress)
}

function tooManySearches(): StatusError {
  const text = 'The project runs as many vector searches and explained queries as it can. Try again in a moment.'
  return new StatusError('resource-exhausted', 'TOO_MANY_SEARCHES', text, { details: { retryAfterSeconds: 2 } })
}
