import { Turn } from '../../lib/turn.ts'
import { type BloomFilter, BloomFilterOfNames } from './bloom-filter.ts'

/** Names of a result whose filter is told; of more the client is told the count alone, and asks anew where it has another. */
const NAMES_MAX = 50_000
/** Names that are hashed without others having their turn. */
const AT_ONCE_MAX = 1000

/** Which documents of a result its client may keep. Hashing takes long: most of it is done before the result is handed over. */
export class NameFilter {
  readonly #nameOf: (path: string) => string
  readonly #hashed = new Set<string>()
  #filter: BloomFilterOfNames | undefined

  /** `nameOf`: the full name of a document. */
  constructor(nameOf: (path: string) => string) {
    this.#nameOf = nameOf
  }

  /** Hashes the names of a result that changes until it is handed over; others have their turn in between. */
  async prepare(paths: ReadonlySet<string>): Promise<void> {
    if (paths.size <= AT_ONCE_MAX || paths.size > NAMES_MAX) return
    const filter = new BloomFilterOfNames(paths.size)
    const turn = new Turn()
    for (const path of paths) {
      filter.add(this.#nameOf(path))
      this.#hashed.add(path)
      if (turn.isOver) await turn.next()
    }
    this.#filter = filter
  }

  /**
   * At once: a filter that contains these, and perhaps some of what was prepared and is gone since, which the client is told apart. Undefined
   * when it would be too large, or too much is new.
   */
  of(paths: ReadonlySet<string>): BloomFilter | undefined {
    if (paths.size === 0) return undefined
    if (paths.size <= AT_ONCE_MAX) return this.#madeOf(paths, new BloomFilterOfNames(paths.size))
    const filter = this.#filter
    if (filter === undefined || paths.size > NAMES_MAX) return undefined
    const added = [...paths].filter((path) => !this.#hashed.has(path))
    // More of them would make it say yes to everything.
    return added.length > AT_ONCE_MAX ? undefined : this.#madeOf(added, filter)
  }

  #madeOf(paths: Iterable<string>, filter: BloomFilterOfNames): BloomFilter {
    for (const path of paths) filter.add(this.#nameOf(path))
    return filter.encoded
  }
}
