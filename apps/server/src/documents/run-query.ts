import type { Query } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, QueryOptions, QueryResult } from './documents.ts'
import { explainPlan, explainRun } from './explain-run.ts'
import { IndexAdvisor } from './indexes/index-advisor.ts'
import type { ProjectRoom } from './project-room.ts'
import { executeQuery, type ExecutedQuery } from './query/execute-query.ts'
import { prepareQuery } from './query/prepared-query.ts'
import { readState, type ReadState } from './read-state.ts'
import { lockRead } from './transactions/lock-reads.ts'

export async function runQuery(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  options: QueryOptions | undefined,
): Promise<QueryResult> {
  const prepared = prepareQuery(query, at)
  await room.gate.authorize(at.project, caller, {
    service: 'documents',
    operation: 'list',
    database: at.database,
    query,
  })
  if (options?.explain !== 'plan') {
    await lockRead(room, caller, at, options?.transaction, { kind: 'query', prepared })
  }
  return await readState(room, caller, at, options, async (state) => {
    const { readTime, transaction } = state
    if (options?.explain === 'plan') {
      return { readTime, documents: [], skipped: 0, explained: explainPlan(state.context, prepared) }
    }
    transaction?.noteQuery(at.database, prepared.finds, readTime)
    const run = ({ context, version }: ReadState) => executeQuery(context, prepared, version)
    if (options?.explain === undefined) {
      if (!IndexAdvisor.canHelp(prepared)) return { readTime, ...(await run(state)) }
      const watched = { prepared, run, sizeOf: ({ documents }: ExecutedQuery) => documents.length }
      const { result, missed } = await room.indexAdvisor.watch(room, state, watched)
      for (const definition of missed) room.indexBuilder.create(room, definition)
      return { readTime, ...result }
    }
    const { result, explained } = await explainRun(state, prepared, run, ({ documents }) => documents.length)
    return { readTime, ...result, explained }
  })
}
