import { waitForPendingWrites } from 'firebase/firestore'
import { HearthError } from '../../../api/hearth-error.ts'
import { databaseOf, type ProjectDatabase } from '../../../databases/project-database.ts'
import { firestoreOf } from '../../../firebase/firestore.ts'
import { readKept } from '../../../firebase/kept-storage.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { Change } from '../draft/changes.ts'
import { type DocumentVersion, listVersions } from '../history/document-versions.ts'
import { databasesWith, forgetChanges, idOf, keepChanges, type KeptChanges, listChanges } from './kept-changes.ts'
import { wayBackFrom } from './overwritten.ts'

/** What became of an edit that had waited, where somebody must be told. */
export interface SettledEdit {
  readonly database: string
  readonly path: string
  /** It took the place of somebody else's, or the server didn't take it. */
  readonly outcome: 'overwrote' | 'not-taken'
}

const pagesMax = 3

/**
 * Looks at what became of the edits of a project that had waited for the server, once it has them: the history tells whether one took the
 * place of somebody else's. What can't be asked now is asked the next time.
 */
export async function settleEdits(project: ProjectSession): Promise<readonly SettledEdit[]> {
  const settled: SettledEdit[] = []
  for (const id of databasesWith('edit', project.id)) {
    const database = databaseOf(project, id)
    // Those that begin to wait later are not among them.
    const edits = listChanges('edit', database)
    await waitForPendingWrites(firestoreOf(project.app, id))
    for (const edit of edits) {
      const outcome = await settle(database, edit)
      if (outcome !== undefined) settled.push({ database: id, path: edit.path, outcome })
    }
  }
  return settled
}

async function settle(database: ProjectDatabase, edit: KeptChanges): Promise<SettledEdit['outcome'] | undefined> {
  let way: readonly Change[] | undefined
  try {
    way = await wayBack(database, edit)
  } catch (thrown) {
    if (!(thrown instanceof HearthError && nobodyMayKnow.has(thrown.code))) throw thrown
    way = []
  }
  // Another tab was quicker, or the page that made it was told.
  if (readKept(edit.key) === undefined) return undefined
  forgetChanges(edit.key)
  if (way === undefined) return 'not-taken'
  if (way.length === 0) return undefined
  keepChanges('overwritten', database, edit.path, way, idOf(edit))
  return 'overwrote'
}

const nobodyMayKnow: ReadonlySet<string> = new Set(['permission-denied', 'not-found'])

/** See `wayBackFrom`; empty as well where the edit is further back than is looked. */
async function wayBack(
  database: ProjectDatabase,
  { path, changes }: KeptChanges,
): Promise<readonly Change[] | undefined> {
  const versions: DocumentVersion[] = []
  let pageToken: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const { rows, nextPageToken } = await listVersions(database, path, pageToken)
    versions.push(...rows)
    pageToken = nextPageToken
    // The last of a page lacks the one before it.
    const way = wayBackFrom(changes, versions)
    if (pageToken === undefined) return versions.length === 0 ? [] : way
    if (way !== undefined && wayBackFrom(changes, versions.slice(0, -1)) !== undefined) return way
  }
  return []
}
