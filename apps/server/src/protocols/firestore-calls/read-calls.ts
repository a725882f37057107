import { type Document, type FieldMask, makeDocument, projectFields, encodeFields, StatusError } from '@hearth/model'
import { DatabaseScope } from '../firestore-codec/database-scope.ts'
import {
  decodeReadTime,
  decodeTransaction,
  decodeTransactionOptions,
  encodeTransaction,
} from '../firestore-codec/decode-consistency.ts'
import { decodeAggregations, decodeQuery } from '../firestore-codec/decode-query.ts'
import { decodeMask } from '../firestore-codec/decode-write.ts'
import type { Instant } from '../firestore-codec/instant.ts'
import {
  BatchGetDocumentsRequest,
  BatchGetDocumentsResponse,
  GetDocumentRequest,
  ListCollectionIdsRequest,
  ListCollectionIdsResponse,
  ListDocumentsRequest,
  ListDocumentsResponse,
  PartitionQueryRequest,
  PartitionQueryResponse,
  RunAggregationQueryRequest,
  RunAggregationQueryResponse,
  RunQueryRequest,
  RunQueryResponse,
  type TransactionOptions,
} from '../firestore-codec/messages.ts'
import type { NamedDocument, ShapeOf } from '../firestore-codec/wire-schema.ts'
import { type CallContext, defineCall } from './call.ts'

const PAGE_SIZE_DEFAULT = 100
const PAGE_SIZE_MAX = 300

export const getDocument = defineCall({
  name: 'GetDocument',
  request: GetDocumentRequest,
  response: 'document',
  scopeOf: ({ name }) => DatabaseScope.ofName(name),
  async run({ caller, documents, scope }, request) {
    const path = scope.documentPath(request.name)
    const options = { readTime: decodeReadTime(request.readTime), transaction: decodeTransaction(request.transaction) }
    const found = (await documents.get(caller, scope, [path], options)).documents[0]
    if (!found) throw new StatusError('not-found', 'DOCUMENT_NOT_FOUND', `Document "${request.name}" not found.`)
    return [named(scope, masked(found, decodeMask(request.mask)))]
  },
})

export const batchGetDocuments = defineCall({
  name: 'BatchGetDocuments',
  request: BatchGetDocumentsRequest,
  response: BatchGetDocumentsResponse,
  isStreaming: true,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run(context, request) {
    const { caller, documents, scope } = context
    const names = [...new Set(request.documents ?? [])]
    const paths = names.map((name) => scope.documentPath(name))
    const mask = decodeMask(request.mask)
    const begun = await begin(context, request.newTransaction)
    const options = consistency(request, begun)
    const { readTime, documents: found } = await documents.get(caller, scope, paths, options)
    const answers: { transaction?: Uint8Array; found?: NamedDocument; missing?: string; readTime?: number }[] =
      found.map((document, index) =>
        document
          ? { found: named(scope, masked(document, mask)), readTime }
          : { missing: names[index] ?? '', readTime },
      )
    return begun === undefined ? answers : [{ transaction: encodeTransaction(begun) }, ...answers]
  },
})

export const runQuery = defineCall({
  name: 'RunQuery',
  request: RunQueryRequest,
  response: RunQueryResponse,
  isStreaming: true,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run(context, request) {
    const { caller, documents, scope } = context
    if (request.explainOptions)
      throw new StatusError('unimplemented', 'EXPLAIN', 'Explaining a query is not supported yet.')
    const query = decodeQuery(scope.parentPath(request.parent), request.structuredQuery)
    const begun = await begin(context, request.newTransaction)
    const result = await documents.query(caller, scope, query, consistency(request, begun))
    const { readTime } = result
    const rows: ShapeOf<typeof RunQueryResponse>[] = result.documents.map((document) => ({
      document: named(scope, document),
      readTime,
    }))
    const first = {
      ...(begun !== undefined && { transaction: encodeTransaction(begun) }),
      ...(result.skipped > 0 && { skippedResults: result.skipped }),
    }
    if (rows.length > 0 && Object.keys(first).length === 0) return rows
    return [{ ...first, readTime }, ...rows]
  },
})

