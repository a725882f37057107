import type { Document } from '@hearth/model'
import { Turn } from '../../lib/turn.ts'
import type { CommitMemory } from '../commit-memory.ts'
import type { DocumentWrite } from '../commit-planner.ts'
import type { DatabaseRef } from '../documents.ts'
import type { ProjectContext } from '../project-context.ts'
import { contention } from '../write-locks.ts'
import { BlockerSearch } from './blocker-search.ts'
import { ReadSetCheck } from './read-set.ts'
import type { ReadWriteTransaction } from './transaction.ts'

export interface CheckedCommit {
  readonly context: ProjectContext
  readonly at: DatabaseRef
  readonly transaction: ReadWriteTransaction | undefined
  readonly waitUntilMs: number
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
    const { context, waitUntilMs } = this.#commit
    if (context.clock.nowMs() >= waitUntilMs) throw contention()
    await this.#turn.next()
  }
}
