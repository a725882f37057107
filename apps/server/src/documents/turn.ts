/** One operation holds the main thread for so long at a time. */
const TURN_MS = 12

/** Lets others run in between the steps of work that may be long: `if (turn.isOver) await turn.next()`. */
export class Turn {
  #endsAt = performance.now() + TURN_MS

  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  async next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#endsAt = performance.now() + TURN_MS
  }
}
