/** One piece of work holds the main thread for so long at a time. */
const TURN_MS = 8

/**
 * Lets others run in between the steps of work that may be long. Of all such work that waits, one has its turn in each round of the event
 * loop, so that everything else waits for one turn, however much of it there is.
 */
export class Turn {
  #endsAt = performance.now() + TURN_MS
  #isNewcomer = true

  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  /** Begins a new turn when the others had theirs. */
  async next(): Promise<void> {
    await line.wait(this.#isNewcomer)
    this.#isNewcomer = false
    this.#endsAt = performance.now() + TURN_MS
  }

  /** To be awaited between the steps. Where they are many and short, `if (turn.isOver) await turn.next()` waits for no promise. */
  async pause(): Promise<void> {
    if (this.isOver) await this.next()
  }
}

/** Who did not have a further turn yet goes first, every other time: what is nearly done does not wait for all that is long. */
class Line {
  readonly #newcomers: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #isMoving = false
  #wasNewcomer = false

  wait(isNewcomer: boolean): Promise<void> {
    if (!this.#isMoving) setImmediate(this.#move)
    this.#isMoving = true
    return new Promise((resolve) => (isNewcomer ? this.#newcomers : this.#others).push(resolve))
  }

  readonly #move = (): void => {
    const isNewcomer = this.#others.length === 0 || (this.#newcomers.length > 0 && !this.#wasNewcomer)
    const next = (isNewcomer ? this.#newcomers : this.#others).shift()
    this.#isMoving = next !== undefined
    if (next === undefined) return
    this.#wasNewcomer = isNewcomer
    setImmediate(this.#move)
    next()
  }
}

const line = new Line()
