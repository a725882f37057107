import type { Clock } from '../../ambient.ts'

/** A generation lasts so long, or so many events; what is seen is known for one generation at least, and two at most. */
export const generationMs = 60 * 60_000
export const generationSize = 200_000

/** The prints of the events that came lately, so that those that come again are known. */
export class SeenEvents {
  readonly #clock: Clock
  #current = new Set<number>()
  #before = new Set<number>()
  #endsAt: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#endsAt = clock.nowMs() + generationMs
  }

  has(print: number): boolean {
    return this.#current.has(print) || this.#before.has(print)
  }

  add(print: number): void {
    const now = this.#clock.nowMs()
    if (now >= this.#endsAt || this.#current.size >= generationSize) {
      this.#before = this.#current
      this.#current = new Set()
      this.#endsAt = now + generationMs
    }
    this.#current.add(print)
  }

  delete(print: number): void {
    this.#current.delete(print)
    this.#before.delete(print)
  }
}
