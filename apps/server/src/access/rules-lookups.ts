import { isDocumentPath, StatusError, validateDocumentPath } from '@hearth/model'
import type { LookupResult, PathValue } from '@hearth/rules'
import { DEFAULT_DATABASE } from '../documents/databases/database.ts'
import type { AccessRequest, AccessScope } from './gate.ts'
import { documentValue } from './rules-request.ts'

/** Documents that the rules of one document, file or query may read; of all writes or reads of a request together. */
const DOCUMENT_LOOKUPS_MAX = 10
const REQUEST_LOOKUPS_MAX = 20
const FILE_LOOKUPS_MAX = 2

/** How many documents the rules may look up (`get`, `exists` and their like) for one document, file or query. */
export function lookupsMaxOf(request: AccessRequest): number {
  return request.service === 'files' ? FILE_LOOKUPS_MAX : DOCUMENT_LOOKUPS_MAX
}

/** The one whose documents rules can read. */
export function databaseOf(request: AccessRequest): string {
  return request.service === 'files' ? DEFAULT_DATABASE : request.database
}

/** Answers rules from what the commit makes of documents and what was read so far. */
export function finderOf(database: string, { after, found }: AccessScope) {
  return (when: 'now' | 'after', asked: PathValue): LookupResult => {
    const path = relativePath(database, asked)
    if (path === undefined)
      return { error: `No document of this database can be at ${asked.toString().slice(0, 200)}.` }
    if (when === 'after' && after?.has(path)) return { document: documentValue(database, after.get(path)) ?? undefined }
    if (found.has(path)) return { document: documentValue(database, found.get(path)) ?? undefined }
    if (found.size >= REQUEST_LOOKUPS_MAX) {
      return { error: `At most ${REQUEST_LOOKUPS_MAX} documents can be read for one request.` }
    }
    return 'unknown'
  }
}

/** The path within the database; undefined when no document of it can be there. */
export function relativePath(database: string, { segments }: PathValue): string | undefined {
  const [databases, named, documents, ...ids] = segments
  if (databases !== 'databases' || named !== database || documents !== 'documents') return undefined
  // An id with a slash in it would be two ids of another document.
  if (ids.some((id) => id.includes('/'))) return undefined
  const path = ids.join('/')
  return isDocumentPath(path) && isValidPath(path) ? path : undefined
}

function isValidPath(path: string): boolean {
  try {
    validateDocumentPath(path)
    return true
  } catch (error) {
    if (error instanceof StatusError) return false
    throw error
  }
}
