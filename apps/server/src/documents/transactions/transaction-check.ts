import type { Document } from '@hearth/model'
import type { Deadline } from '../../lib/deadline.ts'
import { Turn } from '../../lib/turn.ts'
import type { CommitMemory } from '../commit-memory.ts'
import type { DocumentWrite } from '../commit-planner.ts'
import { documentKey } from '../document-delta.ts'
import type { DatabaseRef } from '../documents.ts'
import type { ProjectContext } from '../project-context.ts'
import { contention } from '../write-locks.ts'
import { ReadSetCheck } from './read-set.ts'
import { type DocumentChanged, isConcerned, type ReadWriteTransaction, SIDES } from './transaction.ts'

export interface CheckedCommit {
  readonly context: ProjectContext
  readonly at: DatabaseRef
  readonly transaction: ReadWriteTransaction | undefined
  /** How long it may wait for others. */
  readonly patience: Deadline
  readonly memory: Pick<CommitMemory, 'take' | 'give'>
}

/** Whom a commit has to wait for, and whether what its transaction has read still holds. Long checks are made in several turns. */
export class TransactionCheck {
  readonly #commit: CheckedCommit
  readonly #blockers: BlockerSearch
  readonly #reads: ReadSetCheck | undefined
  readonly #turn = new Turn()

  constructor(
    commit: CheckedCommit,
    writes: readonly DocumentWrite[],
    before: ReadonlyMap<string, Document | undefined>,
  ) {
    const { context, at, transaction, memory } = commit
    this.#commit = commit
    this.#blockers = new BlockerSearch(
      at.database,
      writes.map(({ planned }) => planned),
    )
    this.#reads = transaction && new ReadSetCheck(context, transaction, before, memory)
  }

  /** Whom it has to wait for, as of now; undefined: the turn was over before that was known. Throws when a read no longer holds. */
  goOn(): ReadWriteTransaction[] | undefined {
    const { context, transaction } = this.#commit
    const blockers = this.#blockers.goOn(context.transactions.holdersBut(transaction), this.#turn)
    if (blockers === undefined || blockers.length > 0) return blockers
    const doHold = this.#reads === undefined || this.#reads.goOn(this.#turn)
    if (doHold === false) throw contention()
    return doHold === undefined ? undefined : blockers
  }

  /** Throws when others went on changing for longer than a commit may wait. */
  async nextTurn(): Promise<void> {
    if (this.#commit.patience.leftMs() === 0) throw contention()
    await this.#turn.next()
  }
}

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
class BlockerSearch {
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
