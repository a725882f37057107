import { findDocument } from '../../../documents/read-document.ts'
import { connection } from '../../../live/connection.ts'
import type { Change } from '../draft/changes.ts'
import { inverseOf, isWorkedOut } from '../draft/inverse-changes.ts'
import { type OpenDocument, saveChanges } from './save-changes.ts'

/** Only the server knows whether somebody else changed the same meanwhile. */
export class UndoNeedsServer extends Error {}

/**
 * The way back from changes that the server has. What the server worked out itself is read once, so that what others do afterwards
 * is not overwritten: the undo throws `ChangedMeanwhile` then, as saving does, and tells `onRefused` in its way. Without a way to the
 * server it throws `UndoNeedsServer`.
 */
export async function undoOf(
  document: OpenDocument,
  changes: readonly Change[],
  onRefused: (thrown: unknown) => void,
): Promise<() => Promise<void>> {
  const stored = changes.some(({ value }) => value !== undefined && isWorkedOut(value))
    ? (await findDocument(document.database, document.path))?.fields
    : undefined
  const back = inverseOf(changes, stored)
  return async () => {
    if (connection.getSnapshot().status !== 'live') throw new UndoNeedsServer()
    await saveChanges(document, back, onRefused)
  }
}
