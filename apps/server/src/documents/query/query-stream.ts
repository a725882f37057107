import {
  ArrayFindings,
  disjunctsOf,
  type Document,
  type IndexRange,
  type IndexScope,
  isEmptyRange,
  keyAfterPrefix,
  makeDocument,
  matchesFilter,
  NAME_FIELD,
  type NormalisedQuery,
  OrderedBytesWriter,
  rangeFor,
  childPath,
  type SimpleFilter,
} from '@hearth/model'
import { treeStream } from './collection-tree.ts'
import {
  acceptedOf,
  concatStreams,
  type DocumentStream,
  emptyStream,
  filterStream,
  streamOf,
} from './document-stream.ts'
import { heldBytes, HeldDocuments, sortStream } from './held-documents.ts'
import { IndexJoin, type JoinedRange } from './index-join.ts'
import { IndexScanStream } from './index-scan.ts'
import { mergeStreams } from './merge-streams.ts'
import { PageSize } from './page-size.ts'
import { pathBoundsOf } from './path-bounds.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'
import { readDocumentsAt } from './read-documents.ts'
import { type JoinPlan, planScope, type ScanPlan, type ScopePlan } from './scope-plan.ts'

/**
 * Every document that a query finds, in its order, offset and limit aside. One stream per conjunction of its filter and
 * scope of the index, merged; where any order will do, one after the other. `wanted`: the documents after which the reader stops, Infinity when it reads them all.
 */
export async function queryStream(
  context: ReadContext,
  prepared: PreparedQuery,
  wanted: number,
): Promise<DocumentStream> {
  const { query, finds, keyOf, isUnordered = false } = prepared
  if (query.collectionId === undefined) {
    return filterStream(treeStream(context, query.parent, pathBoundsOf(query)), finds, context.meter)
  }
  const streams: DocumentStream[] = []
  const disjuncts = disjunctsOf(query.filter)
  for (const source of sourcesOf(context.database, prepared)) {
    for (const filters of disjuncts) {
      const plan = planScope(source, filters, prepared, context)
      const stream = await streamOfPlan(context, plan, prepared, wanted)
      if (stream === emptyStream) continue
      const isAmongOthers = isUnordered && disjuncts.length > 1
      streams.push(isAmongOthers ? filterStream(stream, isFirstOf(query, disjuncts, filters), context.meter) : stream)
    }
  }
  if (streams.length === 0) return emptyStream
  return isUnordered ? concatStreams(streams) : mergeStreams(context, streams, keyOf)
}

/** Whether a conjunction is the first that a document passes: what passes several is to come once. */
function isFirstOf(
  query: NormalisedQuery,
  disjuncts: readonly (readonly SimpleFilter[])[],
  own: readonly SimpleFilter[],
) {
  return (document: Document): boolean => {
    const found = ArrayFindings.of(query.filter, document)
    return disjuncts.find((filters) => filters.every((filter) => matchesFilter(filter, document, found))) === own
  }
}

export interface Source {
  readonly scope: IndexScope
  readonly names: IndexRange | undefined
}

/** A group is its root collection, which has no keys in the group's scope, and all others. */
export function sourcesOf(database: string, { query }: PreparedQuery): Source[] {
  const { parent, collectionId = '', allDescendants } = query
  const collection: IndexScope = { kind: 'collection', database, path: childPath(parent, collectionId) }
  if (!allDescendants) return [{ scope: collection, names: undefined }]
  const group: IndexScope = { kind: 'group', database, collectionId }
  if (parent !== '') return [{ scope: group, names: namesBelow(group, parent) }]
  return [
    { scope: collection, names: undefined },
    { scope: group, names: undefined },
  ]
}

/** The names of a group's documents that are below a document. */
function namesBelow(scope: IndexScope, parent: string): IndexRange {
  const { start } = rangeFor(scope, NAME_FIELD, { op: 'any' })
  const writer = new OrderedBytesWriter()
  for (const byte of start) writer.byte(byte)
  writer.openPath(parent)
  const prefix = writer.take()
  return { start: prefix, end: keyAfterPrefix(prefix), exact: true }
}

async function streamOfPlan(
  context: ReadContext,
  plan: ScopePlan,
  prepared: PreparedQuery,
  wanted: number,
): Promise<DocumentStream> {
  switch (plan.kind) {
    case 'nothing':
      return emptyStream
    case 'scan':
      if (plan.compositeId !== undefined) context.used?.add(plan.compositeId)
      return scanStream(context, plan, prepared, wanted)
    case 'join':
      return sortedJoin(context, plan, prepared, wanted)
    case 'either':
      return await chooseStream(context, plan, prepared, wanted)
  }
}

