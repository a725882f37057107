const SLOTS_AT_FIRST = 1_024
const LOAD_MAX = 0.75
const EMPTY = 0
const DELETED = -1

/**
 * A set of prints (whole numbers below 2^52, evenly spread) in 11 to 21 bytes each, which a `Set` of such numbers takes three
 * times: a table with open addressing and linear probing, twice as large when three quarters of it are taken.
 */
export class PrintSet {
  #slots = new Float64Array(SLOTS_AT_FIRST)
  /** With the deleted ones, whose slots are not used again. */
  #taken = 0

  get size(): number {
    return this.#taken
  }

  has(print: number): boolean {
    return this.#slots[this.#slotOf(print + 1)] !== EMPTY
  }

  add(print: number): void {
    const slot = this.#slotOf(print + 1)
    if (this.#slots[slot] !== EMPTY) return
    this.#slots[slot] = print + 1
    this.#taken++
    if (this.#taken > this.#slots.length * LOAD_MAX) this.#grow()
  }

  delete(print: number): void {
    const slot = this.#slotOf(print + 1)
    if (this.#slots[slot] !== EMPTY) this.#slots[slot] = DELETED
  }

  /** Where a value is, or else could be. */
  #slotOf(value: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = value & mask
    while (slots[slot] !== EMPTY && slots[slot] !== value) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Float64Array(before.length * 2)
    this.#taken = 0
    for (const value of before) {
      if (value === EMPTY || value === DELETED) continue
      this.#slots[this.#slotOf(value)] = value
      this.#taken++
    }
  }
}
