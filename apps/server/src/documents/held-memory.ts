import { StatusError } from '@hearth/model'

const KIB = 1024
const MIB = 1024 * KIB

/** Many small things are taken for at once. */
const STEP_BYTES = 16 * KIB
/** What the server reads for itself, all of it together. */
const OWN_BYTES_MAX = 256 * MIB

/** Where bytes are counted that are held for somebody. */
export interface HeldMemory {
  /** Before they are held. Throws `resource-exhausted` where there is no room, and `cancelled` where nobody waits for them any more. */
  take(bytes: number): void
  give(bytes: number): void
}

/** Of a request: with its answer, all that was taken is given back. */
export interface RequestMemory extends HeldMemory {
  /** For what outlives the request, and gives back what it took. */
  beyondRequest(): HeldMemory
}

/** Of what is little, and of callers in this process. */
export const uncounted: HeldMemory = { take() {}, give() {} }

/**
 * What one piece of work holds of a memory: a read, a transaction, a listener's window. It takes in steps, so that to count costs next to nothing,
 * and gives all of it back when it is released.
 */
export class HeldShare implements HeldMemory {
  readonly #memory: HeldMemory
  readonly #stepBytes: number
  #heldBytes = 0
  #takenBytes = 0

  constructor(memory: HeldMemory, stepBytes = STEP_BYTES) {
    this.#memory = memory
    this.#stepBytes = stepBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  take(bytes: number): void {
    this.hold(this.#heldBytes + bytes)
  }

  give(bytes: number): void {
    this.hold(this.#heldBytes - bytes)
  }

  /** So much from now on, in place of what was held before. Throws as `take`, and holds then what it held. */
  hold(bytes: number): void {
    const missing = bytes - this.#takenBytes
    if (missing > 0) this.#takeMore(missing)
    else if (missing < -2 * this.#stepBytes) this.#giveBack(-missing)
    this.#heldBytes = bytes
  }

  release(): void {
    this.#memory.give(this.#takenBytes)
    this.#takenBytes = 0
    this.#heldBytes = 0
  }

  #takeMore(missing: number): void {
    const steps = Math.ceil(missing / this.#stepBytes) * this.#stepBytes
    this.#memory.take(steps)
    this.#takenBytes += steps
  }

  #giveBack(spare: number): void {
    const steps = Math.floor(spare / this.#stepBytes) * this.#stepBytes
    this.#memory.give(steps)
    this.#takenBytes -= steps
  }
}

/** For what the server reads for itself, and for nobody's request. It has a bound of its own, so that no client can use it up. */
export class OwnMemory implements RequestMemory {
  #heldBytes = 0

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Throws `resource-exhausted`/`TOO_MUCH_HELD`. */
  take(bytes: number): void {
    if (this.#heldBytes + bytes > OWN_BYTES_MAX) {
      const text = 'The server reads as much for itself as it can. Try again in a moment.'
      throw new StatusError('resource-exhausted', 'TOO_MUCH_HELD', text, { details: { retryAfterSeconds: 2 } })
    }
    this.#heldBytes += bytes
  }

  give(bytes: number): void {
    this.#heldBytes -= bytes
  }

  beyondRequest(): HeldMemory {
    return this
  }
}
