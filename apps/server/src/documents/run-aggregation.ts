import {
  type Aggregation,
  Aggregator,
  disjunctsOf,
  type Document,
  type IndexRange,
  invalidArgument,
  isEmptyRange,
  orderForAggregation,
  type Query,
  validateAggregations,
} from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { AggregationAnswer, DatabaseRef, QueryOptions } from './documents.ts'
import { explainPlan, explainRun } from './explain-run.ts'
import { denyPastQuery } from './past-reads.ts'
import type { ProjectContext } from './project-context.ts'
import { eachInWindow, streamAt } from './query/execute-query.ts'
import { IndexJoin } from './query/index-join.ts'
import { justAfter } from './query/index-scan.ts'
import { prepareQuery, type PreparedQuery, unordered } from './query/prepared-query.ts'
import { sourcesOf } from './query/query-stream.ts'
import type { ReadContext } from './query/read-context.ts'
import { planScope } from './query/scope-plan.ts'
import { readState, type ReadState } from './read-state.ts'
import { lockRead } from './transactions/lock-reads.ts'

/** Counts, sums and averages over the result of a query. A count reads index keys alone where those tell everything. */
export async function runAggregation(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  aggregations: readonly Aggregation[],
  options: QueryOptions | undefined,
): Promise<AggregationAnswer> {
  if (query.nearest !== undefined) {
    throw invalidArgument('VECTOR_AGGREGATION', 'Vector search (findNearest) cannot be aggregated.')
  }
  const prepared = prepareQuery(query, at)
  const aggregator = new Aggregator(validateAggregations(aggregations))
  const aggregated = asAggregated(prepared, query, aggregator, at)
  denyPastQuery(context, caller, at, options)
  const request = { service: 'documents', operation: 'list', database: at.database, query } as const
  await context.gate.authorize(at.project, caller, request, scopeOfNow(context.store))
  if (options?.explain !== 'plan') {
    await lockRead(context, caller, at, options?.transaction, { kind: 'query', prepared })
  }
  return await readState(context, caller, at, options, async (state) => {
    const { readTime, transaction } = state
    if (options?.explain === 'plan') {
      return { readTime, values: new Map(), explained: explainPlan(state.view, prepared) }
    }
    transaction?.noteQuery(at.database, prepared, readTime)
    const run = async (running: ReadState) => {
      await aggregate(running, aggregated, aggregator)
      return aggregator.results()
    }
    if (options?.explain === undefined) return { readTime, values: await run(state) }
    const { result, explained } = await explainRun(state, prepared, run, () => 1)
    return { readTime, values: result, explained }
  })
}

async function aggregate({ view, version }: ReadState, prepared: PreparedQuery, aggregator: Aggregator): Promise<void> {
  const { offset, limit } = windowOf(prepared.query, aggregator.enough)
  const isOfNow = version >= view.snapshot.version
  const count = aggregator.isCountAlone && isOfNow ? await countFromKeys(view, prepared, offset + limit) : undefined
  if (count !== undefined) {
    aggregator.addCount(Math.max(0, count - offset))
    return
  }
  const stream = await streamAt(view, prepared, version)
  await eachInWindow(view, stream, { offset, limit }, (document) => {
    if (aggregator.isCountAlone) aggregator.addCount(1)
    else if (aggregator.takes(document.fields)) aggregator.add(document.fields)
  })
}

/** The query in an order where that tells which documents are within its offset and limit, and those matter: nothing is sorted for others. */
function asAggregated(prepared: PreparedQuery, query: Query, aggregator: Aggregator, at: DatabaseRef): PreparedQuery {
  if (aggregator.isCountAlone || (query.offset === 0 && query.limit === undefined)) return unordered(prepared)
  const ordered = prepareQuery({ ...query, orderBy: orderForAggregation(query, aggregator.fields) }, at)
  // Offset and limit count documents that have the fields.
  const finds = (document: Document) => aggregator.takes(document.fields) && ordered.finds(document)
  return { ...ordered, finds, isNarrowed: true }
}

/** No more documents are looked at than change the answer. */
function windowOf(
  { offset, limit = Infinity }: Pick<Query, 'offset' | 'limit'>,
  enough: bigint | undefined,
): { offset: number; limit: number } {
  return { offset, limit: enough === undefined ? limit : Math.min(limit, Number(enough)) }
}

const KEYS_PAGE = 5000

/**
 * How many documents a query finds, counted up to `most`, without reading them; undefined when the index keys do not tell it,
 * because documents must be checked or could be counted twice.
 */
async function countFromKeys(context: ReadContext, prepared: PreparedQuery, most: number): Promise<number | undefined> {
  const [filters, ...others] = disjunctsOf(prepared.query.filter)
  if (filters === undefined) return 0
  if (others.length > 0 || prepared.query.collectionId === undefined) return undefined
  let count = 0
  for (const source of sourcesOf(context.database, prepared)) {
    const plan = planScope(source, filters, prepared, context)
    if (plan.kind === 'nothing') continue
    if (plan.kind === 'either' || plan.isChecked) return undefined
    if (plan.kind === 'scan') {
      for (const range of plan.scan.ranges) count += await countRange(context, range, most - count)
    } else {
      count += await countJoin(new IndexJoin(context, plan.ranges, false), most - count)
    }
  }
  return count
}

async function countRange(context: ReadContext, range: IndexRange, most: number): Promise<number> {
  let count = 0
  let rest = range
  while (count < most && !isEmptyRange(rest)) {
    const limit = Math.min(KEYS_PAGE, most - count)
    const keys = await context.snapshot.scanIndexKeys(rest, { limit, reverse: false })
    count += keys.length
    const last = keys.at(-1)
    if (last === undefined || keys.length < limit) break
    rest = { ...rest, start: justAfter(last) }
    await context.meter.pause()
  }
  return count
}

async function countJoin(join: IndexJoin, most: number): Promise<number> {
  let count = 0
  while (count < most) {
    const paths = await join.next(Math.min(KEYS_PAGE, most - count))
    if (paths.length === 0) break
    count += paths.length
  }
  return count
}
