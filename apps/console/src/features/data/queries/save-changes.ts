import { deleteField, doc, FieldPath, type Firestore, updateDoc } from 'firebase/firestore'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { connection } from '../../../backend/live/connection.ts'
import { trackWrite } from '../../../backend/live/track-write.ts'
import { NoAnswer, untilAway } from '../../../backend/live/answer-in-time.ts'
import { type Change, conflictsWith, withChanges } from '../draft/changes.ts'
import { addsUp, isWorkedOut } from '../../../documents/values/is-worked-out.ts'
import { asGuessed, isWrittenExactly, toSdk } from '../../../documents/values/sdk-value.ts'
import { noFields, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { track } from '../../../backend/telemetry.ts'
import { commit, creation, untilNotOvertaken, update, type Write } from '../../../documents/commit.ts'
import { findDocument } from '../../../documents/read-document.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import type { WrittenDown } from '../../../backend/live/pending-writes.ts'
import { inverseOf } from '../draft/inverse-changes.ts'
import type { WayBack } from '../undo-steps.ts'

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
  /** False: the changes wait in this page until the server answers. */
  readonly isSaved: boolean
}

/** Whether changes could wait in this page until the server answers: the SDK keeps what it writes exactly, for documents that are there. */
export function mayWait({ isThere }: Pick<OpenDocument, 'isThere'>, changes: readonly Change[]): boolean {
  return isThere && changes.every(({ value }) => value === undefined || isWrittenExactly(value))
}

/**
 * Saves the changes of a document, with their exact types, unless somebody else changed the same. When the server doesn't answer the SDK
 * holds them and sends them later, whatever is there by then. Throws `ChangedMeanwhile`, `NoAnswer` when they can't wait (see `mayWait`), or what
 * the server answers.
 *
 * @param options.mustNotWait they are worth nothing without knowing what is there
 */
export async function saveChanges(
  document: OpenDocument,
  changes: readonly Change[],
  { mustNotWait = false } = {},
): Promise<Saving> {
  const attempt = new Attempt()
  try {
    if (connection.getSnapshot().status !== 'live') throw new NoAnswer()
    await untilAway(attempt.save(document, changes))
  } catch (thrown) {
    attempt.giveUp()
    // Nobody knows whether it counted already: counting once more could be once too often.
    const isOnceOnly = attempt.mayHaveArrived && changes.some(({ value }) => value !== undefined && addsUp(value))
    if (!(thrown instanceof NoAnswer) || mustNotWait || isOnceOnly || !mayWait(document, changes)) throw thrown
    queue(document, changes)
    return { isSaved: false }
  }
  track({ name: 'document_write', operation: document.isThere ? 'update' : 'create' })
  return { isSaved: true }
}

/** One try to save, which may be given up while it is under way. */
class Attempt {
  readonly #aborting = new AbortController()
  #mayHaveArrived = false

  get mayHaveArrived(): boolean {
    return this.#mayHaveArrived
  }

  giveUp(): void {
    this.#aborting.abort()
  }

  /**
   * Looks at what is there, and writes only when that is still what was looked at. Not in a transaction of the SDK: while one waits for its
   * answer the SDK does nothing else, not even keep what is to wait.
   */
  async save(document: OpenDocument, changes: readonly Change[]): Promise<void> {
    const { database } = document
    const { signal } = this.#aborting
    // Somebody may write in between, perhaps another field.
    await untilNotOvertaken(async () => {
      const write = await writeOf(document, changes, signal)
      signal.throwIfAborted()
      this.#mayHaveArrived = true
      await commit(database, [write], signal)
    })
  }
}

async function writeOf(
  { database, path, isThere }: OpenDocument,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<Write> {
  const stored = await findDocument(database, path, signal)
  if ((stored !== undefined) !== isThere) throw new ChangedMeanwhile()
  if (stored === undefined) return creation(database, path, withChanges(noFields, changes))
  // Whoever was offline had the types of numbers guessed.
  if (conflictsWith(asSeen(stored.fields), changes.map(asGuess)).length > 0) throw new ChangedMeanwhile()
  return update(database, path, changes, { updateTime: stored.updateTime })
}

/** What the server refuses of them in the end is told by `trackWrite`. */
function queue({ database, firestore, path }: OpenDocument, changes: readonly Change[]): void {
  const [field, value, ...more] = updatesOf(firestore, changes)
  const write = updateDoc(doc(firestore, path), field, value, ...more)
  void trackWrite(firestore.app, write, writtenDown(database, path, changes)).catch(() => undefined)
  track({ name: 'document_write', operation: 'update' })
}

/** Fields and values in turn, as `update` takes them. */
function updatesOf(firestore: Firestore, changes: readonly Change[]): [field: FieldPath, value: unknown, ...unknown[]] {
  const all = changes.flatMap(({ path, value }) => [
    new FieldPath(...path),
    value === undefined ? deleteField() : toSdk(firestore, value),
  ])
  return all as [FieldPath, unknown, ...unknown[]]
}

function asSeen(fields: TypedFields): TypedFields {
  const seen = asGuessed({ kind: 'map', fields })
  return seen.kind === 'map' ? seen.fields : fields
}

function asGuess({ path, was, value }: Change): Change {
  return { path, was: was && asGuessed(was), value: value && asGuessed(value) }
}

/** What an edit of a document does, for whoever has to make it again by hand. */
export function writtenDown({ project, id }: ProjectDatabase, path: string, changes: readonly Change[]): WrittenDown {
  const values = changes.flatMap(({ path: field, value }): [string, TypedValue][] =>
    value === undefined ? [] : [[field.join('.'), value]],
  )
  const removes = changes.flatMap(({ path: field, value }) => (value === undefined ? [field.join('.')] : []))
  const content = formatDocument(new Map(values))
  return { operation: 'update', project: project.id, database: id, path, content, removes }
}

/** Only the server knows whether somebody else changed the same meanwhile. */
export class UndoNeedsServer extends Error {}

/**
 * The way back from changes that the server has. What the server worked out itself is read once, so that what others do afterwards
 * is not overwritten: the undo throws `ChangedMeanwhile` then, as saving does, and so does making it again. Without an answer of the server it throws `UndoNeedsServer`.
 */
export async function undoOf(document: OpenDocument, changes: readonly Change[]): Promise<WayBack> {
  const stored = changes.some(({ value }) => value !== undefined && isWorkedOut(value))
    ? (await findDocument(document.database, document.path))?.fields
    : undefined
  return wayOf(document, inverseOf(changes, stored))
}

function wayOf(document: OpenDocument, changes: readonly Change[]): WayBack {
  return async () => {
    await saveChanges(document, changes, { mustNotWait: true }).catch((thrown: unknown) => {
      throw thrown instanceof NoAnswer ? new UndoNeedsServer() : thrown
    })
    return wayOf(document, inverseOf(changes, undefined))
  }
}
