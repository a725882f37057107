import type { Version } from '@hearth/model'
import type { StoredDocument } from '../../persistence/persistence.ts'
import type { ReadContext } from './read-context.ts'

/** All of them may be of the largest size. */
const READ_AT_ONCE = 16

/** The documents as they were at a version, in the order asked; undefined where there was none. Others have their turn in between. */
export async function readDocumentsAt(
  { database, snapshot, meter }: ReadContext,
  paths: readonly string[],
  version: Version,
): Promise<(StoredDocument | undefined)[]> {
  const documents: (StoredDocument | undefined)[] = []
  for (let start = 0; start < paths.length; start += READ_AT_ONCE) {
    if (start > 0) await meter.pause()
    const keys = paths.slice(start, start + READ_AT_ONCE).map((path) => ({ database, path }))
    const some =
      version < snapshot.version ? await snapshot.getDocumentsAt(keys, version) : await snapshot.getDocuments(keys)
    for (const document of some) documents.push(document)
  }
  return documents
}
