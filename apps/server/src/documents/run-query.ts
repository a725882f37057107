import type { Query } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, QueryResult, ReadOptions } from './documents.ts'
import type { ProjectRoom } from './project-room.ts'
import { executeQuery } from './query/execute-query.ts'
import { prepareQuery } from './query/prepared-query.ts'
import { readState } from './read-state.ts'

export async function runQuery(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  options: ReadOptions | undefined,
): Promise<QueryResult> {
  const prepared = prepareQuery(query, at)
  await room.gate.authorize(at.project, caller, {
    service: 'documents',
    operation: 'list',
    database: at.database,
    query,
  })
  return await readState(room, caller, at, options, async ({ context, version, readTime, transaction }) => {
    transaction?.noteQuery(at.database, query, readTime)
    return { readTime, ...(await executeQuery(context, prepared, version)) }
  })
}
