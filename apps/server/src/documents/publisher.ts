import type { Version } from '@hearth/model'
import type { CommittedChanges } from './document-delta.ts'
import type { VersionSource } from './version-source.ts'

/** Commits that may wait for publication; from then on a commit publishes at once, which slows the writers down. */
const WAITING_MAX = 1000

interface Slot {
  readonly changes: CommittedChanges
  state: 'in flight' | 'durable' | 'failed'
}

/**
 * Passes durable commits on to the listeners, in the order of their versions, each once. Publication runs in a turn of
 * its own, so that whoever committed is answered first.
 */
export class Publisher {
  readonly #versions: VersionSource
  readonly #onPublished: ((changes: CommittedChanges) => void) | undefined
  /** In order of versions. A slot leaves when it and all before it are settled and published. */
  readonly #slots: Slot[] = []
  #subscriber: ((changes: CommittedChanges) => void) | undefined
  #scheduled = false
  #published: Version

  /** `onPublished` is told of each commit before the subscriber; it must not throw and must not wait. */
  constructor(versions: VersionSource, published: Version, onPublished?: (changes: CommittedChanges) => void) {
    this.#versions = versions
    this.#onPublished = onPublished
    this.#published = published
  }

  /** Every commit up to here was passed on. */
  get publishedVersion(): Version {
    return this.#published
  }

  /** The latest time at which what was published is the whole truth. */
  readTime(): Version {
    const next = this.#slots[0]
    return next === undefined
      ? this.#versions.readTime(this.#published)
      : Math.max(this.#published, Math.min(next.changes.version - 1, this.#versions.readTime(this.#published)))
  }

  /** Commits that were not passed on yet, in order of versions. */
  unpublished(): CommittedChanges[] {
    return this.#slots.map((slot) => slot.changes)
  }

  /** One at a time. It is told of each commit published from now on. */
  subscribe(subscriber: ((changes: CommittedChanges) => void) | undefined): void {
    this.#subscriber = subscriber
  }

  /** To be called in the order of versions. `settle` must follow. */
  enter(changes: CommittedChanges): Slot {
    const slot: Slot = { changes, state: 'in flight' }
    this.#slots.push(slot)
    return slot
  }

  settle(slot: Slot, isDurable: boolean): void {
    slot.state = isDurable ? 'durable' : 'failed'
    if (this.#subscriber === undefined || this.#slots.length > WAITING_MAX) this.publishSettled()
    else this.#schedule()
  }

  /** At once, for those who may know of these commits already. */
  publishSettled(): void {
    let settled = 0
    for (const slot of this.#slots) {
      if (slot.state === 'in flight') break
      settled++
      if (slot.state === 'failed') continue
      this.#published = slot.changes.version
      this.#onPublished?.(slot.changes)
      this.#subscriber?.(slot.changes)
    }
    this.#slots.splice(0, settled)
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.publishSettled()
    })
  }
}
