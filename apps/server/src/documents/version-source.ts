import { invalidArgument, type Version } from '@hearth/model'
import type { Clock } from '../lib/ambient.ts'

/**
 * The versions of one project: allots them to commits, strictly rising, and says what time a read may be dated at.
 *
 * A commit is pending from its allotment until its batch is durable or refused. No version at or below a time given
 * by `readTime` is ever allotted afterwards, so a read dated at it stays exact.
 */
export class VersionSource {
  readonly #clock: Clock
  readonly #durable: () => Version
  /** In order of allotment, thus rising. */
  readonly #pending: Version[] = []
  #last: Version = 0
  #waiting: { readonly time: Version; readonly proceed: () => void }[] = []

  /** `durable` answers the newest version that the store holds. */
  constructor(clock: Clock, durable: () => Version) {
    this.#clock = clock
    this.#durable = durable
  }

  /** What `allot` would answer now. */
  peek(): Version {
    return Math.max(this.#clock.nowMs() * 1000, this.#last + 1, this.#durable() + 1)
  }

  allot(): Version {
    this.#last = this.peek()
    this.#pending.push(this.#last)
    return this.#last
  }

  /** A version for a commit that changes nothing. */
  pass(): Version {
    this.#last = this.peek()
    return this.#last
  }

  /** No version at or below this one will be allotted. */
  get last(): Version {
    return Math.max(this.#last, this.#durable())
  }

  settle(version: Version): void {
    const at = this.#pending.indexOf(version)
    if (at >= 0) this.#pending.splice(at, 1)
    const first = this.#pending[0] ?? Infinity
    const waiting = this.#waiting.filter(({ time }) => time < first)
    if (waiting.length === 0) return
    this.#waiting = this.#waiting.filter(({ time }) => time >= first)
    for (const { proceed } of waiting) proceed()
  }

  /**
   * Resolves when every commit up to `time` is settled; no later one will be dated at or before it. Throws
   * `invalid-argument` for a time in the future.
   */
  async reach(time: Version): Promise<void> {
    if (time > Math.max(this.#clock.nowMs() * 1000, this.last)) {
      throw invalidArgument('READ_TIME_IN_FUTURE', "The requested 'read_time' cannot be in the future.")
    }
    this.#last = Math.max(this.#last, time)
    const [first] = this.#pending
    if (first === undefined || first > time) return
    await new Promise<void>((proceed) => this.#waiting.push({ time, proceed }))
  }

  /**
   * The latest time at which a state that holds all commits up to `seen` is the whole truth: now, or just before the
   * first pending commit that it does not hold.
   */
  readTime(seen: Version): Version {
    const unseen = this.#pending.find((version) => version > seen)
    const now = Math.max(this.#clock.nowMs() * 1000, this.#last)
    const time = Math.max(seen, unseen === undefined ? now : Math.min(now, unseen - 1))
    this.#last = Math.max(this.#last, time)
    return time
  }
}
