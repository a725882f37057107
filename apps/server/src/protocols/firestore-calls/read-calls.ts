import {
  comparePaths,
  type Document,
  type FieldMask,
  invalidArgument,
  makeDocument,
  projectFields,
  encodeFields,
  StatusError,
} from '@hearth/model'
import { denyUnderRules } from '../../access/permission-denied.ts'
import type { QueryPart } from '../../documents/documents.ts'
import { PATHS_MAX, tooManyDocuments } from '../../documents/get-documents.ts'
import { DatabaseScope } from '../firestore-codec/database-scope.ts'
import {
  decodeReadTime,
  decodeTransaction,
  decodeTransactionOptions,
  encodeTransaction,
} from '../firestore-codec/decode-consistency.ts'
import { decodeOrderText } from '../firestore-codec/decode-order-text.ts'
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
import type { NamedDocument } from '../firestore-codec/wire-schema.ts'
import { type CallContext, defineCall } from './call.ts'
import { type Soon, whenReady } from '../../lib/soon.ts'
import { Turn } from '../../lib/turn.ts'
import { decodeExplain, encodeExplanation, QueryRows } from './query-rows.ts'

const PAGE_SIZE_DEFAULT = 100
const PAGE_SIZE_MAX = 300

export const getDocument = defineCall({
  name: 'GetDocument',
  request: GetDocumentRequest,
  response: 'document',
  scopeOf: ({ name }) => DatabaseScope.ofName(name),
  run({ caller, documents, scope, memory }, request) {
    const path = scope.documentPath(request.name)
    const options = { ...consistency(request, undefined), memory }
    // Not awaited: a refusal passes by without being thrown once more.
    return whenReady(documents.get(caller, scope, [path], options), ({ documents: [found] }) => {
      if (!found) throw new StatusError('not-found', 'DOCUMENT_NOT_FOUND', `Document "${request.name}" not found.`)
      return [named(scope, masked(found, decodeMask(request.mask)))]
    })
  },
})

export const batchGetDocuments = defineCall({
  name: 'BatchGetDocuments',
  request: BatchGetDocumentsRequest,
  response: BatchGetDocumentsResponse,
  isStreaming: true,
  scopeOf: ({ database }) => DatabaseScope.parse(database),
  async run(context, request) {
    const { caller, documents, scope, memory } = context
    const names = differentNames(request.documents ?? [])
    const paths = names.map((name) => scope.documentPath(name))
    const mask = decodeMask(request.mask)
    const begun = await begin(context, request.newTransaction)
    const options = { ...consistency(request, begun), memory }
    const { readTime, documents: found } = await documents.get(caller, scope, paths, options)
    const answers: { transaction?: Uint8Array; found?: NamedDocument; missing?: string; readTime?: number }[] = []
    const turn = new Turn()
    for (const [index, document] of found.entries()) {
      answers.push(
        document
          ? { found: named(scope, masked(document, mask)), readTime }
          : { missing: names[index] ?? '', readTime },
      )
      if (turn.isOver) await turn.next()
    }
    return begun === undefined ? answers : [{ transaction: encodeTransaction(begun) }, ...answers]
  },
})

export const runQuery = defineCall({
  name: 'RunQuery',
  request: RunQueryRequest,
  response: RunQueryResponse,
  isStreaming: true,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  run(context, request, send) {
    const { caller, documents, scope, readsHistory, memory } = context
    const query = decodeQuery(scope.parentPath(request.parent), request.structuredQuery)
    return whenReady(begin(context, request.newTransaction), (begun) => {
      const explain = decodeExplain(request.explainOptions)
      const options = { ...consistency(request, begun), explain, readsHistory, memory }
      const transaction = begun === undefined ? undefined : encodeTransaction(begun)
      const rows = new QueryRows(scope, transaction)
      const take = (part: QueryPart): void | Promise<void> => {
        rows.add(part)
        // What is explained comes in one part, and its last message has still to be told apart.
        return rows.isLong && explain === undefined ? send(rows.take()) : undefined
      }
      const asked = documents.streamQuery(caller, scope, query, take, options)
      return whenReady(asked, ({ explained, ...end }) => rows.takeLast(end, explained))
    })
  },
})

