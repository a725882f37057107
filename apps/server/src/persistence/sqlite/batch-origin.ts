import type { Version } from '@hearth/model'

/** Where batches of a file come from, in order: they have their numbers by it, and name those before them by these. */
export class BatchOrigin {
  /** Of those that others may still be named after. */
  readonly #versions = new Map<number, Version>()
  #received = 0
  #forgotten = 0

  /** The number of the next batch, from 1. */
  next(): number {
    return ++this.#received
  }

  /** Undefined: it was not applied, or is not known any more. */
  versionOf(number: number): Version | undefined {
    return this.#versions.get(number)
  }

  /** None that follows is named after the batch `settled` or an earlier one. */
  applied(number: number, version: Version, settled: number): void {
    while (this.#forgotten < settled) this.#versions.delete(++this.#forgotten)
    this.#versions.set(number, version)
  }

  /** What was applied was not written. */
  takeBack(number: number): void {
    this.#versions.delete(number)
  }
}
