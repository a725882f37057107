import type { MemoryLease } from './memory-budget.ts'

/**
 * Bytes that come in pieces, in one buffer of their own: a piece that is kept as it came would keep all that came with it, which
 * may be many times as much. What the buffer takes is counted before it is there.
 */
export class GrowingBuffer {
  readonly #memory: MemoryLease
  readonly #bytesMax: number
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  /** It grows to `bytesMax` and no further; whoever adds more has checked before. */
  constructor(memory: MemoryLease, bytesMax: number) {
    this.#memory = memory
    this.#bytesMax = bytesMax
  }

  get length(): number {
    return this.#length
  }

  /** What was taken of the budget; whoever has the bytes gives it back. */
  get heldBytes(): number {
    return this.#bytes.length
  }

  /** Throws `resource-exhausted`. */
  add(piece: Buffer): void {
    const length = this.#length + piece.length
    if (length > this.#bytes.length) this.#grow(length)
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  /** Nothing is added afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, Math.min(this.#bytes.length * 2, this.#bytesMax))
    this.#memory.take(capacity - this.#bytes.length)
    const grown = Buffer.allocUnsafeSlow(capacity)
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}
