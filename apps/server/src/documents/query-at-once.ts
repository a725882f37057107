import {
  disjunctsOf,
  type Document,
  type IndexRange,
  isCut,
  cutPrefix,
  makeDocument,
  VALUE_BYTES_MAX,
} from '@hearth/model'
import type { IndexEntry } from '../persistence/persistence.ts'
import type { QueryResult } from './documents.ts'
import { HeldShare, type HeldMemory } from './held-memory.ts'
import { indexedInBoth } from './indexes/field-overrides.ts'
import { IndexAdvisor } from './indexes/index-advisor.ts'
import type { ProjectContext } from './project-context.ts'
import { projectedAlone } from './query/execute-query.ts'
import { heldBytes } from './query/held-documents.ts'
import type { PreparedQuery } from './query/prepared-query.ts'
import { sourcesOf } from './query/query-stream.ts'
import { readTurns } from './query/read-turns.ts'
import { planScope, type ScanPlan } from './query/scope-plan.ts'

/** Documents that one page of the index brings in a millisecond. */
const WANTED_MAX = 64

/**
 * The result of a query of now that is one short stretch of one index, without waiting and without a snapshot: a single statement reads it.
 * Undefined for what takes more, or where others have their turn; nothing was read then that anybody saw. The gate has been asked.
 */
export function queryAtOnce(
  context: ProjectContext,
  database: string,
  prepared: PreparedQuery,
  memory: HeldMemory | undefined,
): Omit<QueryResult, 'explained'> | undefined {
  const { query } = prepared
  const { offset, limit = Infinity } = query
  const wanted = offset + limit
  if (wanted > WANTED_MAX || limit === 0 || readTurns.isOver || context.times.refresh() !== undefined) return undefined
  const present = context.store.present?.()
  const stretch = present && stretchOf(context, database, prepared)
  if (present === undefined || stretch === undefined) return undefined
  const { plan, range } = stretch
  const { reverse, isComposite = false } = plan.scan
  const { entries, isLast, readTime } = present.scanIndex(range, {
    limit: wanted,
    reverse,
    keysFrom: VALUE_BYTES_MAX + 1,
  })
  const isWhole = isLast || entries.length === wanted
  if (!isWhole || entries.some(({ key }) => key !== undefined && mayTie(key, isComposite))) return undefined
  const skipped = Math.min(offset, entries.length)
  const documents = entries.slice(skipped).map(({ document }) => projectedAlone(makeDocument(document), query))
  assertRoom(memory ?? context.ownMemory, documents)
  if (plan.compositeId !== undefined && IndexAdvisor.canHelp(prepared)) {
    context.indexAdvisor.noteUse(context, plan.compositeId)
  }
  return { readTime, documents, skipped }
}

/** The one range of the one index whose documents are the result, in its order and each of them. */
function stretchOf(
  context: ProjectContext,
  database: string,
  prepared: PreparedQuery,
): { readonly plan: ScanPlan; readonly range: IndexRange } | undefined {
  const { query, isNarrowed = false } = prepared
  if (query.collectionId === undefined || query.nearest !== undefined || isNarrowed) return undefined
  const disjuncts = disjunctsOf(query.filter)
  const sources = sourcesOf(database, prepared)
  const [filters] = disjuncts
  const [source] = sources
  if (filters === undefined || source === undefined || disjuncts.length + sources.length > 2) return undefined
  const readable = context.fieldOverrides.readableIn(database)
  const indexing = indexedInBoth(readable, readable)
  const plan = planScope(source, filters, prepared, { composites: context.indexes.readyIn(database), indexing })
  if (plan.kind !== 'scan' || plan.isChecked || plan.scan.sortsRuns) return undefined
  const [range, ...others] = plan.scan.ranges
  return range === undefined || others.length > 0 ? undefined : { plan, range }
}

/** Its value was cut: documents of several values lie behind one key, and are to be sorted. */
function mayTie(key: NonNullable<IndexEntry['key']>, isComposite: boolean): boolean {
  return isComposite ? cutPrefix(key) !== undefined : key.length > VALUE_BYTES_MAX && isCut(key)
}

/** Throws as `HeldMemory.take`. */
function assertRoom(memory: HeldMemory, documents: readonly Document[]): void {
  const held = new HeldShare(memory)
  try {
    held.take(documents.reduce((bytes, document) => bytes + heldBytes(document), 0))
  } finally {
    held.release()
  }
}
