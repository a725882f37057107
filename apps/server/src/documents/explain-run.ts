import { disjunctsOf, type IndexScope } from '@hearth/model'
import type { ExplainedQuery, UsedIndex } from './documents.ts'
import { CountedSnapshot } from './query/counted-snapshot.ts'
import type { PreparedQuery } from './query/prepared-query.ts'
import { sourcesOf } from './query/query-stream.ts'
import type { ReadContext } from './query/read-context.ts'
import { planScope, type ScopePlan, type UsedField } from './query/scope-plan.ts'
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

/** The indexes that the plan of a query reads, each once. Where the data decide between two ways, those of both. */
function describePlan(context: ReadContext, prepared: PreparedQuery): UsedIndex[] {
  const used = new Map<string, UsedIndex>()
  for (const index of indexesOf(context, prepared)) used.set(`${index.scope} ${index.properties}`, index)
  return [...used.values()]
}

function* indexesOf(context: ReadContext, prepared: PreparedQuery): Generator<UsedIndex> {
  if (prepared.query.collectionId === undefined) {
    yield { scope: 'collection', properties: '(__name__ ASC)' }
    return
  }
  for (const source of sourcesOf(context.database, prepared)) {
    for (const filters of disjunctsOf(prepared.query.filter)) {
      yield* indexesOfPlan(source.scope, planScope(source, filters, prepared, context))
    }
  }
}

function* indexesOfPlan(scope: IndexScope, plan: ScopePlan): Generator<UsedIndex> {
  switch (plan.kind) {
    case 'nothing':
      return
    case 'scan':
      yield { scope: scope.kind, properties: propertiesOf(plan.fields, plan.scan.reverse) }
      return
    case 'join':
      for (const { field, isElement } of plan.ranges) {
        const kind = isElement ? 'contains' : 'ascending'
        const fields = field === '__name__' ? [] : [{ field, kind } as const]
        yield { scope: scope.kind, properties: propertiesOf(fields, plan.reverse) }
      }
      return
    case 'either':
      yield* indexesOfPlan(scope, plan.scan)
      yield* indexesOfPlan(scope, plan.join)
      return
  }
}

/** As the keys are read: a scan from the end reads each field in the other direction. */
function propertiesOf(fields: readonly UsedField[], reverse: boolean): string {
  const direction = (isDescending: boolean) => (isDescending === reverse ? 'ASC' : 'DESC')
  const parts = fields.map(
    ({ field, kind }) => `${field} ${kind === 'contains' ? 'CONTAINS' : direction(kind === 'descending')}`,
  )
  const isNameDescending = fields.at(-1)?.kind === 'descending'
  return `(${[...parts, `__name__ ${direction(isNameDescending)}`].join(', ')})`
}
