import { type Aggregation, Aggregator, type Query, validateAggregations, type Value, type Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, ReadOptions } from './documents.ts'
import type { ProjectRoom } from './project-room.ts'
import { countFromKeys } from './query/count-keys.ts'
import { eachInWindow, streamAt } from './query/execute-query.ts'
import { prepareQuery } from './query/prepared-query.ts'
import { readState, type ReadState } from './read-state.ts'

/** Counts, sums and averages over the result of a query. A count reads index keys alone where those tell everything. */
export async function runAggregation(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  aggregations: readonly Aggregation[],
  options: ReadOptions | undefined,
): Promise<{ readTime: Version; values: ReadonlyMap<string, Value> }> {
  const prepared = prepareQuery(query, at)
  const aggregator = new Aggregator(validateAggregations(aggregations))
  await room.gate.authorize(at.project, caller, {
    service: 'documents',
    operation: 'list',
    database: at.database,
    query,
  })
  return await readState(room, caller, at, options, async (state: ReadState) => {
    const { context, version, readTime, transaction } = state
    transaction?.noteQuery(at.database, query, readTime)
    const { offset, limit } = windowOf(prepared.query, aggregator.enough)
    const isOfNow = version >= context.snapshot.version
    const count =
      aggregator.isCountAlone && isOfNow ? await countFromKeys(context, prepared, offset + limit) : undefined
    if (count !== undefined) {
      aggregator.addCount(Math.max(0, count - offset))
    } else {
      const stream = await streamAt(context, prepared, version)
      await eachInWindow(stream, { offset, limit }, (document) =>
        aggregator.isCountAlone ? aggregator.addCount(1) : aggregator.add(document.fields),
      )
    }
    return { readTime, values: aggregator.results() }
  })
}

/** No more documents are looked at than change the answer. */
function windowOf(
  { offset, limit = Infinity }: Pick<Query, 'offset' | 'limit'>,
  enough: bigint | undefined,
): { offset: number; limit: number } {
  return { offset, limit: enough === undefined ? limit : Math.min(limit, Number(enough)) }
}
