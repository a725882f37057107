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
import type { ProjectRoom } from './project-room.ts'
import { prepareQuery } from './query/prepared-query.ts'
import { runQuery } from './run-query.ts'

/** A list by other fields than the name, or of another time than now: a query, page by page. */
export async function listInOrder(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  list: DocumentList,
): Promise<ListedDocuments> {
  const { parent, collectionId, orderBy = [], readTime, transaction, pageToken } = list
  if (list.showMissing) {
    const text = 'Missing documents are shown in the order of names and as of now: without an order or a read time.'
    throw invalidArgument('INVALID_LIST', text)
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
  const { documents } = await runQuery(room, caller, at, query, { readTime, transaction })
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

function cursorOf(position: string): Value[] {
  const values: unknown = JSON.parse(position)
  return Array.isArray(values) ? values.map(decodeValue) : []
}
