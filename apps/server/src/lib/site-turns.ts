import { type Place, SharedTotal } from './shared-total.ts'

export interface SiteTurnLimits {
  readonly running: number
  readonly waiting: number
  /** Of `waiting`, from one site. */
  readonly waitingOfSite: number
}

export type SitePlace = Place & { readonly site: string }

/**
 * Lets a few pieces of work go on at a time. Those that wait have their turn by the site they come from: who asks for many waits for oneself. The last
 * quarter of the places to wait is for sites that have few.
 */
export class SiteTurns {
  readonly #limits: SiteTurnLimits
  readonly #refusal: () => Error
  readonly #waitingCount: SharedTotal
  /** By site, in the order of their turns. */
  readonly #waiting = new Map<string, { readonly place: SitePlace; readonly begin: () => void }[]>()
  #running = 0

  /** `refusal` makes the error of whoever finds no place. */
  constructor(limits: SiteTurnLimits, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
    this.#waitingCount = new SharedTotal(limits.waiting)
  }

  /** Rejects as `work` does. Throws `refusal`, at once, when too many wait. */
  run<T>(place: SitePlace, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) {
      this.#running++
      return this.#work(work)
    }
    return this.#wait(place).then(() => this.#work(work))
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #wait(place: SitePlace): Promise<void> {
    const { waiting, waitingOfSite } = this.#limits
    const count = this.#waitingCount
    if (count.taken >= waiting || count.ofSite(place) >= waitingOfSite || count.isKeptFrom(place, 1)) {
      throw this.#refusal()
    }
    count.take(place, 1)
    const line = this.#waiting.get(place.site) ?? []
    this.#waiting.set(place.site, line)
    return new Promise((begin) => line.push({ place, begin }))
  }

  /** Hands the place of one that has ended to the next. */
  #next(): void {
    for (const [site, line] of this.#waiting) {
      const next = line.shift()
      this.#waiting.delete(site)
      if (line.length > 0) this.#waiting.set(site, line)
      if (next === undefined) continue
      this.#waitingCount.give(next.place, 1)
      next.begin()
      return
    }
    this.#running--
  }
}
