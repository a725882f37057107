import {
  deleteField,
  doc,
  FieldPath,
  type Firestore,
  runTransaction,
  updateDoc,
  type DocumentReference,
} from 'firebase/firestore'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import { connection } from '../../../live/connection.ts'
import { trackWrite } from '../../../live/track-write.ts'
import { type Change, conflictsWith, withChanges } from '../draft/changes.ts'
import { isWorkedOut } from '../draft/inverse-changes.ts'
import { forgetChanges, keepChanges } from '../offline-edits/kept-changes.ts'
import { writtenDown } from '../offline-edits/written-down.ts'
import { asGuessed, fieldsFromSdk, fieldsToSdk, isWrittenExactly, toSdk } from '../../../documents/values/sdk-value.ts'
import { noFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { track } from '../../../telemetry/telemetry.ts'
import { commit, creation, update } from './commit.ts'
import { findDocument } from '../../../documents/read-document.ts'

/** Somebody else changed the same field, made the document, or deleted it, before the changes came there. Nothing was saved. */
export class ChangedMeanwhile extends Error {}

export interface OpenDocument {
  readonly database: ProjectDatabase
  readonly firestore: Firestore
  readonly path: string
  /** Whether the document was there when it was edited. */
  readonly isThere: boolean
}

export interface Saving {
  /** False: the changes wait on this machine until the server answers. */
  readonly isSaved: boolean
}

/**
 * Saves the changes of a document: through the SDK where it writes exactly these values, in a transaction that looks at what was
 * there; without a way to the server the SDK keeps them and sends them later (`settleEdits` then looks whom they met), and `onRefused` is told
 * when the server takes them not. Values the SDK would write as another type go over the REST protocol. Throws `ChangedMeanwhile`, or what the server answers.
 */
export async function saveChanges(
  document: OpenDocument,
  changes: readonly Change[],
  onRefused: (thrown: unknown) => void,
): Promise<Saving> {
  const isExact = changes.every(({ value }) => value === undefined || isWrittenExactly(value))
  if (isExact && connection.getSnapshot().status !== 'live' && document.isThere) {
    const { database, path } = document
    // With what each was based on: the SDK sends them whatever is there by then.
    const known = changes.filter(({ value }) => value === undefined || !isWorkedOut(value))
    const kept = known.length === 0 ? undefined : keepChanges('edit', database, path, known)
    const what = writtenDown(path, changes)
    trackWrite(document.firestore.app, queue(document, changes), database.id, what).catch((thrown: unknown) => {
      if (kept !== undefined) forgetChanges(kept)
      onRefused(thrown)
    })
    track({ name: 'document_write', operation: 'update' })
    return { isSaved: false }
  }
  if (isExact) await saveInTransaction(document, changes)
  else await saveExactly(document, changes)
  track({ name: 'document_write', operation: document.isThere ? 'update' : 'create' })
  return { isSaved: true }
}

async function saveExactly({ database, path, isThere }: OpenDocument, changes: readonly Change[]): Promise<void> {
  const stored = await findDocument(database, path)
  if ((stored !== undefined) !== isThere) throw new ChangedMeanwhile()
  if (stored === undefined) return await commit(database, [creation(database, path, withChanges(noFields, changes))])
  if (conflictsWith(stored.fields, changes).length > 0) throw new ChangedMeanwhile()
  await commit(database, [update(database, path, changes, stored.updateTime)])
}

async function saveInTransaction(
  { firestore, path, isThere }: OpenDocument,
  changes: readonly Change[],
): Promise<void> {
  const reference = doc(firestore, path)
  await runTransaction(firestore, async (transaction) => {
    const stored = await transaction.get(reference)
    if (stored.exists() !== isThere) throw new ChangedMeanwhile()
    if (!stored.exists()) {
      transaction.set(reference, fieldsToSdk(firestore, withChanges(noFields, changes)))
      return
    }
    if (conflictsWith(fieldsFromSdk(stored.data()), changes.map(asSdkSees)).length > 0) throw new ChangedMeanwhile()
    const [field, value, ...more] = updatesOf(firestore, changes)
    transaction.update(reference, field, value, ...more)
  })
}

function queue({ firestore, path }: OpenDocument, changes: readonly Change[]): Promise<void> {
  const reference: DocumentReference = doc(firestore, path)
  const [field, value, ...more] = updatesOf(firestore, changes)
  return updateDoc(reference, field, value, ...more)
}

/** Fields and values in turn, as `update` takes them. */
function updatesOf(firestore: Firestore, changes: readonly Change[]): [field: FieldPath, value: unknown, ...unknown[]] {
  const all = changes.flatMap(({ path, value }) => [
    new FieldPath(...path),
    value === undefined ? deleteField() : toSdk(firestore, value),
  ])
  return all as [FieldPath, unknown, ...unknown[]]
}

function asSdkSees({ path, was, value }: Change): Change {
  return { path, was: guessed(was), value: guessed(value) }
}

function guessed(value: TypedValue | undefined): TypedValue | undefined {
  return value && asGuessed(value)
}
