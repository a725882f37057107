import { leavingQuestion } from './leaving-question.ts'
import type { LostChange } from './lost-changes.ts'

/** Lost changes that this browser has no room for, or keeps for somebody else: they go with the page, which asks before it is closed. */
export class LostOfPage {
  readonly #changes = new Map<string, Omit<LostChange, 'key'>>()
  readonly #askBeforeLeaving = leavingQuestion()

  get count(): number {
    return this.#changes.size
  }

  get keys(): readonly string[] {
    return [...this.#changes.keys()]
  }

  read(key: string): Omit<LostChange, 'key'> | undefined {
    return this.#changes.get(key)
  }

  add(key: string, change: Omit<LostChange, 'key'>): void {
    this.#changes.set(key, change)
    this.#askBeforeLeaving(true)
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#changes.delete(key)
    this.#askBeforeLeaving(this.count > 0)
  }

  /** Whoever lost them signed out. */
  clear(): void {
    this.forget(this.keys)
  }
}

export const lostOfPage = new LostOfPage()
