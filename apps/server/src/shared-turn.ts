import { Turn } from './turn.ts'

const MOVED_TOGETHER = 1024

/**
 * One turn in each round of the event loop for work that many can bring at once, each little of it. Where nothing waits, it is done at once;
 * when the turn is over, the rest of it waits for the next rounds, in order. What waits is counted, and bounded, by whoever brings it.
 */
export class SharedTurn {
  /** Of the present round. */
  #turn: Turn | undefined
  /** Somebody's work was let in, and may not have been done yet. */
  #isTaken = false
  readonly #line: (() => void)[] = []
  /** So many of the line had their turn. */
  #at = 0

  /** Undefined: at once. The work is to follow without a wait for anything but promises that are settled. */
  wait(): Promise<void> | undefined {
    if (this.#isTaken || this.#isAnyWaiting || this.#turn?.isOver === true) {
      return new Promise((resolve) => this.#line.push(resolve))
    }
    if (this.#turn === undefined) this.#begin()
    this.#isTaken = true
    process.nextTick(this.#goOn)
    return undefined
  }

  /** Does what nobody waits for, now or later. */
  run(work: () => void): void {
    const turn = this.wait()
    if (turn === undefined) work()
    else void turn.then(work)
  }

  #begin(): void {
    this.#turn = new Turn()
    setImmediate(this.#next)
  }

  readonly #next = (): void => {
    this.#turn = undefined
    if (!this.#isAnyWaiting) return
    this.#begin()
    this.#goOn()
  }

  readonly #goOn = (): void => {
    const mayGoOn = this.#isAnyWaiting && this.#turn?.isOver !== true
    const next = mayGoOn ? this.#takeNext() : undefined
    this.#isTaken = next !== undefined
    if (next === undefined) return
    next()
    afterPromises(this.#goOn)
  }

  get #isAnyWaiting(): boolean {
    return this.#at < this.#line.length
  }

  /** To shift one after the other off a line of thousands would move all the others each time. */
  #takeNext(): (() => void) | undefined {
    const next = this.#line[this.#at]
    if (next !== undefined) this.#at++
    if (this.#at >= MOVED_TOGETHER || !this.#isAnyWaiting) {
      this.#line.splice(0, this.#at)
      this.#at = 0
    }
    return next
  }
}

/** Calls back in this round, behind what the promises that are settled by now make go on. */
function afterPromises(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}
