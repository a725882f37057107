import { NetworkRateLimit, RateLimit } from '../../lib/rate-limit.ts'
import type { Clock } from '../../lib/ambient.ts'
import { FLOW_LIFE_MS, type SignInRequest } from '../../identity/providers/sign-in-flows.ts'

const MIB = 1024 * 1024
const perMinute = { calls: 120, windowMs: 60_000 }
/** In the time that a sign-in may take. One is some 700 bytes; it is kept until the user comes back, who may never do so. */
const BYTES_OF_NETWORK = 2 * MIB
const BYTES_OF_PROJECT = 64 * MIB
/** What the record of a sign-in takes besides what was asked for: secrets, key, times. */
const FLOW_BYTES = 512

/** Counts the sign-ins that strangers begin, and the bytes that are kept of them. Bounded as `RateLimit`. */
export class SignInAllowance {
  readonly #starts: NetworkRateLimit
  readonly #ofNetwork: NetworkRateLimit
  readonly #ofProject: RateLimit

  constructor(clock: Clock) {
    this.#starts = new NetworkRateLimit({ ...perMinute, clock })
    this.#ofNetwork = new NetworkRateLimit({ calls: BYTES_OF_NETWORK, windowMs: FLOW_LIFE_MS, clock })
    this.#ofProject = new RateLimit({ calls: BYTES_OF_PROJECT, windowMs: FLOW_LIFE_MS, clock })
  }

  /** Whatever is asked for. Throws as `RateLimit.take`. */
  take(address: string): void {
    this.#starts.take(address)
  }

  /** Before the request is kept. Throws as `RateLimit.take`. */
  takeBytes(address: string, project: string, request: SignInRequest): void {
    const bytes = Buffer.byteLength(JSON.stringify(request)) + FLOW_BYTES
    const counted = this.#ofNetwork.take(address, bytes)
    try {
      this.#ofProject.take(project, bytes)
    } catch (error) {
      counted.giveBack()
      throw error
    }
  }
}
