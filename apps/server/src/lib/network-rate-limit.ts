import { networkFactors, networksOf } from './network-of.ts'
import { type CountedCall, RateLimit, type RateLimitOptions } from './rate-limit.ts'

/** Counts calls by where they come from: by the address's own network, and by the wider ones around it. Bounded as `RateLimit`. */
export class NetworkRateLimit {
  readonly #levels: readonly RateLimit[]

  constructor(options: RateLimitOptions) {
    this.#levels = networkFactors.map((factor) => new RateLimit({ ...options, calls: factor * options.calls }))
  }

  /** Counts `weight` calls from `address`, at all levels or at none, in one synchronous step. Throws as `RateLimit.take`. */
  take(address: string, weight = 1): CountedCall {
    const taken: CountedCall[] = []
    const giveBack = (): void => taken.forEach((call) => call.giveBack())
    try {
      // The widest first: networks of one that has had enough fill no table.
      for (const { limit, network } of this.#levelsOf(address)) taken.push(limit.take(network, weight))
    } catch (error) {
      giveBack()
      throw error
    }
    return { giveBack }
  }

  #levelsOf(address: string): { readonly limit: RateLimit; readonly network: string }[] {
    const networks = networksOf(address)
    return this.#levels
      .slice(0, networks.length)
      .map((limit, level) => ({ limit, network: networks[level] ?? address }))
      .toReversed()
  }
}
