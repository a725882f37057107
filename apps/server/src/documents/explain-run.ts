import type { ExplainedQuery } from './documents.ts'
import { CountedSnapshot } from './query/counted-snapshot.ts'
import { describePlan } from './query/describe-plan.ts'
import type { PreparedQuery } from './query/prepared-query.ts'
import type { ReadContext } from './query/read-context.ts'
import type { ReadState } from './read-state.ts'

/** How a query would be run. */
export function explainPlan(view: ReadContext, prepared: PreparedQuery): ExplainedQuery {
  return { indexes: describePlan(view, prepared) }
}

/** Runs a query and tells what it took. `results` says how many a result counts as. */
export async function explainRun<T>(
  state: ReadState,
  prepared: PreparedQuery,
  run: (state: ReadState) => Promise<T>,
  results: (result: T) => number,
): Promise<{ result: T; explained: ExplainedQuery }> {
  const snapshot = new CountedSnapshot(state.view.snapshot)
  const startedAt = performance.now()
  const result = await run({ ...state, view: { ...state.view, snapshot } })
  const durationMs = performance.now() - startedAt
  const { documents: documentsRead, indexEntries: indexEntriesRead } = snapshot
  const execution = { results: results(result), durationMs, documentsRead, indexEntriesRead }
  return { result, explained: { ...explainPlan(state.view, prepared), execution } }
}
