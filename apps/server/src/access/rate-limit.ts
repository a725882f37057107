import { StatusError } from '@hearth/model'
import type { Clock } from '../ambient.ts'

export interface RateLimitOptions {
  /** So many calls of one key in a window go through. */
  readonly calls: number
  readonly windowMs: number
  readonly clock: Clock
}

const keysMax = 20_000

/**
 * Counts calls by key in fixed windows. Bounded: beyond 20,000 keys the one whose window is oldest is forgotten.
 */
export class RateLimit {
  readonly #options: RateLimitOptions
  /** In order of the windows' begin. */
  readonly #windows = new Map<string, { endsAt: number; calls: number }>()

  constructor(options: RateLimitOptions) {
    this.#options = options
  }

  /** Throws `resource-exhausted`/`TOO_MANY_REQUESTS` with `details.retryAfterSeconds` when `weight` more calls are too many. */
  take(key: string, weight = 1): void {
    const { calls, windowMs, clock } = this.#options
    const now = clock.nowMs()
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
  }

  /** Gives back what a call took that should not have counted. */
  release(key: string): void {
    const window = this.#windows.get(key)
    if (window !== undefined && window.calls > 0) window.calls--
  }

  #forgetOldest(): void {
    if (this.#windows.size <= keysMax) return
    for (const oldest of this.#windows.keys()) {
      this.#windows.delete(oldest)
      return
    }
  }
}
