/** Reads hold the event loop for so long at a time, all of them together. */
const TURN_MS = 6

/**
 * Shares the event loop between reads that take long: in each of its rounds they have one turn together, so that everything else waits
 * for one turn, however many they are. Who did not have a turn of its own yet goes first, every other time, so that a small query does
 * not wait for all the large ones.
 */
export class ReadTurns {
  readonly #newcomers: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #endsAt: number | undefined
  #wasNewcomer = false

  /** Whether whoever asks has to wait for its turn. The first who asks in a round begins one. */
  get isOver(): boolean {
    const now = performance.now()
    if (this.#endsAt === undefined) this.#begin(now)
    return now >= (this.#endsAt ?? 0)
  }

  /** Resolves when it is this read's turn. */
  wait(isNewcomer: boolean): Promise<void> {
    return new Promise((resolve) => (isNewcomer ? this.#newcomers : this.#others).push(resolve))
  }

  #begin(now: number): void {
    this.#endsAt = now + TURN_MS
    setImmediate(() => this.#next())
  }

  #next(): void {
    this.#endsAt = undefined
    const isNewcomer = this.#others.length === 0 || (this.#newcomers.length > 0 && !this.#wasNewcomer)
    const next = (isNewcomer ? this.#newcomers : this.#others).shift()
    if (next === undefined) return
    this.#wasNewcomer = isNewcomer
    this.#begin(performance.now())
    next()
  }
}

/** There is one event loop, so all projects share it. */
export const readTurns = new ReadTurns()
