import { type Place, placeOf, SharedTotal } from './shared-total.ts'

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
   * `makeRoom` may end another; false: it has not.
   */
  enter(address: string, makeRoom: () => boolean = () => false): (() => void) | undefined {
    const place = placeOf(address)
    const total = this.#total
    if (total.ofNetwork(place) >= this.#perNetworkMax || total.isKeptFrom(place, 1)) return undefined
    if (total.taken >= this.#max && !makeRoom()) return undefined
    return this.#count(place)
  }

  /** Counts one that is let in whatever there is. */
  enterAnyway(address: string): () => void {
    return this.#count(placeOf(address))
  }

  #count(place: Place): () => void {
    this.#total.take(place, 1)
    return () => this.#total.give(place, 1)
  }
}
