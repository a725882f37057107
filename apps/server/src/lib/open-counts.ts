import { type Place, placeOf, placeWithSite, SharedTotal } from './shared-total.ts'

/** Counts what strangers have open at the same time: so many of one network, so many altogether, of which the last quarter is for sites that have few. */
export class OpenCounts {
  readonly #max: number
  readonly #perNetworkMax: number
  readonly #total: SharedTotal

  constructor({ max, perNetworkMax }: { readonly max: number; readonly perNetworkMax: number }) {
    this.#max = max
    this.#perNetworkMax = perNetworkMax
    this.#total = new SharedTotal(max)
  }

  get size(): number {
    return this.#total.taken
  }

  /**
   * Counts one more until it has left, unless there is no room for it. Callable once. Where all have too many, and not those around this address,
   * `makeRoom` may end another; false: it has not. Without it an IPv4 address leaves the last quarter to others, too.
   */
  enter(address: string, makeRoom?: () => boolean): (() => void) | undefined {
    const place = makeRoom === undefined ? placeWithSite(address) : placeOf(address)
    const total = this.#total
    if (total.ofNetwork(place) >= this.#perNetworkMax || total.isKeptFrom(place, 1)) return undefined
    if (total.taken >= this.#max && makeRoom?.() !== true) return undefined
    return this.#count(place)
  }

  /** Counts one that is let in whatever there is. */
  enterAnyway(address: string): () => void {
    return this.#count(placeWithSite(address))
  }

  #count(place: Place): () => void {
    this.#total.take(place, 1)
    return () => this.#total.give(place, 1)
  }
}
