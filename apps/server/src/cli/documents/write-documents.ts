import { StatusError } from '@hearth/model'
import type { FirestoreRest } from './firestore-rest.ts'
import type { RefusedDocument } from './import-progress.ts'

/** One document of a file, as a write of the REST form. */
export interface LineWrite {
  readonly path: string
  readonly line: number
  readonly write: unknown
}

/**
 * Writes documents in one commit. One that is refused, because it is too large or because of a document in it, is divided
 * until each document is written or refused by itself. Answers those that were refused; throws what has nothing to do with the documents.
 */
export async function writeDocuments(rest: FirestoreRest, documents: readonly LineWrite[]): Promise<RefusedDocument[]> {
  const [first] = documents
  if (first === undefined) return []
  try {
    await rest.call('commit', { writes: documents.map(({ write }) => write) })
    return []
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 'invalid-argument') throw error
    if (documents.length === 1) return [{ path: first.path, line: first.line, complaint: error.message }]
  }
  const half = Math.ceil(documents.length / 2)
  const refused = await writeDocuments(rest, documents.slice(0, half))
  return [...refused, ...(await writeDocuments(rest, documents.slice(half)))]
}
