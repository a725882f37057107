import type { Query } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, QueryOptions, QueryResult } from './documents.ts'
import type { ProjectContext } from './project-context.ts'
import { readOtherParts, readParts, type Take, TAKING_MS_MAX } from './read-in-parts.ts'
import { readFor, readState, type ReadState } from './read-state.ts'
import { openQuery, runQuery, watched } from './run-query.ts'
import { streamNearest } from './stream-nearest.ts'

/** See `Documents.streamQuery`. */
export async function streamQuery(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  take: Take,
  options: QueryOptions | undefined,
): Promise<Omit<QueryResult, 'documents'>> {
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
