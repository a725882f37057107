import { createContext } from 'react'

/** One of the reports on the screen, and what asks for it anew. */
type AskAgain = () => void

/** Knows of the reports on the screen how old they are, and asks for all of them anew. */
export class ReportClock {
  readonly #listeners = new Set<() => void>()
  /** When each was answered last; undefined while it isn't. */
  readonly #times = new Map<AskAgain, number | undefined>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** When the oldest of them was answered, in milliseconds since the epoch; undefined while one of them wasn't, or none is there. */
  getOldest = (): number | undefined => {
    const times = [...this.#times.values()].map((time) => time ?? Number.NaN)
    const oldest = Math.min(...times)
    return Number.isFinite(oldest) ? oldest : undefined
  }

  askAgain = (): void => {
    for (const ask of this.#times.keys()) ask()
  }

  /** @param at undefined while it has no answer to what is asked now */
  note(askAgain: AskAgain, at: number | undefined): void {
    this.#times.set(askAgain, at)
    this.#tell()
  }

  leave(askAgain: AskAgain): void {
    this.#times.delete(askAgain)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const ReportClockContext = createContext(new ReportClock())