/** Entries that a first try along the order may read for each document that is wanted, and at least. */
const TRIED_PER_DOCUMENT = 8
const TRIED_MIN = 64
const TRIED_MAX = 1000
/** Up to so many documents are rather read and sorted than looked for along another field's order. */
const SORTED_RATHER = 4096

/**
 * A query that filters by one field and orders by another, with no index of both. When few are wanted and the filter
 * lets many through, the order's index has them within its first entries. Otherwise the smaller range decides.
 */
async function chooseStream(
  context: ReadContext,
  { scan, join }: { scan: ScanPlan; join: JoinPlan },
  prepared: PreparedQuery,
  wanted: number,
): Promise<DocumentStream> {
  if (wanted < Infinity) {
    const found = await tryScan(context, scan, prepared, wanted)
    if (found !== undefined) return streamOf(found)
  }
  const joined = Math.min(
    ...(await Promise.all(join.ranges.map(({ range }) => countUpTo(context, [range], SORTED_RATHER)))),
  )
  if (joined >= SORTED_RATHER && wanted < Infinity) return scanStream(context, scan, prepared, wanted)
  const scanned = await countUpTo(context, scan.scan.ranges, joined)
  return scanned < joined ? scanStream(context, scan, prepared, wanted) : sortedJoin(context, join, prepared, wanted)
}

/** All that is wanted, if it is found soon. */
async function tryScan(
  context: ReadContext,
  scan: ScanPlan,
  prepared: PreparedQuery,
  wanted: number,
): Promise<Document[] | undefined> {
  const examinedMax = Math.min(TRIED_MAX, TRIED_MIN + TRIED_PER_DOCUMENT * wanted)
  const stream = scanStream(context, scan, prepared, wanted, examinedMax)
  const found: Document[] = []
  while (found.length < wanted) {
    const page = await stream.next()
    if (stream.isCutShort) return undefined
    if (page.length === 0) break
    for (const document of page) found.push(document)
    context.memory.take(page.reduce((bytes, document) => bytes + heldBytes(document), 0))
  }
  return found
}

async function countUpTo(context: ReadContext, ranges: readonly IndexRange[], limit: number): Promise<number> {
  let count = 0
  for (const range of ranges) {
    if (count < limit && !isEmptyRange(range)) count += await context.snapshot.countIndex(range, limit - count)
  }
  return count
}

function scanStream(
  context: ReadContext,
  { scan, isChecked }: ScanPlan,
  { finds, keyOf, isNarrowed, isUnordered = false }: PreparedQuery,
  wanted: number,
  examinedMax = Infinity,
): IndexScanStream {
  const accept = isChecked || isNarrowed ? finds : undefined
  return new IndexScanStream(context, scan, { accept, keyOf, wanted, examinedMax, isUnordered })
}

function sortedJoin(
  context: ReadContext,
  { ranges, reverse, needsSort, isChecked }: JoinPlan,
  { finds, keyOf, isNarrowed, isUnordered = false }: PreparedQuery,
  wanted: number,
): DocumentStream {
  const accept = isChecked || isNarrowed ? finds : undefined
  const isSorted = needsSort && !isUnordered
  const stream = joinStream(context, ranges, { reverse, accept, wanted: isSorted ? Infinity : wanted })
  if (!isSorted) return stream
  return sortStream(stream, new HeldDocuments(context, { keyOf, keep: wanted }))
}

/** The documents that are in all ranges, in the order of their names (or the reverse). */
function joinStream(
  context: ReadContext,
  ranges: readonly JoinedRange[],
  options: { reverse: boolean; accept: ((document: Document) => boolean) | undefined; wanted: number },
): DocumentStream {
  const join = new IndexJoin(context, ranges, options.reverse)
  const pageSize = new PageSize(options.wanted, context.memory)
  const { accept = () => true } = options
  return {
    async next() {
      for (;;) {
        const paths = await join.next(pageSize.next)
        if (paths.length === 0) return []
        const found = await readDocumentsAt(context, paths, context.snapshot.version)
        const stored = found.filter((document) => document !== undefined)
        pageSize.note(stored)
        const page = await acceptedOf(
          stored.map((one) => makeDocument(one)),
          accept,
          context.meter,
        )
        if (page.length > 0) return page
        await context.meter.pause()
      }
    },
  }
}