export const runAggregationQuery = defineCall({
  name: 'RunAggregationQuery',
  request: RunAggregationQueryRequest,
  response: RunAggregationQueryResponse,
  isStreaming: true,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run(context, request) {
    const { caller, documents, scope, memory } = context
    const query = decodeQuery(scope.parentPath(request.parent), request.structuredAggregationQuery?.structuredQuery)
    const aggregations = decodeAggregations(request.structuredAggregationQuery?.aggregations)
    const begun = await begin(context, request.newTransaction)
    const explain = decodeExplain(request.explainOptions)
    const options = { ...consistency(request, begun), explain, memory }
    const { readTime, values, explained } = await documents.aggregate(caller, scope, query, aggregations, options)
    return [
      {
        ...(explain !== 'plan' && { result: { aggregateFields: values } }),
        readTime,
        explainMetrics: explained && encodeExplanation(explained),
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
  async run({ caller, documents, scope, memory }, request) {
    if (request.showMissing) denyUnderRules(caller, 'Showing missing documents requires admin authentication.')
    const mask = decodeMask(request.mask)
    const page = await documents.listDocuments(caller, scope, {
      parent: scope.parentPath(request.parent),
      ...(request.collectionId && { collectionId: request.collectionId }),
      pageSize: pageSizeOf(request),
      ...(request.pageToken && { pageToken: request.pageToken }),
      showMissing: request.showMissing ?? false,
      orderBy: decodeOrderText(request.orderBy ?? ''),
      ...consistency(request, undefined),
      memory,
    })
    const listed: NamedDocument[] = []
    const turn = new Turn()
    for (const document of page.documents) {
      listed.push('missing' in document ? missing(scope, document.path) : named(scope, masked(document, mask)))
      if (turn.isOver) await turn.next()
    }
    return [{ documents: listed, nextPageToken: page.nextPageToken }]
  },
})

export const listCollectionIds = defineCall({
  name: 'ListCollectionIds',
  request: ListCollectionIdsRequest,
  response: ListCollectionIdsResponse,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run({ caller, documents, scope, memory }, request) {
    denyUnderRules(caller, 'Listing collections requires admin authentication.')
    const page = await documents.listCollectionIds(caller, scope, {
      parent: scope.parentPath(request.parent),
      pageSize: pageSizeOf(request),
      ...(request.pageToken && { pageToken: request.pageToken }),
      readTime: decodeReadTime(request.readTime),
      memory,
    })
    return [page]
  },
})

/** Cursors between the parts, in the order of names; `partitionCount` says at most how many. */
export const partitionQuery = defineCall({
  name: 'PartitionQuery',
  request: PartitionQueryRequest,
  response: PartitionQueryResponse,
  scopeOf: ({ parent }) => DatabaseScope.ofName(parent),
  async run({ caller, documents, scope, memory }, request) {
    denyUnderRules(caller, 'Partitions of a query require admin authentication.')
    const query = decodeQuery(scope.parentPath(request.parent), request.structuredQuery)
    const cursors = Number(request.partitionCount ?? 0n)
    if (cursors < 1) throw invalidArgument('INVALID_PARTITION_COUNT', 'The partition count must be positive.')
    const options = { readTime: decodeReadTime(request.readTime), memory }
    const paths = await documents.partition(caller, scope, query, cursors + 1, options)
    const after = request.pageToken ?? ''
    const rest = after === '' ? paths : paths.filter((path) => comparePaths(path, after) > 0)
    const page = rest.slice(0, pageSizeOf(request, rest.length, rest.length))
    const partitions = page.map((path) => ({
      values: [{ kind: 'reference' as const, name: scope.root + path }],
      before: true,
    }))
    return [{ partitions, nextPageToken: page.length < rest.length ? page.at(-1) : undefined }]
  },
})

/** Each once. Throws `invalid-argument`/`TOO_MANY_DOCUMENTS` before it has looked through all of them. */
function differentNames(names: readonly string[]): string[] {
  const different = new Set<string>()
  for (const name of names) {
    different.add(name)
    if (different.size > PATHS_MAX) throw tooManyDocuments()
  }
  return [...different]
}

/** How many a page holds. Throws `invalid-argument`. */
function pageSizeOf(
  { pageSize: asked = 0 }: { readonly pageSize?: number | undefined },
  byDefault = PAGE_SIZE_DEFAULT,
  most = PAGE_SIZE_MAX,
): number {
  if (asked < 0) throw invalidArgument('INVALID_PAGE_SIZE', 'Page size must be nonnegative.')
  return Math.min(asked || byDefault, most)
}

function begin(
  { caller, address, documents, scope, memory }: CallContext,
  options: TransactionOptions | undefined,
): Soon<string | undefined> {
  if (!options) return undefined
  return documents.beginTransaction(caller, scope, { ...decodeTransactionOptions(options), address, memory })
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

/** What is answered is kept as text until it is sent. */
export function masked(document: Document, mask: FieldMask | undefined): Document {
  if (!mask) return document
  const json = encodeFields(projectFields(document.fields, mask))
  document.forgetFields()
  return makeDocument({ ...stored(document), json })
}

/** A document that exists only through its descendants is its name and nothing else. */
function missing(scope: DatabaseScope, path: string): NamedDocument {
  return { root: scope.root, document: makeDocument({ path, createTime: 0, updateTime: 0, json: '{}' }) }
}

function stored({ path, createTime, updateTime, json }: Document) {
  return { path, createTime, updateTime, json }
}