export const runAggregationQuery = defineCall({
  name: 'RunAggregationQuery',
  request: RunAggregationQueryRequest,
  response: RunAggregationQueryResponse,
  isStreaming: true,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run(context, request) {
    const { caller, documents, scope } = context
    if (request.explainOptions)
      throw new StatusError('unimplemented', 'EXPLAIN', 'Explaining a query is not supported yet.')
    const query = decodeQuery(scope.parentPath(request.parent), request.structuredAggregationQuery?.structuredQuery)
    const aggregations = decodeAggregations(request.structuredAggregationQuery?.aggregations)
    const begun = await begin(context, request.newTransaction)
    const { readTime, values } = await documents.aggregate(
      caller,
      scope,
      query,
      aggregations,
      consistency(request, begun),
    )
    return [
      {
        result: { aggregateFields: values },
        readTime,
        ...(begun !== undefined && { transaction: encodeTransaction(begun) }),
      },
    ]
  },
})

export const listDocuments = defineCall({
  name: 'ListDocuments',
  request: ListDocumentsRequest,
  response: ListDocumentsResponse,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run({ caller, documents, scope }, request) {
    if ((request.orderBy ?? '') !== '' && !/^__name__( asc)?$/i.test(request.orderBy ?? '')) {
      throw new StatusError(
        'unimplemented',
        'LIST_ORDER',
        'Documents are listed by name only; use a query for another order.',
      )
    }
    if (request.readTime || (request.transaction?.length ?? 0) > 0) {
      throw new StatusError(
        'unimplemented',
        'LIST_READ_TIME',
        'Documents are listed as they are now; use a query for a read time.',
      )
    }
    const mask = decodeMask(request.mask)
    const page = await documents.listDocuments(caller, scope, {
      parent: scope.parentPath(request.parent),
      ...(request.collectionId && { collectionId: request.collectionId }),
      pageSize: Math.min(request.pageSize || PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
      ...(request.pageToken && { pageToken: request.pageToken }),
      showMissing: request.showMissing ?? false,
    })
    return [
      {
        documents: page.documents.map((document) =>
          'missing' in document ? missing(scope, document.path) : named(scope, masked(document, mask)),
        ),
        nextPageToken: page.nextPageToken,
      },
    ]
  },
})

export const listCollectionIds = defineCall({
  name: 'ListCollectionIds',
  request: ListCollectionIdsRequest,
  response: ListCollectionIdsResponse,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run({ caller, documents, scope }, request) {
    const page = await documents.listCollectionIds(caller, scope, {
      parent: scope.parentPath(request.parent),
      pageSize: Math.min(request.pageSize || PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
      ...(request.pageToken && { pageToken: request.pageToken }),
    })
    return [page]
  },
})

/** One partition, which is always a right answer: no cursors between partitions. */
export const partitionQuery = defineCall({
  name: 'PartitionQuery',
  request: PartitionQueryRequest,
  response: PartitionQueryResponse,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run({ caller, documents, scope }, request) {
    const query = decodeQuery(scope.parentPath(request.parent), request.structuredQuery)
    await documents.query(caller, scope, { ...query, limit: 1 })
    const answer: ShapeOf<typeof PartitionQueryResponse> = { partitions: [] }
    return [answer]
  },
})

async function begin(context: CallContext, options: TransactionOptions | undefined): Promise<string | undefined> {
  if (!options) return undefined
  return context.documents.beginTransaction(context.caller, context.scope, decodeTransactionOptions(options))
}

function consistency(
  request: { readonly readTime?: Instant | undefined; readonly transaction?: Uint8Array | undefined },
  begun: string | undefined,
) {
  return { readTime: decodeReadTime(request.readTime), transaction: begun ?? decodeTransaction(request.transaction) }
}

export function named(scope: DatabaseScope, document: Document): NamedDocument {
  return { root: scope.root, document }
}

export function masked(document: Document, mask: FieldMask | undefined): Document {
  if (!mask) return document
  const fields = projectFields(document.fields, mask)
  return makeDocument({ ...stored(document), json: encodeFields(fields) }, fields)
}

/** A document that exists only through its descendants is its name and nothing else. */
function missing(scope: DatabaseScope, path: string): NamedDocument {
  return { root: scope.root, document: makeDocument({ path, createTime: 0, updateTime: 0, json: '{}' }) }
}

function stored({ path, createTime, updateTime, json }: Document) {
  return { path, createTime, updateTime, json }
}
