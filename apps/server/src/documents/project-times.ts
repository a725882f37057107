import { invalidArgument, StatusError, type Version } from '@hearth/model'
import type { Clock } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'

/** A read of now is dated at most so long ago, however quiet the project is. */
const READ_AGE_MAX_MICROS = 60_000_000

/**
 * What time it is in a project. Versions are the store's, which allots them as it commits; a read is dated at what the store says that it is
 * the whole truth of, never at a clock of this process.
 */
export class ProjectTimes {
  readonly #clock: Clock
  readonly #store: Pick<ProjectStore, 'readTime' | 'raiseFloor'>
  #last: Version = 0
  #raising: Promise<void> | undefined

  constructor(clock: Clock, store: Pick<ProjectStore, 'readTime' | 'raiseFloor'>) {
    this.#clock = clock
    this.#store = store
  }

  /** Of a request that is served now: by the clock, but above all that was seen or handed over here. */
  request(): Version {
    return Math.max(this.#now(), this.last + 1)
  }

  /** The same for a commit that is handed to the store: its version is not below. */
  handOver(): Version {
    this.#last = this.request()
    return this.#last
  }

  /** The latest time that was given out here. */
  get last(): Version {
    return Math.max(this.#last, this.#store.readTime())
  }

  /** To be awaited before a read of now, where there is something to wait for: else it would be dated long ago. */
  refresh(): Promise<void> | undefined {
    const now = this.#now()
    if (now - this.#store.readTime() <= READ_AGE_MAX_MICROS) return undefined
    this.#raising ??= this.#raise(now)
    return this.#raising
  }

  /**
   * Resolves when every commit up to `time` is durable and none will be dated at or before it. Throws `invalid-argument` for a time in
   * the future.
   */
  async reach(time: Version): Promise<void> {
    if (time <= this.#store.readTime()) return
    if (time > this.#now()) {
      throw invalidArgument('READ_TIME_IN_FUTURE', "The requested 'read_time' cannot be in the future.")
    }
    await this.#store.raiseFloor(time)
  }

  /** Now, which no read or commit from here on is dated before. Throws as `raiseFloor`. */
  async present(): Promise<Version> {
    const now = Math.max(this.#now(), this.#store.readTime())
    await this.#store.raiseFloor(now)
    return now
  }

  async #raise(time: Version): Promise<void> {
    try {
      await this.#store.raiseFloor(time)
    } catch (error) {
      // What is there can be read all the same, and is dated as it is.
      if (!(error instanceof StatusError)) throw error
    } finally {
      this.#raising = undefined
    }
  }

  #now(): Version {
    return this.#clock.nowMs() * 1000
  }
}
