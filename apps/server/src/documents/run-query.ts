import type { Query } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, QueryOptions, QueryResult } from './documents.ts'
import { explainPlan, explainRun } from './explain-run.ts'
import type { ProjectRoom } from './project-room.ts'
import { executeQuery } from './query/execute-query.ts'
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
      return { readTime, documents: [], skipped: 0, explained: explainPlan(at.database, prepared) }
    }
    transaction?.noteQuery(at.database, prepared.finds, readTime)
    const run = ({ context, version }: ReadState) => executeQuery(context, prepared, version)
    if (options?.explain === undefined) return { readTime, ...(await run(state)) }
    const { result, explained } = await explainRun(state, prepared, run, ({ documents }) => documents.length)
    return { readTime, ...result, explained }
  })
}
