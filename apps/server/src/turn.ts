import { setImmediate as nextRound } from 'node:timers/promises'

/** One piece of work holds the main thread for so long at a time. */
const TURN_MS = 8

/** Lets others run in between the steps of work that may be long. */
export class Turn {
  #endsAt = performance.now() + TURN_MS

  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  /** Begins a new turn when the others had theirs. */
  async next(): Promise<void> {
    await nextRound()
    this.#endsAt = performance.now() + TURN_MS
  }

  /** To be awaited between the steps. Where they are many and short, `if (turn.isOver) await turn.next()` waits for no promise. */
  async pause(): Promise<void> {
    if (this.isOver) await this.next()
  }
}
