import { doc, type Firestore, runTransaction } from 'firebase/firestore'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fieldsToSdk, isWrittenExactly } from '../../../documents/values/sdk-value.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { commit, creation } from './commit.ts'

export interface NewDocument {
  readonly project: ProjectSession
  readonly firestore: Firestore
  readonly path: string
}

/** As the server would say it. */
class AlreadyThere extends Error {
  readonly code = 'already-exists'
}

/** A new document with these fields and their exact types. Throws `already-exists` when there is one. */
export async function createDocument({ project, firestore, path }: NewDocument, fields: TypedFields): Promise<void> {
  const isExact = [...fields.values()].every(isWrittenExactly)
  if (!isExact) return await commit(project, [creation(project.id, path, fields)])
  const reference = doc(firestore, path)
  await runTransaction(firestore, async (transaction) => {
    const stored = await transaction.get(reference)
    if (stored.exists()) throw new AlreadyThere(`There is a document at ${path}.`)
    transaction.set(reference, fieldsToSdk(firestore, fields))
  })
}
