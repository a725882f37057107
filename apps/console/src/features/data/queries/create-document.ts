import { doc, type Firestore, setDoc } from 'firebase/firestore'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import { fieldsToSdk, isWrittenExactly } from '../../../documents/values/sdk-value.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { trackWrite } from '../../../backend/live/track-write.ts'
import { track } from '../../../backend/telemetry.ts'
import { commit, creation } from '../../../documents/commit.ts'
import { keepCollection } from './data-queries.ts'

export interface NewDocument {
  readonly database: ProjectDatabase
  readonly firestore: Firestore
  readonly path: string
}

/** A new document with these fields and their exact types. Throws `already-exists` when there is one. */
export async function createDocument({ database, path }: NewDocument, fields: TypedFields): Promise<void> {
  await commit(database, [creation(database, path, fields)])
  track({ name: 'document_write', operation: 'create' })
}

/** Whether the SDK writes these values as they are, so that it may keep them until the server answers. */
export function areWrittenExactly(fields: TypedFields): boolean {
  return [...fields.values()].every(isWrittenExactly)
}

/**
 * A new document that waits in this page until the server answers. It would take the place of another at this path, so its id is one that was
 * drawn; the values are `areWrittenExactly`. What the server refuses in the end is told by `trackWrite`.
 */
export function queueDocument({ database, firestore, path }: NewDocument, fields: TypedFields): void {
  const write = setDoc(doc(firestore, path), fieldsToSdk(firestore, fields))
  void trackWrite(firestore.app, write, {
    operation: 'create',
    project: database.project.id,
    database: database.id,
    path,
    content: formatDocument(fields),
  }).catch(() => undefined)
  track({ name: 'document_write', operation: 'create' })
  keepCollection(database, path.split('/').slice(0, -1))
}
