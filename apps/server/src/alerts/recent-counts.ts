import { type Clock, steadyMs } from '../lib/ambient.ts'

const MINUTE_MS = 60_000
const MINUTES = 10
const KEYS_MAX = 1_000

interface Minute {
  readonly minute: number
  good: number
  bad: number
}

/** Counts good and bad things by key, and knows those of the last ten minutes of steady time. Those of keys beyond 1,000 are left out. */
export class RecentCounts {
  readonly #clock: Clock
  /** Of each key the minutes in which there was something, the oldest first. */
  readonly #minutes = new Map<string, Minute[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  count(key: string, isBad: boolean): void {
    const now = this.#now()
    let minutes = this.#minutes.get(key)
    if (minutes === undefined) {
      if (this.#minutes.size >= KEYS_MAX) return
      this.#minutes.set(key, (minutes = []))
    }
    let last = minutes.at(-1)
    if (last?.minute !== now) {
      last = { minute: now, good: 0, bad: 0 }
      minutes.push(last)
      if (minutes.length > MINUTES) minutes.shift()
    }
    if (isBad) last.bad++
    else last.good++
  }

  sum(key: string): { readonly good: number; readonly bad: number } {
    const first = this.#now() - MINUTES
    let [good, bad] = [0, 0]
    for (const minute of this.#minutes.get(key) ?? []) {
      if (minute.minute <= first) continue
      good += minute.good
      bad += minute.bad
    }
    return { good, bad }
  }

  /** Those that something was counted of lately; the others are forgotten. */
  keys(): readonly string[] {
    const first = this.#now() - MINUTES
    for (const [key, minutes] of this.#minutes) {
      if ((minutes.at(-1)?.minute ?? first) <= first) this.#minutes.delete(key)
    }
    return [...this.#minutes.keys()]
  }

  #now(): number {
    return Math.floor(steadyMs(this.#clock) / MINUTE_MS)
  }
}
