import type { Clock } from '../../lib/ambient.ts'

/** A generation lasts so long, or so many events; what is seen is known for one generation at least, and two at most. */
const GENERATION_MS = 60 * 60_000
const GENERATION_SIZE = 750_000
const SLOTS_AT_FIRST = 1_024
const LOAD_MAX = 0.75
const EMPTY = 0
const DELETED = -1

/** The prints of the events that came lately, so that those that come again are known. */
export class SeenEvents {
  readonly #clock: Clock
  #current = new PrintSet()
  #before = new PrintSet()
  #currentSince: number
  #beforeSince: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#currentSince = clock.nowMs()
    this.#beforeSince = this.#currentSince
  }

  /** All that came since then is known, in milliseconds. */
  get since(): number {
    return this.#beforeSince
  }

  has(print: number): boolean {
    return this.#current.has(print) || this.#before.has(print)
  }

  add(print: number): void {
    const now = this.#clock.nowMs()
    if (now >= this.#currentSince + GENERATION_MS || this.#current.size >= GENERATION_SIZE) {
      this.#before = this.#current
      this.#beforeSince = this.#currentSince
      this.#current = new PrintSet()
      this.#currentSince = now
    }
    this.#current.add(print)
  }

  delete(print: number): void {
    this.#current.delete(print)
    this.#before.delete(print)
  }
}

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
