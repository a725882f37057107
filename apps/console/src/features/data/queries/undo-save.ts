import { findDocument } from '../../../documents/read-document.ts'
import { NoAnswer } from '../../../backend/live/until-away.ts'
import type { Change } from '../draft/changes.ts'
import { isWorkedOut } from '../../../documents/values/is-worked-out.ts'
import { inverseOf } from '../draft/inverse-changes.ts'
import { type OpenDocument, saveChanges } from './save-changes.ts'

/** Only the server knows whether somebody else changed the same meanwhile. */
export class UndoNeedsServer extends Error {}

/**
 * The way back from changes that the server has. What the server worked out itself is read once, so that what others do afterwards
 * is not overwritten: the undo throws `ChangedMeanwhile` then, as saving does. Without an answer of the server it throws `UndoNeedsServer`.
 */
export async function undoOf(document: OpenDocument, changes: readonly Change[]): Promise<() => Promise<void>> {
  const stored = changes.some(({ value }) => value !== undefined && isWorkedOut(value))
    ? (await findDocument(document.database, document.path))?.fields
    : undefined
  const back = inverseOf(changes, stored)
  return async () => {
    await saveChanges(document, back, { mustNotWait: true }).catch((thrown: unknown) => {
      throw thrown instanceof NoAnswer ? new UndoNeedsServer() : thrown
    })
  }
}
