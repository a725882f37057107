import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { deletion } from '../../../documents/commit.ts'
import { withRetries } from '../../../shared/jobs/with-retries.ts'
import { batchGet } from './batch-get.ts'
import { batchWrite, failedPrecondition, type WriteOutcome } from './batch-write.ts'

/** A document to be deleted. */
export interface Doomed {
  readonly path: string
  /** Only the document of then, RFC 3339; undefined deletes it whatever it holds by now. */
  readonly updateTime?: string | undefined
}

/** What became of it: it is gone, it stays because it is another by now, or it was refused. */
export type DeletionFate =
  | { readonly kind: 'gone' | 'kept' }
  | { readonly kind: 'refused'; readonly outcome: WriteOutcome }

/**
 * Deletes at most 200 documents, each as long as it is the one that was read. One that somebody made anew stays, also between an answer that
 * was lost and the next attempt. The fates are in the order of the documents. Throws what concerns them all.
 */
export async function deleteAsRead(
  database: ProjectDatabase,
  documents: readonly Doomed[],
  signal: AbortSignal,
): Promise<readonly DeletionFate[]> {
  const writes = documents.map(({ path, updateTime }) => ({
    ...deletion(database, path),
    ...(updateTime !== undefined && { currentDocument: { updateTime } }),
  }))
  const outcomes = await withRetries(() => batchWrite(database, writes), signal)
  const changed = documents.flatMap(({ path }, at) => (outcomes[at]?.code === failedPrecondition ? [path] : []))
  const there = await whichAreThere(database, changed, signal)
  return documents.map(({ path }, at): DeletionFate => {
    const outcome = outcomes[at] ?? { code: 2, message: '' }
    if (there.has(path)) return { kind: 'kept' }
    // Somebody else deleted it, or an attempt whose answer was lost.
    if (outcome.code === 0 || outcome.code === failedPrecondition) return { kind: 'gone' }
    return { kind: 'refused', outcome }
  })
}

async function whichAreThere(
  database: ProjectDatabase,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const found = await withRetries(() => batchGet(database, paths, ['__name__']), signal)
  return new Set(found.map(({ path }) => path))
}
