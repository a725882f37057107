import { type Caller, isUnderRules } from '../../access/caller.ts'
import type { DatabaseRef } from '../documents.ts'
import type { ProjectContext } from '../project-context.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { type DocumentChanged, isConcerned, SIDES } from './transaction.ts'

export type LockedRead =
  | { readonly kind: 'documents'; readonly paths: ReadonlySet<string> }
  | { readonly kind: 'query'; readonly prepared: PreparedQuery }

/**
 * Locks what a transaction that may write is about to read; nothing for other reads, nor for callers under rules: their
 * reads must hold when they commit, and nobody waits for them, so that a visitor can't keep everyone from writing. The first read stands in line
 * behind commits that wait to write the same, so that readers can't keep a writer away for ever. A later one does not:
 * that commit may be waiting for this very transaction.
 */
export async function lockRead(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  transactionId: string | undefined,
  read: LockedRead,
): Promise<void> {
  if (transactionId === undefined) return
  const { transactions, inFlight } = context
  const transaction = transactions.get(caller, at.database, transactionId)
  if (transaction.kind === 'read-only' || isUnderRules(caller)) return
  if (!transaction.hasLocks) {
    await transactions.waits.writerAhead((database, change) => concerns(read, at.database === database, change))
    // It may have ended meanwhile.
    transactions.get(caller, at.database, transactionId)
  }
  if (read.kind === 'documents') transaction.lockDocuments(at.database, read.paths)
  else transaction.lockQuery(at.database, read.prepared)
  // Commits that were on their way before the lock was there are seen by the read.
  await inFlight.settledSoFar()
}

function concerns(read: LockedRead, isSameDatabase: boolean, change: DocumentChanged): boolean {
  if (!isSameDatabase) return false
  if (read.kind === 'documents') return read.paths.has(change.path)
  return SIDES.some((side) => isConcerned(read.prepared, change, side))
}
