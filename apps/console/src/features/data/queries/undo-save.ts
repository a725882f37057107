import { findDocument } from '../../../documents/read-document.ts'
import type { Change } from '../draft/changes.ts'
import { inverseOf, isWorkedOut } from '../draft/inverse-changes.ts'
import { type OpenDocument, saveChanges } from './save-changes.ts'

/**
 * The way back from changes that the server has. What the server worked out itself is read once, so that what others do afterwards
 * is not overwritten: the undo throws `ChangedMeanwhile` then, as saving does, and tells `onRefused` in its way.
 */
export async function undoOf(
  document: OpenDocument,
  changes: readonly Change[],
  onRefused: (thrown: unknown) => void,
): Promise<() => Promise<void>> {
  const stored = changes.some(({ value }) => value !== undefined && isWorkedOut(value))
    ? (await findDocument(document.project, document.path))?.fields
    : undefined
  const back = inverseOf(changes, stored)
  return async () => {
    await saveChanges(document, back, onRefused)
  }
}
