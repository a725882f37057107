import { disjunctsOf, type Version } from '@hearth/model'
import { treeStream } from './collection-tree.ts'
import { concatStreams, type DocumentStream, emptyStream, filterStream } from './document-stream.ts'
import { endedStates } from './ended-states.ts'
import { HeldDocuments, sortStream } from './held-documents.ts'
import { mergeStreams } from './merge-streams.ts'
import { pathBoundsOf } from './path-bounds.ts'
import { PastNames } from './past-names.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { queryStream, sourcesOf } from './query-stream.ts'
import type { ReadContext } from './read-context.ts'
import { planScope, type ScanPlan } from './scope-plan.ts'

/**
 * A query's documents as they were at an earlier version. In the order of names they are read as those of now are. Otherwise
 * those that have not changed since are found as now, and merged with what the query finds in the past of its collections.
 * Throws `out-of-range`/`VERSION_COLLECTED` when the history does not reach back so far.
 */
export async function pastStream(
  context: ReadContext,
  prepared: PreparedQuery,
  version: Version,
): Promise<DocumentStream> {
  const { query, finds, keyOf } = prepared
  const { offset, limit = Infinity } = query
  const wanted = offset + limit
  if (query.collectionId === undefined) {
    return filterStream(
      treeStream({ ...context, asOf: version }, query.parent, pathBoundsOf(query)),
      finds,
      context.meter,
    )
  }
  const scans = nameScansOf(context, prepared)
  if (scans !== undefined) {
    const accept = finds
    const streams = scans.flatMap(({ scan: { ranges, reverse } }) =>
      ranges.map((range) => new PastNames(context, range, { version, reverse, accept, wanted })),
    )
    return streams.length === 0 ? emptyStream : mergeStreams(context, streams, keyOf)
  }
  const ended = await endedStates(context, prepared, version)
  const unchanged = await queryStream(context, unchangedSince(prepared, version), wanted)
  if (prepared.isUnordered) return concatStreams([unchanged, ended])
  const held = new HeldDocuments(context, { keyOf, keep: wanted })
  return mergeStreams(context, [unchanged, sortStream(ended, held)], keyOf)
}

/** The query of the documents that are as they were then. */
function unchangedSince(prepared: PreparedQuery, version: Version): PreparedQuery {
  const finds: PreparedQuery['finds'] = (document) => document.updateTime <= version && prepared.finds(document)
  return { ...prepared, finds, isNarrowed: true }
}

/** The scans of a query that is answered from the keys of names alone; undefined for others. */
function nameScansOf(context: ReadContext, prepared: PreparedQuery): ScanPlan[] | undefined {
  const scans: ScanPlan[] = []
  for (const source of sourcesOf(context.database, prepared)) {
    for (const filters of disjunctsOf(prepared.query.filter)) {
      const plan = planScope(source, filters, prepared, context)
      if (plan.kind === 'nothing') continue
      if (plan.kind !== 'scan' || plan.compositeId !== undefined || plan.fields.length > 0) return undefined
      scans.push(plan)
    }
  }
  return scans
}
