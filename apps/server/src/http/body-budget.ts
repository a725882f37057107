import { StatusError } from '@hearth/model'

export interface BodyLimits {
  /** Bytes of request bodies in memory at once. */
  readonly bytesMax: number
  /** Of these, what one client address may hold, so that no single one keeps the others out. */
  readonly bytesPerAddressMax: number
}

const MIB = 1024 * 1024

export const bodyLimits: BodyLimits = { bytesMax: 256 * MIB, bytesPerAddressMax: 96 * MIB }

/** Counts the bytes of request bodies that are held in memory, from their arrival until their answer has ended. */
export class BodyBudget {
  readonly #limits: BodyLimits
  readonly #byAddress = new Map<string, number>()
  #held = 0

  constructor(limits: BodyLimits = bodyLimits) {
    this.#limits = limits
  }

  get heldBytes(): number {
    return this.#held
  }

  /** Throws `resource-exhausted`/`TOO_MANY_BODIES` when that is more than may be held. Whoever took gives it back. */
  take(address: string, bytes: number): void {
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes
    if (this.#held + bytes > this.#limits.bytesMax || ofAddress > this.#limits.bytesPerAddressMax) {
      const text = 'The server holds as many large requests as it can. Try again in a moment.'
      throw new StatusError('resource-exhausted', 'TOO_MANY_BODIES', text, { details: { retryAfterSeconds: 2 } })
    }
    this.#held += bytes
    this.#byAddress.set(address, ofAddress)
  }

  give(address: string, bytes: number): void {
    const left = (this.#byAddress.get(address) ?? 0) - bytes
    this.#held -= bytes
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
  }
}
