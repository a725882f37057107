import type { Dice } from './dice.ts'
import type { Growth } from './grow.ts'

const KEPT_MAX = 8

/** The shapes that took longest at one length, the worst first; one that was taken has had its turn. */
export class WorstGrowths {
  #kept: { readonly growth: Growth; readonly part: number; isTaken: boolean }[] = []

  add(growth: Growth, part: number): void {
    this.#kept = [...this.#kept, { growth, part, isTaken: false }]
      .toSorted((one, other) => other.part - one.part)
      .slice(0, KEPT_MAX)
  }

  /** The worst that was not taken yet. */
  take(): Growth | undefined {
    const worst = this.#kept.find(({ isTaken }) => !isTaken)
    if (worst === undefined) return undefined
    worst.isTaken = true
    return worst.growth
  }

  /** Any of them; undefined when there is none. */
  pick(dice: Dice): Growth | undefined {
    return this.#kept.length === 0 ? undefined : dice.pick(this.#kept).growth
  }
}
