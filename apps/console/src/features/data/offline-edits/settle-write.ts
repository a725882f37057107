import { HearthError } from '../../../api/hearth-error.ts'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import { findDocument } from '../../../documents/read-document.ts'
import { loseChange } from '../../../live/lost-changes.ts'
import { pendingWrites, type WrittenDown } from '../../../live/pending-writes.ts'
import { listVersions } from '../history/document-versions.ts'

/** A write that a closed page left. */
export interface LeftWrite extends Pick<WrittenDown, 'operation' | 'path'> {
  /** Of its entry. */
  readonly key: string
}

/**
 * Ends a write that a closed page left, once the queue is empty. What it was to make or change, and is not there, the server didn't take: that
 * is kept as lost. Throws, and leaves it, when the server doesn't say.
 *
 * @param isSure as for `settleEdit`
 */
export async function settleWrite(
  database: ProjectDatabase,
  write: LeftWrite,
  isSure: boolean,
): Promise<'not-taken' | 'in-doubt' | undefined> {
  const { key, operation } = write
  const isRefused = operation !== 'delete' && (await isMissing(database, write))
  // Another tab was quicker, or somebody else signed in.
  if (!pendingWrites.ofOtherPages(database.project.app, database.id).includes(key)) return undefined
  if (isRefused && !isSure) return 'in-doubt'
  // Without room for it among what is lost it stays.
  if (!isRefused || loseChange(key, 'refused')) pendingWrites.end([key])
  return isRefused ? 'not-taken' : undefined
}

async function isMissing(database: ProjectDatabase, { operation, path }: LeftWrite): Promise<boolean> {
  try {
    // The id of a new document was drawn: whatever version there is, it is of this one, which somebody may have deleted since.
    if (operation === 'create' && (await listVersions(database, path, undefined)).rows.length > 0) return false
    return (await findDocument(database, path)) === undefined
  } catch (thrown) {
    if (!(thrown instanceof HearthError)) throw thrown
    if (thrown.code === 'permission-denied') return false
    // The whole database is gone.
    if (thrown.code === 'not-found') return true
    throw thrown
  }
}
