import { type Clock, steadyMs } from '../../lib/ambient.ts'
import { placeWithSite, SharedTotal } from '../../lib/shared-total.ts'
import { tooManyAttempts } from './attempt-limiter.ts'

export interface SharedLimit {
  /** Of one key in a window. */
  readonly attempts: number
  /** Of these, from one site; undefined for as many as there are. */
  readonly attemptsOfSite?: number | undefined
  readonly windowMs: number
}

interface Window {
  readonly endsAt: number
  readonly total: SharedTotal
}

/** An attempt that counts, unless it is given back. */
export interface CountedAttempt {
  giveBack(): void
}

const KEYS_MAX = 10_000
/** Who comes with a credential of the project, from wherever, has one share. */
const servers = { network: 'servers', site: 'servers' }

/**
 * Counts what strangers share, such as the mails of a project, by key in fixed windows of steady time. The last quarter of a window is for sites that
 * had little of it: some networks can't use it up for all others. Bounded: beyond 10,000 keys the one whose window is oldest is forgotten.
 */
export class SharedAllowance {
  readonly #limit: SharedLimit
  readonly #clock: Clock
  /** In order of the windows' begin. */
  readonly #windows = new Map<string, Window>()

  constructor(limit: SharedLimit, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /**
   * Counts an attempt from `address`, undefined for servers, in one synchronous step. Throws `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER`
   * with `details.retryAfterSeconds`.
   */
  take(key: string, address: string | undefined): CountedAttempt {
    const place = address === undefined ? servers : placeWithSite(address)
    const { endsAt, total } = this.#windowOf(key)
    const { attempts, attemptsOfSite = attempts } = this.#limit
    if (total.taken >= attempts || total.ofSite(place) >= attemptsOfSite || total.isKeptFrom(place, 1)) {
      throw tooManyAttempts(endsAt - steadyMs(this.#clock))
    }
    total.take(place, 1)
    let taken = 1
    return {
      giveBack() {
        total.give(place, taken)
        taken = 0
      },
    }
  }

  #windowOf(key: string): Window {
    const now = steadyMs(this.#clock)
    const window = this.#windows.get(key)
    if (window !== undefined && now < window.endsAt) return window
    const { attempts, windowMs } = this.#limit
    const begun = { endsAt: now + windowMs, total: new SharedTotal(attempts) }
    this.#windows.delete(key)
    this.#windows.set(key, begun)
    if (this.#windows.size > KEYS_MAX) {
      const oldest = this.#windows.keys().next()
      if (!oldest.done) this.#windows.delete(oldest.value)
    }
    return begun
  }
}
