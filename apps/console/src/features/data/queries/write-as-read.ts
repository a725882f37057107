import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { type FieldChange, update, type Write } from '../../../documents/commit.ts'
import { mayBeDone, withRetries } from '../../../shared/jobs/with-retries.ts'
import { batchGet, type ReadDocument } from './batch-get.ts'
import { batchWrite, failedPrecondition, type WriteOutcome } from './batch-write.ts'

/** What is to become of a document: a write of it, nothing because it is done or is to stay, or nothing because nobody can tell. */
export type Decision =
  | { readonly kind: 'write'; readonly change: FieldChange }
  | { readonly kind: 'done' | 'keep' | 'give-up' }

/** What became of it. */
export type WriteFate =
  /** `updateTime`: as of when the document is, RFC 3339. */
  | { readonly kind: 'done'; readonly updateTime: string | undefined }
  | { readonly kind: 'kept' }
  /** It was given up, for the answer about it was lost. */
  | { readonly kind: 'in-doubt' }
  | { readonly kind: 'refused'; readonly outcome: WriteOutcome }

export interface WritingAsRead {
  readonly database: ProjectDatabase
  /** At most 200, each once. */
  readonly paths: readonly string[]
  /** What is read of each. */
  readonly fieldPaths: readonly string[]
  /**
   * What to do about a document as it is now; undefined for one that is missing. `isLost`: the answer to an earlier write was lost, so that it
   * may have been done.
   */
  readonly decide: (path: string, document: ReadDocument | undefined, isLost: boolean) => Decision
  /** No answer came to a write, so that some may have been written even if this throws. */
  readonly onLost?: () => void
  readonly signal: AbortSignal
}

/** Somebody who changes a document again and again is let have it after so many times. */
const attemptsMax = 5

/**
 * Reads documents and writes each as it is decided by what it holds, while it still is the one that was read; one that somebody changed in
 * between is read again. The fates are in the order of the paths. Throws what concerns them all.
 */
export async function writeAsRead({
  database,
  paths,
  fieldPaths,
  decide,
  onLost,
  signal,
}: WritingAsRead): Promise<readonly WriteFate[]> {
  const fates = new Map<string, WriteFate>()
  let left = paths
  let isLost = false
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const asked = left
    const documents = await withRetries(() => batchGet(database, asked, fieldPaths), signal)
    const read = new Map(documents.map((document) => [document.path, document]))
    const writes = new Map<string, Write>()
    for (const path of asked) {
      const document = read.get(path)
      const decision = decide(path, document, isLost)
      if (decision.kind === 'done') fates.set(path, { kind: 'done', updateTime: document?.updateTime })
      else if (decision.kind === 'keep') fates.set(path, { kind: 'kept' })
      else if (decision.kind === 'write') {
        const asItWas = document === undefined ? { exists: true } : { updateTime: document.updateTime }
        writes.set(path, update(database, path, [decision.change], asItWas))
      } else fates.set(path, { kind: 'in-doubt' })
    }
    const outcomes = await withRetries(async () => {
      try {
        return await batchWrite(database, [...writes.values()])
      } catch (thrown) {
        if (mayBeDone(thrown)) {
          isLost = true
          onLost?.()
        }
        throw thrown
      }
    }, signal)
    left = []
    for (const [at, path] of [...writes.keys()].entries()) {
      const outcome = outcomes[at]
      if (outcome === undefined) continue
      if (outcome.code === 0) fates.set(path, { kind: 'done', updateTime: outcome.updateTime })
      else fates.set(path, { kind: 'refused', outcome })
      if (outcome.code === failedPrecondition && attempt < attemptsMax) left = [...left, path]
    }
  }
  const unknown: WriteFate = { kind: 'refused', outcome: { code: 2, message: '' } }
  return paths.map((path) => fates.get(path) ?? unknown)
}
