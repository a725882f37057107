import type { Clock } from '../../ambient.ts'
import { identityError } from '../identity-error.ts'

export interface AttemptLimit {
  /** So many attempts in the window are free. */
  readonly attempts: number
  readonly windowMs: number
  /** Undefined: until the window ends, and then all of them are free again. */
  readonly waits:
    | {
        /** After the first attempt too many; it doubles with each further one. */
        readonly firstMs: number
        readonly maxMs: number
      }
    | undefined
}

interface Count {
  attempts: number
  windowEndsAt: number
  blockedUntil: number
}

const keysMax = 50_000

/**
 * Counts attempts by key, and makes who exceeds the limit wait: each time longer, or for the end of the window. Bounded: beyond 50,000 keys the one that was
 * longest without an attempt is forgotten.
 */
export class AttemptLimiter {
  readonly #limit: AttemptLimit
  readonly #clock: Clock
  /** In order of the last attempt. */
  readonly #counts = new Map<string, Count>()

  constructor(limit: AttemptLimit, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** Throws `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER` with `details.retryAfterSeconds` while the key must wait. */
  check(key: string): void {
    const count = this.#counts.get(key)
    const waitMs = count === undefined ? 0 : count.blockedUntil - this.#clock.nowMs()
    if (waitMs <= 0) return
    const retryAfterSeconds = Math.ceil(waitMs / 1000)
    throw identityError(
      'TOO_MANY_ATTEMPTS_TRY_LATER',
      `Too many attempts. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
      { retryAfterSeconds },
    )
  }

  /** Notes an attempt that counts. */
  record(key: string): void {
    const now = this.#clock.nowMs()
    const { attempts, windowMs, waits } = this.#limit
    const count = this.#current(key) ?? { attempts: 0, windowEndsAt: now + windowMs, blockedUntil: 0 }
    count.attempts++
    if (count.attempts >= attempts) {
      count.blockedUntil =
        waits === undefined
          ? count.windowEndsAt
          : now + Math.min(waits.maxMs, waits.firstMs * 2 ** Math.min(30, count.attempts - attempts))
    }
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size > keysMax) {
      const longestQuiet = this.#counts.keys().next()
      if (!longestQuiet.done) this.#counts.delete(longestQuiet.value)
    }
  }

  /** Whether there is an attempt that counts at present. */
  isCounting(key: string): boolean {
    return this.#current(key) !== undefined
  }

  #current(key: string): Count | undefined {
    const count = this.#counts.get(key)
    if (count === undefined) return undefined
    const { waits, windowMs } = this.#limit
    const endsAt =
      waits === undefined ? count.windowEndsAt : Math.max(count.windowEndsAt, count.blockedUntil + windowMs)
    return this.#clock.nowMs() < endsAt ? count : undefined
  }

  /** A success ends the count. */
  forget(key: string): void {
    this.#counts.delete(key)
  }
}
