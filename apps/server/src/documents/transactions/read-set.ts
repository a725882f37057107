import type { Document } from '@hearth/model'
import type { ProjectRoom } from '../project-room.ts'
import type { ReadWriteTransaction } from './transaction.ts'

/**
 * Whether all that a transaction has read is as it was read. `current`: the documents it read, as the commit found
 * them. A query's answer counts as changed when any document changed that matches it or matched it (phantoms too), in
 * a commit after it was read; a limit is not taken into account, so a re-run may be for nothing.
 *
 * It must be asked in the turn in which the version of the commit is allotted.
 */
export function readsStillHold(
  room: ProjectRoom,
  transaction: ReadWriteTransaction,
  current: ReadonlyMap<string, Document | undefined>,
): boolean {
  if (transaction.isTorn) return false
  for (const { path, version } of transaction.documents.values()) {
    if (current.get(path)?.updateTime !== version) return false
  }
  return transaction.queries.every(
    ({ database, finds, readTime }) =>
      !room.recentChanges.someAfter(
        readTime,
        ({ database: changed, before, after }) =>
          changed === database && ((before !== undefined && finds(before)) || (after !== undefined && finds(after))),
      ),
  )
}
