import {
  decodeValue,
  encodeValue,
  invalidArgument,
  isNameField,
  type NormalisedQuery,
  type Document,
  formatDocumentName,
  type Query,
  type Value,
  valueAt,
} from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, DocumentList, ListedDocuments } from './documents.ts'
import { decodePageToken, encodePageToken, pageSizeOf } from './page-token.ts'
import type { ProjectContext } from './project-context.ts'
import { prepareQuery } from './query/prepared-query.ts'
import { runQuery } from './run-query.ts'

/** A list by other fields than the name, or of another time than now: a query, page by page. */
export async function listInOrder(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  list: DocumentList,
): Promise<ListedDocuments> {
  const { parent, collectionId, orderBy = [], readTime, transaction, memory, pageToken } = list
  if (list.showMissing) {
    throw invalidArgument('INVALID_LIST', 'Missing documents are shown in the order of names alone.')
  }
  const asked: Query = { parent, collectionId, allDescendants: collectionId === undefined, orderBy, offset: 0 }
  const { query: normalised } = prepareQuery(asked, at)
  const scope = JSON.stringify(['ordered', at.database, parent, collectionId ?? null, normalised.orderBy])
  const pageSize = pageSizeOf(list.pageSize)
  const query = {
    ...asked,
    limit: pageSize + 1,
    ...(pageToken && { startAt: { values: cursorOf(decodePageToken(scope, pageToken)), before: false } }),
  }
  const { documents } = await runQuery(context, caller, at, query, { readTime, transaction, memory })
  const page = documents.slice(0, pageSize)
  const last = page.at(-1)
  if (documents.length <= pageSize || last === undefined) return { documents: page }
  return { documents: page, nextPageToken: encodePageToken(scope, positionOf(normalised, at, last)) }
}

function positionOf({ orderBy }: NormalisedQuery, at: DatabaseRef, { path, fields }: Document): string {
  const values = orderBy.map(({ field }): Value => {
    if (isNameField(field)) return { kind: 'reference', name: formatDocumentName(at.project, at.database, path) }
    return valueAt(fields, field) ?? { kind: 'null' }
  })
  return `[${values.map(encodeValue).join(',')}]`
}

/** A made-up token may hold anything. */
function cursorOf(position: string): Value[] {
  let values: unknown
  try {
    values = JSON.parse(position)
  } catch {
    values = undefined
  }
  if (!Array.isArray(values)) throw invalidArgument('INVALID_PAGE_TOKEN', 'The page token is invalid.')
  return values.map(decodeValue)
}
