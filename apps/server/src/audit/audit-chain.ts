import { type AuditEntry, type ChainLink, hashOfEntry } from './audit-entry.ts'

/** What is wrong with a log, and at which entry. */
export interface ChainBreak {
  readonly number: number
  /** `replaced`: it is not the one that was seen before. */
  readonly problem: 'changed' | 'missing' | 'replaced'
}

const BREAKS_MAX = 1_000

/**
 * Checks entries from the newest to the oldest: that each is what its hash says and holds the hash of the one before, and that none is missing
 * between the head and the anchor. Whoever can write to the store can replace a whole chain by another one; so it is worth keeping a head
 * elsewhere, and asking whether it was `seen` in this chain.
 */
export class ChainVerifier {
  readonly #seen: ChainLink | undefined
  readonly #breaks: ChainBreak[] = []
  #next: ChainLink
  #verified = 0

  constructor(head: ChainLink, seen?: ChainLink) {
    this.#next = head
    this.#seen = seen
    if (seen !== undefined && seen.number > head.number) this.#note(seen.number, 'missing')
  }

  /** How many entries were as they should be. */
  get verified(): number {
    return this.#verified
  }

  /** Takes the entry before the one taken last. */
  take(entry: AuditEntry): void {
    this.#miss(entry.number)
    const isItself = hashOfEntry(entry) === entry.hash
    const isLinked = entry.number === this.#next.number && entry.hash === this.#next.hash
    // Where entries are missing nobody knows the hash of the one before.
    if (!isItself || !(isLinked || this.#next.hash === UNKNOWN)) this.#note(entry.number, 'changed')
    else if (entry.number === this.#seen?.number && entry.hash !== this.#seen.hash) this.#note(entry.number, 'replaced')
    else this.#verified++
    this.#next = { number: entry.number - 1, hash: entry.previous }
  }

  /** `anchor`: the last entry that is no longer kept. Answers what is wrong, the newest first, at most 1,000 entries. */
  end(anchor: ChainLink): readonly ChainBreak[] {
    this.#miss(anchor.number)
    const { number, hash } = this.#next
    if (number !== anchor.number || (hash !== UNKNOWN && hash !== anchor.hash)) this.#note(anchor.number, 'changed')
    if (anchor.number === this.#seen?.number && anchor.hash !== this.#seen.hash) this.#note(anchor.number, 'replaced')
    return this.#breaks
  }

  /** Those above `number` should have come before it. */
  #miss(number: number): void {
    if (this.#next.number <= number) return
    for (let missing = this.#next.number; missing > number && this.#breaks.length < BREAKS_MAX; missing--) {
      this.#note(missing, 'missing')
    }
    this.#next = { number, hash: UNKNOWN }
  }

  #note(number: number, problem: ChainBreak['problem']): void {
    if (this.#breaks.length < BREAKS_MAX) this.#breaks.push({ number, problem })
  }
}

const UNKNOWN = 'unknown'
