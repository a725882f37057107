/** Says of inputs that ran whether they are worth changing further. */
export interface Guide {
  /** Parts of the paths of the sources that count. */
  watches: readonly string[]
  /** Forgets what ran since the last call. */
  skip(): void
  /** Whether something ran since the last call that never ran before. It stays new until `take` or `settle`. */
  hasFresh(): boolean
  /** What `hasFresh` saw counts as covered. */
  settle(): void
  /** How many characters of the sources ran since the last call and never before. */
  take(): number
  /** Everything counts as never covered again. */
  reset(): void
}

/**
 * For short runs: the inputs that are known are changed, and no others. To read the counters of V8 takes as long as hundreds of inputs,
 * each time.
 */
export class KnownInputs implements Guide {
  watches: readonly string[] = []

  skip(): void {}

  hasFresh(): boolean {
    return false
  }

  settle(): void {}

  take(): number {
    return 1
  }

  reset(): void {}
}
