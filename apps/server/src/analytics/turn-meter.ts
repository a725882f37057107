import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work on the main thread goes on for so long before others have their turn. */
const turnMs = 8

/** To be awaited between the pieces of long work. */
export class TurnMeter {
  #endsAt = performance.now() + turnMs

  async pause(): Promise<void> {
    if (performance.now() < this.#endsAt) return
    await nextTurn()
    this.#endsAt = performance.now() + turnMs
  }
}
