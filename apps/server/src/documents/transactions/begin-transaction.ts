import type { Caller } from '../../access/caller.ts'
import type { BeginOptions, DatabaseRef } from '../documents.ts'
import type { ProjectContext } from '../project-context.ts'
import { requireReadable } from '../read-state.ts'

/** Answers the id of a new transaction. A read-only one sees the state of `readTime`, or of now. Throws as `readState`. */
export async function beginTransaction(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  options: BeginOptions,
): Promise<string> {
  const { transactions, times, recentChanges, publisher, inFlight, store } = context
  if (options.readOnly) {
    if (options.readTime !== undefined) {
      requireReadable(context.clock, options.readTime)
      await times.reach(options.readTime)
    } else await times.refresh()
    const readTime = options.readTime ?? store.readTime()
    return transactions.begin(caller, at.database, { ...options, readTime })
  }
  const id = transactions.begin(caller, at.database, options)
  recentChanges.start([...publisher.unpublished(), ...inFlight.commits()], store.lastVersion())
  return id
}
