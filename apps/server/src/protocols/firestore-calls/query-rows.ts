import type { ExplainedQuery, QueryOptions, QueryPart } from '../../documents/documents.ts'
import type { DatabaseScope } from '../firestore-codec/database-scope.ts'
import type { ExplainMetrics, ExplainOptions, RunQueryResponse } from '../firestore-codec/messages.ts'
import type { ShapeOf } from '../firestore-codec/wire-schema.ts'

type Row = ShapeOf<typeof RunQueryResponse>

/** Characters of documents after which rows are sent, although there may be more. */
const LENGTH_MAX = 256 * 1024

/** The messages that answer a query, as they come to be. */
export class QueryRows {
  readonly #scope: DatabaseScope
  readonly #transaction: Uint8Array | undefined
  #rows: Row[] = []
  #length = 0
  #hasBegun = false

  /** `transaction`: the one that the query began; the first message tells it. */
  constructor(scope: DatabaseScope, transaction: Uint8Array | undefined) {
    this.#scope = scope
    this.#transaction = transaction
  }

  /** There is so much that it should not wait for the rest. */
  get isLong(): boolean {
    return this.#length > LENGTH_MAX
  }

  add({ documents, readTime, skipped }: QueryPart): void {
    if (!this.#hasBegun) this.#begin({ readTime, skipped }, false)
    const { root } = this.#scope
    for (const document of documents) {
      this.#rows.push({ document: { root, document }, readTime })
      this.#length += document.json.length + root.length + document.path.length
    }
  }

  take(): readonly Row[] {
    const rows = this.#rows
    this.#rows = []
    this.#length = 0
    return rows
  }

  /**
   * What is left at the end; a query that found nothing is answered by its time alone. What explains it stands in the last message, and
   * in one of its own, without a time, when the query was not run: by that clients know that there is no result.
   */
  takeLast(end: Pick<QueryPart, 'readTime' | 'skipped'>, explained?: ExplainedQuery): readonly Row[] {
    const wasRun = explained === undefined || explained.execution !== undefined
    if (!this.#hasBegun) this.#begin(end, wasRun && this.#rows.length === 0)
    if (explained === undefined) return this.take()
    const last = wasRun ? this.#rows.pop() : undefined
    this.#rows.push({ ...last, explainMetrics: encodeExplanation(explained) })
    return this.take()
  }

  /** What belongs to the answer and not to one of its documents has a message of its own, the first. */
  #begin({ readTime, skipped }: Pick<QueryPart, 'readTime' | 'skipped'>, isAlone: boolean): void {
    this.#hasBegun = true
    const transaction = this.#transaction
    if (!isAlone && transaction === undefined && skipped === 0) return
    this.#rows.unshift({
      ...(transaction !== undefined && { transaction }),
      ...(skipped > 0 && { skippedResults: skipped }),
      readTime,
    })
  }
}

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
