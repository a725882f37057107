import * as z from 'zod/mini'
import { parentUrl, type Reading } from './read-pages.ts'

const answer = z.array(
  z.object({ result: z.object({ aggregateFields: z.object({ count: z.object({ integerValue: z.string() }) }) }) }),
)

/** How many documents `readPages` will read, or a little more or less where they change meanwhile. */
export async function countFound({ database, collection, query, limit, signal }: Reading): Promise<number> {
  const body = {
    structuredAggregationQuery: {
      structuredQuery: { ...query, ...(limit !== undefined && { limit }) },
      aggregations: [{ alias: 'count', count: {} }],
    },
  }
  const [counted] = await database.project.call({
    method: 'POST',
    path: `${parentUrl(database, collection)}:runAggregationQuery`,
    body,
    signal,
    answer,
  })
  return Number(counted?.result.aggregateFields.count.integerValue ?? 0)
}
