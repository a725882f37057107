import { deleteObject } from 'firebase/storage'
import { failureOf } from '../../../errors/failure.ts'
import { reactionTo } from '../../../errors/reaction.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fileReference } from './file-reference.ts'
import { inParallel } from './in-parallel.ts'

export interface DeletedFiles {
  /** Those that are gone now, with those that were gone before. */
  readonly deleted: readonly string[]
  /** How many the server refused. */
  readonly failed: number
}

/** Deletes a file. Answers whether it was there; throws the SDK's `StorageError` for anything else. */
export async function deleteFile(project: ProjectSession, path: string): Promise<boolean> {
  try {
    await deleteObject(fileReference(project, path))
    return true
  } catch (thrown) {
    if (failureOf(thrown).code === 'storage/object-not-found') return false
    throw thrown
  }
}

/**
 * Deletes many files, a few at a time, until all are done or `signal` ends it. Throws what concerns them all, such as a session
 * that is over.
 */
export async function deleteFiles(
  project: ProjectSession,
  paths: readonly string[],
  { signal, onDone }: { readonly signal: AbortSignal; readonly onDone: (done: number) => void },
): Promise<DeletedFiles> {
  const deleted: string[] = []
  let failed = 0
  await inParallel(paths, async (path) => {
    if (signal.aborted) return
    try {
      await deleteFile(project, path)
      deleted.push(path)
    } catch (thrown) {
      if (reactionTo(thrown).kind !== 'say') throw thrown
      failed += 1
    }
    onDone(deleted.length + failed)
  })
  return { deleted, failed }
}
