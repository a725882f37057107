import { StatusError } from '@hearth/model'
import { type Clock, steadyMs } from './ambient.ts'
import { networkFactors, networksOf } from './network-of.ts'

interface RateLimitOptions {
  /** So many calls of one key in a window go through. */
  readonly calls: number
  readonly windowMs: number
  readonly clock: Clock
}

/** A call that counts, unless it is given back. */
export interface CountedCall {
  giveBack(): void
}

interface Window {
  readonly endsAt: number
  calls: number
}

const KEYS_MAX = 20_000

/**
 * Counts calls by key in fixed windows of steady time. Bounded: beyond 20,000 keys the one whose window is oldest is forgotten.
 */
export class RateLimit {
  readonly #options: RateLimitOptions
  /** In order of the windows' begin. */
  readonly #windows = new Map<string, Window>()

  constructor(options: RateLimitOptions) {
    this.#options = options
  }

  /**
   * Counts `weight` calls, all in one synchronous step; what should not have counted is given back to the window that it was taken from. Throws
   * `resource-exhausted`/`TOO_MANY_REQUESTS` with `details.retryAfterSeconds` when they are too many.
   */
  take(key: string, weight = 1): CountedCall {
    const { calls, windowMs, clock } = this.#options
    const now = steadyMs(clock)
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      window = { endsAt: now + windowMs, calls: 0 }
      this.#windows.delete(key)
      this.#windows.set(key, window)
      this.#forgetOldest()
    }
    if (window.calls + weight > calls) {
      const retryAfterSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000))
      throw new StatusError(
        'resource-exhausted',
        'TOO_MANY_REQUESTS',
        `Too many requests. Try again in ${retryAfterSeconds} s.`,
        { details: { retryAfterSeconds } },
      )
    }
    window.calls += weight
    return callIn(window, weight)
  }

  #forgetOldest(): void {
    if (this.#windows.size <= KEYS_MAX) return
    for (const oldest of this.#windows.keys()) {
      this.#windows.delete(oldest)
      return
    }
  }
}

function callIn(window: Window, weight: number): CountedCall {
  let taken = weight
  return {
    giveBack() {
      window.calls -= taken
      taken = 0
    },
  }
}

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
