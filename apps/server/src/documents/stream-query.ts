import type { Query, NearestNeighbours } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { DatabaseRef, QueryOptions, QueryResult } from './documents.ts'
import { type Soon, whenReady } from '../lib/soon.ts'
import type { ProjectContext } from './project-context.ts'
import { queryAtOnce } from './query-at-once.ts'
import { type PreparedQuery, prepareQuery } from './query/prepared-query.ts'
import { readOtherParts, readParts, type Take, TAKING_MS_MAX, within } from './read-in-parts.ts'
import { readFor, readState, type ReadState, readStateAt } from './read-state.ts'
import { openQuery, runQuery, watched } from './run-query.ts'
import { findNearest, readNeighbours } from './query/find-nearest.ts'

type End = Omit<QueryResult, 'documents'>

/** See `Documents.streamQuery`. */
export function streamQuery(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  take: Take,
  options: QueryOptions | undefined,
): Soon<End> {
  const isPlain = query.nearest === undefined && options?.explain === undefined
  const isOfNow = options?.readTime === undefined && options?.transaction === undefined
  if (!isPlain || !isOfNow) return streamAny(context, caller, at, query, take, options)
  try {
    const prepared = prepareQuery(query, at)
    const { project, database } = at
    const request = { service: 'documents', operation: 'list', database, query } as const
    const asked = context.gate.authorize(project, caller, request, scopeOfNow(context.store))
    return whenReady(asked, () => {
      const result = queryAtOnce(context, database, prepared, options?.memory)
      if (result === undefined) return streamPrepared(context, caller, at, prepared, take, options)
      const taking = take(result)
      const end = { readTime: result.readTime, skipped: result.skipped }
      return taking === undefined ? end : within(TAKING_MS_MAX, taking).then(() => end)
    })
  } catch (error) {
    return Promise.reject(error)
  }
}

async function streamAny(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  take: Take,
  options: QueryOptions | undefined,
): Promise<End> {
  if (options?.explain !== undefined) {
    const { documents, ...end } = await context.searches.run(caller, () =>
      runQuery(context, caller, at, query, options),
    )
    if (documents.length > 0) await take({ ...end, documents })
    return end
  }
  const { nearest } = query
  if (nearest !== undefined) return await streamNearest(context, caller, at, { query, nearest, take }, options)
  const prepared = await openQuery(context, caller, at, query, options)
  return await streamPrepared(context, caller, at, prepared, take, options)
}

/** The caller may ask it. */
async function streamPrepared(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  prepared: PreparedQuery,
  take: Take,
  options: QueryOptions | undefined,
): Promise<End> {
  const begun = await readState(context, caller, at, options, async (state) => {
    state.transaction?.noteQuery(at.database, prepared, state.readTime)
    const run = (running: ReadState) => readParts(running, prepared, take)
    return await watched(context, state, { prepared, run, sizeOf: ({ taken }) => taken })
  })
  const { readTime, skipped } = await readOtherParts(context, at, prepared, take, {
    begun,
    takingMsMax: TAKING_MS_MAX,
    ...readFor(caller, options),
  })
  return { readTime, skipped }
}

/**
 * As `streamQuery`, for a vector search: which documents are nearest is known when all were seen, and then they are read part by part, as
 * they were at that time. Throws `resource-exhausted`/`TOO_MANY_SEARCHES`.
 */
async function streamNearest(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  { query, nearest, take }: { readonly query: Query; readonly nearest: NearestNeighbours; readonly take: Take },
  options: QueryOptions | undefined,
): Promise<Omit<QueryResult, 'documents'>> {
  const prepared = await openQuery(context, caller, at, query, options)
  const search = { prepared, nearest }
  const begin = () =>
    readState(context, caller, at, options, async ({ view, version, readTime, transaction }) => {
      transaction?.noteQuery(at.database, prepared, readTime)
      const { parts, skipped } = await findNearest(view, search, version, options?.memory)
      const [first, ...others] = parts
      return { readTime, skipped, others, first: first && (await readNeighbours(view, search, version, first)) }
    })
  const { readTime, skipped, first, others } = await context.searches.run(caller, begin)
  if (first !== undefined) await handOver({ readTime, skipped, documents: first })
  for (const part of others) {
    const read = ({ view, version }: ReadState) => readNeighbours(view, search, version, part)
    const documents = await readStateAt(context, at.database, readTime, read, readFor(caller, options))
    await handOver({ readTime, skipped, documents })
  }
  return { readTime, skipped }

  async function handOver(part: QueryResult): Promise<void> {
    const taking = take(part)
    if (taking !== undefined) await within(TAKING_MS_MAX, taking)
  }
}
