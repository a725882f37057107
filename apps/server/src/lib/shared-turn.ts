import { Turn } from './turn.ts'

const MOVED_TOGETHER = 1024
const EVERYBODY = ''

/**
 * One turn in each round of the event loop for work that many can bring at once, each little of it. Where nothing waits, it is done at once;
 * when the turn is over, the rest of it waits for the next rounds: in order, or in a line for each of those who bring it, of which one after
 * the other has the next. What waits is counted, and bounded, by whoever brings it.
 */
export class SharedTurn {
  /** Of the present round. */
  #turn: Turn | undefined
  /** Somebody's work was let in, and may not have been done yet. */
  #isTaken = false
  /** In the order of their turns. None is empty. */
  readonly #lines = new Map<string, Line>()

  /** Undefined: at once. The work is to follow without a wait for anything but promises that are settled. `whose`: asked only of what waits. */
  wait(whose?: () => string): Promise<void> | undefined {
    if (this.#isTaken || this.#isAnyWaiting || this.#turn?.isOver === true) {
      const name = whose?.() ?? EVERYBODY
      return new Promise((resolve) => this.#push(name, resolve))
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
    return this.#lines.size > 0
  }

  #push(name: string, begin: () => void): void {
    const line = this.#lines.get(name)
    if (line === undefined) this.#lines.set(name, new Line(begin))
    else line.push(begin)
  }

  #takeNext(): (() => void) | undefined {
    for (const [name, line] of this.#lines) {
      const next = line.shift()
      if (line.isEmpty) this.#lines.delete(name)
      else if (this.#lines.size > 1) {
        this.#lines.delete(name)
        this.#lines.set(name, line)
      }
      return next
    }
    return undefined
  }
}

class Line {
  readonly #waiting: (() => void)[]
  /** So many had their turn. */
  #at = 0

  constructor(first: () => void) {
    this.#waiting = [first]
  }

  get isEmpty(): boolean {
    return this.#at >= this.#waiting.length
  }

  push(begin: () => void): void {
    this.#waiting.push(begin)
  }

  /** To shift one after the other off a line of thousands would move all the others each time. */
  shift(): (() => void) | undefined {
    const next = this.#waiting[this.#at++]
    if (this.#at >= MOVED_TOGETHER) {
      this.#waiting.splice(0, this.#at)
      this.#at = 0
    }
    return next
  }
}

/** Calls back in this round, behind what the promises that are settled by now make go on. */
function afterPromises(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}
