import { HearthError } from '../../../api/hearth-error.ts'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import { findDocument } from '../../../documents/read-document.ts'
import { isKeptForUs } from '../../../firebase/kept-owner.ts'
import { readKept } from '../../../firebase/kept-storage.ts'
import { loseChange } from '../../../live/lost-changes.ts'
import { pendingWrites } from '../../../live/pending-writes.ts'
import type { Change } from '../draft/changes.ts'
import { type DocumentVersion, listVersions } from '../history/document-versions.ts'
import { forgetChanges, idOf, keepChanges, type KeptChanges } from './kept-changes.ts'
import { wayBackFrom } from './overwritten.ts'

/** Of versions. A document that changes this often while an edit waits is rare. */
const pagesMax = 25

/**
 * Ends an edit that had waited, once the queue is empty: what it took the place of is kept as overwritten, and what the server didn't take as
 * lost. Answers what somebody must be told. Throws, and leaves it, when the server doesn't say.
 *
 * @param isSure false: what looks refused is left, and the answer is `in-doubt`
 */
export async function settleEdit(
  database: ProjectDatabase,
  edit: KeptChanges,
  isSure: boolean,
): Promise<'overwrote' | 'not-taken' | 'in-doubt' | undefined> {
  const way = await wayBack(database, edit)
  // Another tab was quicker, the page that made it was told, or somebody else signed in.
  if (!isKeptForUs() || readKept(edit.key) === undefined) return undefined
  if (way === undefined && !isSure) return 'in-doubt'
  const write = writeOf(database, edit)
  // Without room for it among what is lost both entries stay.
  if (way === undefined && !loseChange(write, 'refused')) return 'not-taken'
  pendingWrites.end([write])
  forgetChanges(edit.key)
  if (way === undefined) return 'not-taken'
  if (way.length === 0) return undefined
  keepChanges('overwritten', database, { path: edit.path, changes: way }, idOf(edit))
  return 'overwrote'
}

/** The key of the write that brings an edit to the server. */
export function writeOf({ project, id }: ProjectDatabase, edit: KeptChanges): string {
  return pendingWrites.keyOf(project.app, id, idOf(edit))
}

/** See `wayBackFrom`; empty as well where nobody here may know. */
async function wayBack(database: ProjectDatabase, edit: KeptChanges): Promise<readonly Change[] | undefined> {
  try {
    return await wayBackInHistory(database, edit)
  } catch (thrown) {
    if (!(thrown instanceof HearthError)) throw thrown
    if (thrown.code === 'permission-denied') return []
    // The whole database is gone.
    if (thrown.code === 'not-found') return undefined
    throw thrown
  }
}

/**
 * Looks back to what held when the edit was made: an older version with the same values is not of it. An edit that is further back than is
 * looked counts as not taken, because its words are worth more than a notice too many.
 */
async function wayBackInHistory(
  database: ProjectDatabase,
  { path, changes, since = -Infinity }: KeptChanges,
): Promise<readonly Change[] | undefined> {
  // The last of a page lacks the one before it. No more than a page is held, because each can be as large as the document.
  let last: readonly DocumentVersion[] = []
  let pageToken: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const { rows, nextPageToken } = await listVersions(database, path, pageToken)
    const older = rows.findIndex(({ version }) => Date.parse(version) < since)
    const versions = [...last, ...(older === -1 ? rows : rows.slice(0, older + 1))]
    if (versions.length === 0 && nextPageToken === undefined) return await withoutHistory(database, path)
    const isMore = older === -1 && nextPageToken !== undefined
    const way = wayBackFrom(changes, versions, isMore)
    if (way !== undefined || !isMore) return way
    last = versions.slice(-1)
    pageToken = nextPageToken
  }
  return wayBackFrom(changes, last)
}

/** Where no versions are kept, only that the document is gone says something. */
async function withoutHistory(database: ProjectDatabase, path: string): Promise<readonly Change[] | undefined> {
  return (await findDocument(database, path)) === undefined ? undefined : []
}
