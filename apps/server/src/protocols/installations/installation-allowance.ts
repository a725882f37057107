import { StatusError } from '@hearth/model'
import { NetworkRateLimit, type CountedCall, RateLimit } from '../../lib/rate-limit.ts'
import type { Clock } from '../../lib/ambient.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * New installations. Of one network: an office of 500 people behind one address, each with ten on a day. An installation takes some two KiB,
 * its tokens and keys included, so a project's day is 512 MiB at most, as that of its events.
 */
const figures = { perNetworkIn10Minutes: 600, perNetworkAndDay: 5_000, perProjectAndDay: 250_000 } as const
/** Of a network: requests about installations that there are, each of which reads a record and may write one. */
const USES_IN10_MINUTES = 1_200

/** Counts the installations that strangers make, by where they come from and by project, and what is asked about those that there are. Bounded as `RateLimit`. */
export class InstallationAllowance {
  readonly #burst: NetworkRateLimit
  readonly #ofNetwork: NetworkRateLimit
  readonly #ofProject: RateLimit
  readonly #uses: NetworkRateLimit

  constructor(clock: Clock) {
    this.#burst = new NetworkRateLimit({ calls: figures.perNetworkIn10Minutes, windowMs: 10 * MINUTE_MS, clock })
    this.#ofNetwork = new NetworkRateLimit({ calls: figures.perNetworkAndDay, windowMs: DAY_MS, clock })
    this.#ofProject = new RateLimit({ calls: figures.perProjectAndDay, windowMs: DAY_MS, clock })
    this.#uses = new NetworkRateLimit({ calls: USES_IN10_MINUTES, windowMs: 10 * MINUTE_MS, clock })
  }

  /** Whatever is asked for. Throws `resource-exhausted`/`TOO_MANY_REQUESTS` with `details.retryAfterSeconds`. */
  takeOfNetwork(address: string): void {
    const burst = this.#burst.take(address)
    try {
      this.#ofNetwork.take(address)
    } catch (error) {
      burst.giveBack()
      throw error
    }
  }

  /** A new token, a deletion, a user who signed in or out. Throws as `takeOfNetwork`. */
  takeUse(address: string): void {
    this.#uses.take(address)
  }

  /**
   * For a project that the request has shown to be its own; given back when no installation comes of it. Throws
   * `resource-exhausted`/`INSTALLATION_QUOTA_REACHED` with `details.retryAfterSeconds`.
   */
  takeOfProject(project: string): CountedCall {
    try {
      return this.#ofProject.take(project)
    } catch (cause) {
      if (!(cause instanceof StatusError)) throw cause
      const message = 'The project has had as many new installations as it may have in a day. Try again later.'
      throw new StatusError('resource-exhausted', 'INSTALLATION_QUOTA_REACHED', message, {
        details: { ...cause.details },
        cause,
      })
    }
  }
}
