import { decodedBytes, type Document, type Version } from '@hearth/model'
import type { Turn } from '../../lib/turn.ts'
import type { CommitMemory } from '../commit-memory.ts'
import type { DocumentDelta } from '../document-delta.ts'
import type { ProjectContext } from '../project-context.ts'
import { undecoded } from './recent-changes.ts'
import { isConcerned, type ReadWriteTransaction, SIDES } from './transaction.ts'

/**
 * Whether all that a transaction has read is as it was read. A query's answer counts as changed when any document changed that matches
 * it or matched it (phantoms too), in a commit after it was read; a limit is not taken into account, so a re-run may be for nothing.
 *
 * Its queries times the changes may be millions, so it goes on for as long as a turn lasts, and from there in a later one.
 */
export class ReadSetCheck {
  readonly #context: Pick<ProjectContext, 'recentChanges'>
  readonly #transaction: ReadWriteTransaction
  readonly #current: ReadonlyMap<string, Document | undefined>
  readonly #memory: Pick<CommitMemory, 'take' | 'give'>
  /** When its oldest query was read. */
  readonly #readTime: Version
  /** The changes of commits up to this place were compared; of the one that is looked at, so many, and the next with so many sides of queries. */
  #order = 0
  #looked = 0
  #deltas = 0
  #sides = 0
  /** The change that is compared, which is decoded for this check alone. */
  #compared: DocumentDelta | undefined

  /** `current`: the documents it read, as the commit found them; `memory` counts what is decoded. */
  constructor(
    context: Pick<ProjectContext, 'recentChanges'>,
    transaction: ReadWriteTransaction,
    current: ReadonlyMap<string, Document | undefined>,
    memory: Pick<CommitMemory, 'take' | 'give'>,
  ) {
    this.#context = context
    this.#transaction = transaction
    this.#current = current
    this.#memory = memory
    this.#readTime = transaction.queries.reduce((oldest, { readTime }) => Math.min(oldest, readTime), Infinity)
  }

  /**
   * As of now; undefined: the turn was over before that was known. It must be asked in the turn in which the commit is handed
   * to the store.
   */
  goOn(turn: Turn): boolean | undefined {
    if (this.#transaction.isTorn || !this.#haveDocumentsHeld()) return false
    if (this.#transaction.queries.length === 0) return true
    const commits = this.#context.recentChanges.after(this.#readTime, this.#order)
    if (commits === undefined) return false
    for (const { order, dated, deltas } of commits) {
      if (order !== this.#looked) this.#look(order)
      for (; this.#deltas < deltas.length; this.#nextDelta()) {
        const delta = deltas[this.#deltas]
        if (delta === undefined) continue
        while (this.#sides < SIDES.length * this.#transaction.queries.length) {
          const query = this.#transaction.queries[Math.floor(this.#sides / SIDES.length)]
          const side = SIDES[this.#sides++ % SIDES.length]
          if (query === undefined || side === undefined) continue
          if (query.readTime >= dated.version || query.database !== delta.database) continue
          if (isConcerned(query, this.#decoded(delta), side)) return false
          if (turn.isOver) return undefined
        }
      }
      this.#order = order
    }
    return true
  }

  /** At another commit: the one before is compared, or the store has refused it. */
  #look(order: number): void {
    this.#looked = order
    this.#forgetCompared()
    this.#deltas = 0
    this.#sides = 0
  }

  #nextDelta(): void {
    this.#forgetCompared()
    this.#deltas++
    this.#sides = 0
  }

  #forgetCompared(): void {
    if (this.#compared === undefined) return
    this.#memory.give(decodedBytesOf(this.#compared))
    this.#compared = undefined
  }

  #decoded(delta: DocumentDelta): DocumentDelta {
    if (this.#compared !== undefined) return this.#compared
    this.#memory.take(decodedBytesOf(delta))
    this.#compared = undecoded(delta)
    return this.#compared
  }

  #haveDocumentsHeld(): boolean {
    for (const { path, version } of this.#transaction.documents.values()) {
      if (this.#current.get(path)?.updateTime !== version) return false
    }
    return true
  }
}

function decodedBytesOf({ before, after }: DocumentDelta): number {
  return (before === undefined ? 0 : decodedBytes(before)) + (after === undefined ? 0 : decodedBytes(after))
}
