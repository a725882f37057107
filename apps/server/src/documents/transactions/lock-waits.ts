import type { DocumentChanged, ReadWriteTransaction } from './transaction.ts'
import { Turn } from '../../lib/turn.ts'
import { contention } from '../write-locks.ts'

/** Commits that wait at the same time; one more is turned away at once. */
const WAITING_MAX = 10_000

/** A commit that has to wait, once or several times, for the end of transactions that read what it writes. */
export interface WaitingCommit {
  /** undefined: a commit outside any transaction, which nobody waits for in turn. */
  readonly transaction: ReadWriteTransaction | undefined
  readonly database: string
  readonly changes: readonly DocumentChanged[]
  /** Resolves when the commit has ended, whatever became of it. */
  readonly over: Promise<unknown>
}

interface Wait {
  readonly transaction: ReadWriteTransaction | undefined
  readonly blockers: Set<ReadWriteTransaction>
  readonly proceed: () => void
  readonly fail: (error: Error) => void
}

/**
 * Who waits for whom among the transactions of one project. Transactions that wait for each other in a circle would
 * wait for ever: the one that began last among them is aborted.
 */
export class LockWaits {
  readonly #waits = new Set<Wait>()
  readonly #waitOf = new Map<ReadWriteTransaction, Wait>()
  /** By the promise of their end: first readers stand in line behind them until then. */
  readonly #commits = new Map<Promise<unknown>, WaitingCommit>()

  /**
   * Resolves when all blockers have ended. Throws `aborted`/`CONTENTION` after `waitMsMax`, and for the youngest
   * transaction of a circle.
   */
  async wait(commit: WaitingCommit, blockers: readonly ReadWriteTransaction[], waitMsMax: number): Promise<void> {
    if (this.#waits.size >= WAITING_MAX || waitMsMax <= 0) throw contention()
    this.#standInLine(commit)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const { transaction } = commit
    const wait: Wait = { transaction, blockers: new Set(blockers), proceed: resolve, fail: reject }
    const timer = setTimeout(() => this.#abort(wait), waitMsMax)
    timer.unref()
    this.#waits.add(wait)
    if (transaction !== undefined) this.#waitOf.set(transaction, wait)
    this.#breakCircles(wait)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      if (transaction !== undefined && this.#waitOf.get(transaction) === wait) this.#waitOf.delete(transaction)
    }
  }

  /** To be called when a transaction has ended: committed, aborted, rolled back or expired. */
  ended(transaction: ReadWriteTransaction): void {
    if (!transaction.hasLocks) return
    for (const wait of this.#waits) {
      if (!wait.blockers.delete(transaction) || wait.blockers.size > 0) continue
      this.#waits.delete(wait)
      wait.proceed()
    }
  }

  /** Resolves when the first commit has ended that had to wait and whose writes concern a read, if there is one. Never rejects. */
  async writerAhead(concerns: (database: string, change: DocumentChanged) => boolean): Promise<void> {
    const turn = new Turn()
    for (const [over, { database, changes }] of this.#commits) {
      for (const change of changes) {
        if (turn.isOver) await turn.next()
        if (!concerns(database, change)) continue
        await over
        return
      }
    }
  }

  #standInLine(commit: WaitingCommit): void {
    const { over } = commit
    const isNew = !this.#commits.has(over)
    this.#commits.set(over, commit)
    if (isNew) void over.then(() => this.#commits.delete(over))
  }

  #abort(wait: Wait): void {
    this.#waits.delete(wait)
    wait.fail(contention())
  }

  #breakCircles(last: Wait): void {
    while (last.transaction !== undefined && this.#waits.has(last)) {
      const circle = this.#circleThrough(last)
      if (circle === undefined) return
      this.#abort(circle.reduce((youngest, other) => (ageOf(other) > ageOf(youngest) ? other : youngest)))
    }
  }

  #circleThrough(start: Wait): Wait[] | undefined {
    const seen = new Set<Wait>()
    const walk = (wait: Wait): Wait[] | undefined => {
      seen.add(wait)
      for (const blocker of wait.blockers) {
        if (blocker === start.transaction) return [wait]
        const next = this.#waitOf.get(blocker)
        if (next === undefined || !this.#waits.has(next) || seen.has(next)) continue
        const rest = walk(next)
        if (rest !== undefined) return [wait, ...rest]
      }
      return undefined
    }
    return walk(start)
  }
}

function ageOf({ transaction }: Wait): number {
  return transaction?.age ?? Infinity
}
