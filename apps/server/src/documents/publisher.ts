import type { Version } from '@hearth/model'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { CommittedChanges } from './document-delta.ts'

/** Commits that may wait for publication; from then on a commit publishes at once, which slows the writers down. */
const WAITING_MAX = 1000

/** The place of a commit: what it has changed is known with its version. */
interface Slot {
  outcome: CommittedChanges | 'in flight' | 'failed'
}

/**
 * Passes durable commits on to the listeners, in the order of their versions, each once. Publication runs in a turn of
 * its own, so that whoever committed is answered first.
 */
export class Publisher {
  readonly #store: Pick<ProjectStore, 'readTime'>
  readonly #onPublished: ((changes: CommittedChanges) => void) | undefined
  /** In the order in which they were handed over, which is that of their versions. A slot leaves when it and all before it are settled and published. */
  readonly #slots: Slot[] = []
  #subscriber: ((changes: CommittedChanges) => void) | undefined
  #scheduled = false
  #isPublishing = false
  #published: Version

  /** `onPublished` is told of each commit before the subscriber; it must not throw and must not wait. */
  constructor(
    store: Pick<ProjectStore, 'readTime'>,
    published: Version,
    onPublished?: (changes: CommittedChanges) => void,
  ) {
    this.#store = store
    this.#onPublished = onPublished
    this.#published = published
  }

  /** Every commit up to here was passed on. */
  get publishedVersion(): Version {
    return this.#published
  }

  /** The latest time at which what was published is the whole truth, as far as that is known. */
  readTime(): Version {
    return this.#slots.length === 0 ? Math.max(this.#published, this.#store.readTime()) : this.#published
  }

  /** Durable commits that were not passed on yet, in order of versions. */
  unpublished(): CommittedChanges[] {
    return this.#slots.flatMap(({ outcome }) => (typeof outcome === 'object' ? outcome : []))
  }

  /** One at a time. It is told of each commit published from now on. */
  subscribe(subscriber: ((changes: CommittedChanges) => void) | undefined): void {
    this.#subscriber = subscriber
  }

  /** To be called in the order in which commits are handed to the store. `settle` must follow. */
  enter(): Slot {
    const slot: Slot = { outcome: 'in flight' }
    this.#slots.push(slot)
    return slot
  }

  settle(slot: Slot, outcome: CommittedChanges | 'failed'): void {
    slot.outcome = outcome
    if (this.#subscriber === undefined || this.#slots.length > WAITING_MAX) this.publishSettled()
    else this.#schedule()
  }

  /** At once, for those who may know of these commits already. From within a subscriber it does nothing: whoever publishes goes on. */
  publishSettled(): void {
    if (this.#isPublishing) return
    this.#isPublishing = true
    let settled = 0
    for (const { outcome } of this.#slots) {
      if (outcome === 'in flight') break
      settled++
      if (outcome === 'failed') continue
      this.#published = outcome.version
      this.#onPublished?.(outcome)
      this.#subscriber?.(outcome)
    }
    this.#slots.splice(0, settled)
    this.#isPublishing = false
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
