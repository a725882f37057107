import {
  ArrayFindings,
  disjunctsOf,
  type Document,
  type IndexRange,
  type IndexScope,
  keyAfterPrefix,
  matchesFilter,
  NAME_FIELD,
  type NormalisedQuery,
  OrderedBytesWriter,
  rangeFor,
  childPath,
  type SimpleFilter,
} from '@hearth/model'
import { treeStream } from './collection-tree.ts'
import { chooseStream } from './choose-stream.ts'
import { concatStreams, type DocumentStream, emptyStream, filterStream } from './document-stream.ts'
import { mergeStreams } from './merge-streams.ts'
import { pathBoundsOf } from './path-bounds.ts'
import { scanStream, sortedJoin } from './plan-streams.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'
import { planScope, type ScopePlan } from './scope-plan.ts'

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
