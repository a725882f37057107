import type { Clock } from '../../lib/ambient.ts'
import { PrintSet } from './print-set.ts'

/** A generation lasts so long, or so many events; what is seen is known for one generation at least, and two at most. */
const GENERATION_MS = 60 * 60_000
const GENERATION_SIZE = 750_000

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
