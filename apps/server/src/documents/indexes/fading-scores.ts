/** A score is worth half after so long. */
const HALF_LIFE_MS = 60 * 60_000

interface Score {
  readonly amount: number
  readonly atMs: number
}

/** Amounts that are added up by key, and fade with time: what was lately counts most. */
export class FadingScores {
  readonly #scores = new Map<string, Score>()

  add(key: string, amount: number, nowMs: number): void {
    this.#scores.set(key, { amount: this.of(key, nowMs) + amount, atMs: nowMs })
  }

  /** 0 for what has no score. */
  of(key: string, nowMs: number): number {
    const score = this.#scores.get(key)
    return score === undefined ? 0 : score.amount * 2 ** ((score.atMs - nowMs) / HALF_LIFE_MS)
  }

  /** When a key was last added to, in milliseconds; -Infinity when it has no score. */
  lastAdded(key: string): number {
    return this.#scores.get(key)?.atMs ?? -Infinity
  }

  delete(key: string): void {
    this.#scores.delete(key)
  }
}
