import type { Clock } from '../../lib/ambient.ts'
import { type AttemptKey, type AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'
import { networkFactors, networksOf } from '../../lib/network-of.ts'

/** Counts attempts by where they come from: by the address's own network, and by the wider ones around it. Bounded as `AttemptLimiter`. */
export class NetworkLimiter {
  readonly #levels: readonly AttemptLimiter[]

  constructor(limit: AttemptLimit, clock: Clock) {
    this.#levels = networkFactors.map(
      (factor) => new AttemptLimiter({ ...limit, attempts: factor * limit.attempts }, clock),
    )
  }

  /** What an attempt from `address` counts against. `scope`: counted apart, such as a project. */
  at(address: string, scope = ''): AttemptKey[] {
    const networks = networksOf(address)
    return this.#levels.slice(0, networks.length).map((limiter, level) => limiter.at(`${scope}/${networks[level]}`))
  }

  /** A success ends the counts of all networks around it. */
  forget(address: string, scope = ''): void {
    for (const { limiter, key } of this.at(address, scope)) limiter.forget(key)
  }

  /** Whether an attempt from the widest network around it counts at present. */
  isCounting(address: string, scope = ''): boolean {
    const networks = networksOf(address)
    return this.#levels[networks.length - 1]?.isCounting(`${scope}/${networks.at(-1)}`) ?? false
  }
}
