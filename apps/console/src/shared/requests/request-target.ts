import { type DatabaseSearch, databaseSearch } from '../databases/database-search.ts'
import type { ListedRequest } from './list-requests.ts'
import { folderOfAddress, placeOf } from '../files/file-path.ts'

/** What a request was about, as the addresses of its screens have it. */
export type RequestTarget =
  | { readonly kind: 'file'; readonly folder: string; readonly name: string | undefined }
  | { readonly kind: 'data'; readonly path: string; readonly database: DatabaseSearch }

/** Undefined where there is no one place: a query of all collections of a name, or of all below a document. */
export function requestTarget({
  service,
  operation,
  path,
  database,
}: Pick<ListedRequest, 'service' | 'operation' | 'path' | 'database'>): RequestTarget | undefined {
  if (service === 'files') {
    return operation === 'list'
      ? { kind: 'file', folder: folderOfAddress(path), name: undefined }
      : { kind: 'file', ...placeOf(path) }
  }
  if (operation === 'list' && /(?:^|\/)\*{1,2}(?:\/|$)/.test(path)) return undefined
  return { kind: 'data', path, database: databaseSearch(database) }
}
