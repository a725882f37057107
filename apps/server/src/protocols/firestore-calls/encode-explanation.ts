import type { ExplainedQuery, QueryOptions } from '../../documents/documents.ts'
import type { ExplainMetrics, ExplainOptions } from '../firestore-codec/messages.ts'

export function decodeExplain(options: ExplainOptions | undefined): QueryOptions['explain'] {
  if (options === undefined) return undefined
  return options.analyze ? 'analyze' : 'plan'
}

/** google.firestore.v1.ExplainMetrics, with the names that the official libraries pass on to their callers. */
export function encodeExplanation({ indexes, execution }: ExplainedQuery): ExplainMetrics {
  return {
    planSummary: {
      indexesUsed: indexes.map(({ scope, properties }) => ({
        query_scope: scope === 'collection' ? 'Collection' : 'Collection group',
        properties,
      })),
    },
    executionStats: execution && {
      resultsReturned: BigInt(execution.results),
      executionDuration: execution.durationMs,
      // A query that finds nothing counts as one read.
      readOperations: BigInt(Math.max(1, execution.documentsRead)),
      debugStats: {
        indexes_entries_scanned: String(execution.indexEntriesRead),
        documents_scanned: String(execution.documentsRead),
      },
    },
  }
}
