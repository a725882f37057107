import type { Turn } from '../../lib/turn.ts'
import { documentKey } from '../document-delta.ts'
import { type DocumentChanged, isConcerned, type ReadWriteTransaction, SIDES } from './transaction.ts'

/** How many of the locks of a transaction were compared with the changes; of the query behind them, with how many sides of them. */
interface Compared {
  documents: number
  queries: number
  sides: number
  isBlocker: boolean
}

/**
 * Finds the transactions that have read what a commit is about to change. Their locks times its changes may be millions, so it goes on
 * for as long as a turn lasts, and from there in a later one: locks are only ever added, and what was compared is not compared again.
 */
export class BlockerSearch {
  readonly #database: string
  readonly #changes: readonly DocumentChanged[]
  readonly #compared = new Map<ReadWriteTransaction, Compared>()
  #keys: readonly string[] | undefined

  constructor(database: string, changes: readonly DocumentChanged[]) {
    this.#database = database
    this.#changes = changes
  }

  /** Those of the holders of locks that the commit has to wait for, as of now; undefined: the turn was over before that was known. */
  goOn(holders: Iterable<ReadWriteTransaction>, turn: Turn): ReadWriteTransaction[] | undefined {
    const blockers: ReadWriteTransaction[] = []
    for (const holder of holders) {
      const compared = this.#comparedWith(holder)
      if (!compared.isBlocker && !this.#compare(holder, compared, turn)) return undefined
      if (compared.isBlocker) blockers.push(holder)
    }
    return blockers
  }

  #comparedWith(holder: ReadWriteTransaction): Compared {
    let compared = this.#compared.get(holder)
    if (compared === undefined) {
      compared = { documents: 0, queries: 0, sides: 0, isBlocker: false }
      this.#compared.set(holder, compared)
    }
    return compared
  }

  /** False: the turn is over, and not all was compared. */
  #compare({ lockedDocuments, lockedQueries }: ReadWriteTransaction, compared: Compared, turn: Turn): boolean {
    if (compared.documents < lockedDocuments.size) {
      this.#keys ??= this.#changes.map(({ path }) => documentKey(this.#database, path))
      compared.documents = lockedDocuments.size
      compared.isBlocker = this.#keys.some((key) => lockedDocuments.has(key))
      if (compared.isBlocker) return true
      if (turn.isOver) return false
    }
    for (; compared.queries < lockedQueries.length; compared.queries++, compared.sides = 0) {
      const query = lockedQueries[compared.queries]
      if (query?.database !== this.#database) continue
      while (compared.sides < SIDES.length * this.#changes.length) {
        const change = this.#changes[Math.floor(compared.sides / SIDES.length)]
        const side = SIDES[compared.sides++ % SIDES.length]
        compared.isBlocker = change !== undefined && side !== undefined && isConcerned(query, change, side)
        if (compared.isBlocker) return true
        if (turn.isOver) return false
      }
    }
    return true
  }
}
