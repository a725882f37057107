import { waitForPendingWrites } from 'firebase/firestore'
import { databaseOf, type ProjectDatabase } from '../../../databases/project-database.ts'
import { firestoreOf } from '../../../firebase/firestore.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { readWrittenDown } from '../../../live/lost-changes.ts'
import { pendingWrites } from '../../../live/pending-writes.ts'
import { databasesWith, listChanges } from './kept-changes.ts'
import { settleEdit, writeOf } from './settle-edit.ts'
import { settleWrite } from './settle-write.ts'

/** What became of a change that had waited, where somebody must be told. */
export interface SettledChange {
  readonly database: string
  readonly path: string
  /** It took the place of somebody else's, or the server didn't take it. */
  readonly outcome: 'overwrote' | 'not-taken'
}

/**
 * An open page notes a write some milliseconds before the queue has it, and another tab can't tell it from one that was refused. What looks
 * refused is looked at again after so long.
 */
const lookAgainMs = 3000

/** A change that had waited. */
interface Waited {
  readonly path: string
  /** See `settleEdit`. */
  readonly settle: (isSure: boolean) => Promise<SettledChange['outcome'] | 'in-doubt' | undefined>
}

/**
 * Looks at what became of the changes of a project that had waited for the server, once it has them: whether an edit took the place of
 * somebody else's, and whether what closed pages left was taken. What was not is kept as lost. What can't be asked now is asked the next time.
 */
export async function settleWaited(project: ProjectSession): Promise<readonly SettledChange[]> {
  const settled: SettledChange[] = []
  const ids = new Set([...databasesWith('edit', project.id), ...pendingWrites.databasesOf(project.app)])
  // All of them now: what is asked for after the project was left would open its database anew.
  const databases = [...ids].map((id) => ({
    database: databaseOf(project, id),
    firestore: firestoreOf(project.app, id),
  }))
  for (const { database, firestore } of databases) {
    // Those that begin to wait later are not among them.
    let waited = listWaited(database)
    for (const isSure of [false, true]) {
      if (waited.length === 0) break
      if (isSure) await pause(lookAgainMs)
      await waitForPendingWrites(firestore)
      const inDoubt: Waited[] = []
      for (const change of waited) {
        const outcome = await change.settle(isSure)
        if (outcome === 'in-doubt') inDoubt.push(change)
        else if (outcome !== undefined) settled.push({ database: database.id, path: change.path, outcome })
      }
      waited = inDoubt
    }
  }
  return settled
}

function listWaited(database: ProjectDatabase): readonly Waited[] {
  const edits = listChanges('edit', database)
  const ofEdits = new Set(edits.map((edit) => writeOf(database, edit)))
  const writes = pendingWrites.ofOtherPages(database.project.app, database.id).filter((key) => !ofEdits.has(key))
  const deleted = deletedBy(writes)
  return [
    ...edits.map((edit): Waited => ({ path: edit.path, settle: (isSure) => settleEdit(database, edit, isSure) })),
    ...writes.flatMap((key): readonly Waited[] => {
      // The others are left to `settleWrites`.
      const what = readWrittenDown(key)
      if (what === undefined) return []
      const left = { key, operation: deleted.has(what.path) ? 'delete' : what.operation, path: what.path } as const
      return [{ path: what.path, settle: (isSure) => settleWrite(database, left, isSure) }]
    }),
  ]
}

/** The documents that these writes delete, and that are rightly gone. */
function deletedBy(keys: readonly string[]): ReadonlySet<string> {
  const paths = keys.flatMap((key) => {
    const what = readWrittenDown(key)
    return what?.operation === 'delete' ? [what.path] : []
  })
  return new Set(paths)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
