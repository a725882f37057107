import { disjunctsOf, type IndexScope } from '@hearth/model'
import type { UsedIndex } from '../documents.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { sourcesOf } from './query-stream.ts'
import type { ReadContext } from './read-context.ts'
import { planScope, type ScopePlan, type UsedField } from './scope-plan.ts'

/** The indexes that the plan of a query reads, each once. Where the data decide between two ways, those of both. */
export function describePlan(context: ReadContext, prepared: PreparedQuery): UsedIndex[] {
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
