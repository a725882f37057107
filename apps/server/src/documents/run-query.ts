import type { Query } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { DatabaseRef, QueryOptions, QueryResult } from './documents.ts'
import { explainPlan, explainRun } from './explain-run.ts'
import { IndexAdvisor } from './indexes/index-advisor.ts'
import { denyPastQuery } from './past-reads.ts'
import type { ProjectContext } from './project-context.ts'
import { executeQuery, type ExecutedQuery } from './query/execute-query.ts'
import { executeSearch } from './query/find-nearest.ts'
import { type PreparedQuery, prepareQuery } from './query/prepared-query.ts'
import { readState, type ReadState } from './read-state.ts'
import { lockRead } from './transactions/lock-reads.ts'

/** The query, when the caller may ask it. */
export async function openQuery(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  options: QueryOptions | undefined,
): Promise<PreparedQuery> {
  const prepared = prepareQuery(query, at)
  denyPastQuery(context, caller, at, options)
  const request = { service: 'documents', operation: 'list', database: at.database, query } as const
  await context.gate.authorize(at.project, caller, request, scopeOfNow(context.store))
  if (options?.explain !== 'plan') {
    await lockRead(context, caller, at, options?.transaction, { kind: 'query', prepared })
  }
  return prepared
}

/** Runs a query, unless the index advisor wants to watch it: then it does. `sizeOf`: the documents of its result. */
export async function watched<T>(
  context: ProjectContext,
  state: ReadState,
  {
    prepared,
    run,
    sizeOf,
  }: { prepared: PreparedQuery; run: (state: ReadState) => Promise<T>; sizeOf: (result: T) => number },
): Promise<T> {
  if (!IndexAdvisor.canHelp(prepared)) return await run(state)
  const { result, advised } = await context.indexAdvisor.watch(context, state, { prepared, run, sizeOf })
  for (const index of advised) context.indexBuilder.create(context, index)
  return result
}

export async function runQuery(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  options: QueryOptions | undefined,
): Promise<QueryResult> {
  const prepared = await openQuery(context, caller, at, query, options)
  return await readState(context, caller, at, options, async (state) => {
    const { readTime, transaction } = state
    if (options?.explain === 'plan') {
      return { readTime, documents: [], skipped: 0, explained: explainPlan(state.view, prepared) }
    }
    transaction?.noteQuery(at.database, prepared, readTime)
    const { nearest } = query
    const memory = options?.memory
    const run = ({ view, version }: ReadState) =>
      nearest === undefined
        ? executeQuery(view, prepared, version, { memory })
        : executeSearch(view, { prepared, nearest }, version, { memory })
    if (options?.explain === undefined) {
      const sizeOf = ({ documents }: ExecutedQuery) => documents.length
      return { readTime, ...(await watched(context, state, { prepared, run, sizeOf })) }
    }
    const { result, explained } = await explainRun(state, prepared, run, ({ documents }) => documents.length)
    return { readTime, ...result, explained }
  })
}
