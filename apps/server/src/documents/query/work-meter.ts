import { StatusError } from '@hearth/model'
import type { Clock } from '../../ambient.ts'

/** One operation holds the main thread for so long at a time. */
const TURN_MS = 12
/** What a read may take altogether. */
const WORK_MS_MAX = 60_000

/** Lets others run in between the pages of a long read, and ends one that takes too long. */
export class WorkMeter {
  readonly #clock: Clock
  readonly #endsAtMs: number
  #turnEndsAt = performance.now() + TURN_MS

  constructor(clock: Clock) {
    this.#clock = clock
    this.#endsAtMs = clock.nowMs() + WORK_MS_MAX
  }

  /** To be awaited after each page. Throws `deadline-exceeded`. */
  async pause(): Promise<void> {
    if (performance.now() < this.#turnEndsAt) return
    if (this.#clock.nowMs() >= this.#endsAtMs) {
      throw new StatusError(
        'deadline-exceeded',
        'READ_TOO_LONG',
        'The query took too long. Narrow it or read it in pages.',
      )
    }
    await new Promise((resolve) => setImmediate(resolve))
    this.#turnEndsAt = performance.now() + TURN_MS
  }
}
