import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { ReadClient } from '../../persistence/persistence.ts'
import { readTurns } from './read-turns.ts'

/** What a read may take until it has an answer, or the next part of one. */
const WORK_MS_MAX = 60_000

/** Lets others run in between the pages of a long read, and ends one that takes too long. */
export class WorkMeter {
  readonly #clock: Clock
  readonly #client: ReadClient | undefined
  #endsAtMs: number
  #isNewcomer = true

  constructor(clock: Clock, client?: ReadClient) {
    this.#clock = clock
    this.#client = client
    this.#endsAtMs = clock.nowMs() + WORK_MS_MAX
  }

  /** Part of the answer was handed over: the time begins anew. */
  goOn(): void {
    this.#endsAtMs = this.#clock.nowMs() + WORK_MS_MAX
  }

  /** It is time to pause: where steps are many and short, `if (meter.isOver) await meter.pause()` waits for no promise. */
  get isOver(): boolean {
    return readTurns.isOver
  }

  /** To be awaited after each page. Throws `deadline-exceeded`, and as `ReadTurns.wait`. */
  async pause(): Promise<void> {
    if (!readTurns.isOver) return
    if (this.#clock.nowMs() >= this.#endsAtMs) {
      throw new StatusError(
        'deadline-exceeded',
        'READ_TOO_LONG',
        'The query took too long. Narrow it or read it in pages.',
      )
    }
    await readTurns.wait(this.#isNewcomer, this.#client)
    this.#isNewcomer = false
  }
}
