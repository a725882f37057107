import { Turn } from '../../lib/turn.ts'

/** Somebody who was granted something for as long as it holds. */
export interface Reviewed {
  /** What the grant rests on has changed. */
  readonly isInDoubt: boolean
  /** Asks again, and ends what is granted no more. Must not reject. */
  review(): Promise<void>
}

/** Reviews one after the other, some milliseconds at a time: thousands may rest on one document. */
export class Reviews {
  readonly #waiting = new Set<Iterable<Reviewed>>()
  #isRunning = false

  /** Those of them who are in doubt when their turn comes. What waits already does not wait twice. */
  add(reviewed: Iterable<Reviewed>): void {
    this.#waiting.add(reviewed)
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    const turn = new Turn()
    for (const all of this.#waiting) {
      // Whatever changes from here on is for another round.
      this.#waiting.delete(all)
      for (const one of all) {
        if (turn.isOver) await turn.next()
        if (one.isInDoubt) await one.review()
      }
    }
    this.#isRunning = false
  }
}
