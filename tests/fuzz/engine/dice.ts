/** Random numbers that the same seed repeats: xorshift32 (Marsaglia, "Xorshift RNGs", 2003). */
export class Dice {
  #state: number

  constructor(seed: number) {
    // Zero is the one state it never leaves.
    this.#state = (seed ^ 0x9e3779b9) | 0 || 1
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % end
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  /** Throws for an empty list: there is nothing to pick. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('An empty list was picked from')
    return list[this.below(list.length)] as T
  }
}
