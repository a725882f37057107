import {
  childPath,
  decodeValue,
  type Document,
  encodeValue,
  formatDocumentName,
  invalidArgument,
  isNameField,
  lastSegment,
  type NormalisedQuery,
  type Query,
  type StatusError,
  validateCollectionId,
  validateDocumentPath,
  type Value,
  valueAt,
} from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { DatabaseRef, DocumentList, ListedDocuments } from './documents.ts'
import { decodePageToken, encodePageToken, pageSizeOf } from './page-token.ts'
import { denyPastQuery } from './past-reads.ts'
import type { ProjectContext } from './project-context.ts'
import {
  collectionEntries,
  collectionIdsBelow,
  documentsFrom,
  type TreeContext,
  type TreeEntry,
} from './query/collection-tree.ts'
import { heldBytes } from './query/held-documents.ts'
import { prepareQuery } from './query/prepared-query.ts'
import { readState } from './read-state.ts'
import { runQuery } from './run-query.ts'

/** A page ends early when its documents are large. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024

/** The documents of a collection, or of all collections right below a document, in the order of their names. */
export async function listDocuments(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  list: DocumentList,
): Promise<ListedDocuments> {
  const { parent, collectionId, showMissing, orderBy = [], readTime, transaction } = list
  const [order, ...further] = orderBy
  const isByName =
    order === undefined || (further.length === 0 && isNameField(order.field) && order.direction === 'ascending')
  const isOfNow = readTime === undefined && transaction === undefined
  if (!isByName || (!isOfNow && !showMissing)) return listInOrder(context, caller, at, list)
  if (parent !== '') validateDocumentPath(parent)
  if (collectionId !== undefined) validateCollectionId(collectionId)
  const scope = JSON.stringify(['documents', at.database, parent, collectionId ?? null, showMissing])
  const after = list.pageToken === undefined ? undefined : decodePageToken(scope, list.pageToken)
  const pageSize = pageSizeOf(list.pageSize)
  denyPastQuery(context, caller, at, list)
  const query = { parent, collectionId, allDescendants: false, orderBy: [], offset: 0, limit: pageSize } as const
  const request = { service: 'documents', operation: 'list', database: at.database, query } as const
  await context.gate.authorize(at.project, caller, request, scopeOfNow(context.store))
  return await readState(
    context,
    caller,
    at,
    { readTime, transaction, memory: list.memory },
    async ({ view, version, transaction: locks }) => {
      if (locks !== undefined) throw missingInTransaction()
      const tree = version < view.snapshot.version ? { ...view, asOf: version } : view
      const documents: ListedDocuments['documents'] = []
      let bytes = 0
      for await (const { path, document } of entriesAfter(tree, list, after)) {
        if (documents.length === pageSize || bytes > PAGE_BYTES_MAX) {
          const last = documents.at(-1)
          return { documents, nextPageToken: encodePageToken(scope, last?.path ?? '') }
        }
        const size = document === undefined ? path.length : heldBytes(document)
        list.memory?.take(size)
        documents.push(document ?? { path, missing: true })
        bytes += size
      }
      return { documents }
    },
  )
}

/** `after`: the path of the last document of the page before. */
async function* entriesAfter(
  view: TreeContext,
  { parent, collectionId, showMissing }: { parent: string; collectionId?: string; showMissing: boolean },
  after: string | undefined,
): AsyncGenerator<Pick<TreeEntry, 'path' | 'document'>, void> {
  const afterCollection = after?.slice(0, after.lastIndexOf('/'))
  const idFrom = afterCollection && lastSegment(afterCollection)
  const ids = collectionId === undefined ? collectionIdsBelow(view, parent, idFrom) : [collectionId]
  for await (const id of ids) {
    const collection = childPath(parent, id)
    const from = after !== undefined && collection === afterCollection ? lastSegment(after) : undefined
    const entries = showMissing ? collectionEntries(view, collection, from) : found(view, collection, from)
    for await (const entry of entries) if (entry.path !== after) yield entry
  }
}

function missingInTransaction(): StatusError {
  return invalidArgument('INVALID_LIST', 'Missing documents are not shown in a transaction that may write.')
}

async function* found(
  view: TreeContext,
  collection: string,
  from: string | undefined,
): AsyncGenerator<Pick<TreeEntry, 'path' | 'document'>, void> {
  for await (const document of documentsFrom(view, collection, from)) yield { path: document.path, document }
}

/** A list by other fields than the name, or of another time than now: a query, page by page. */
async function listInOrder(
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
