import type { StatusError } from './status-error.ts'

export interface KeyLimits {
  readonly keys: number
  readonly bytes: number
}

/** How many index keys a document may still have, and how many bytes they may have together. */
export class KeyBudget {
  readonly #refusal: () => StatusError
  #keys: number
  #bytes: number

  constructor({ keys, bytes }: KeyLimits, refusal: () => StatusError) {
    this.#keys = keys
    this.#bytes = bytes
    this.#refusal = refusal
  }

  /** Throws the refusal when it is used up. */
  take(key: Uint8Array): void {
    this.#keys--
    this.#bytes -= key.length
    if (this.#keys < 0 || this.#bytes < 0) throw this.#refusal()
  }
}
