import { disjunctsOf, type IndexScope } from '@hearth/model'
import type { UsedIndex } from '../documents.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { sourcesOf } from './query-stream.ts'
import { planScope, type ScopePlan } from './scope-plan.ts'

/** The indexes that the plan of a query reads, each once. Where the data decide between two ways, those of both. */
export function describePlan(database: string, prepared: PreparedQuery): UsedIndex[] {
  const used = new Map<string, UsedIndex>()
  for (const index of indexesOf(database, prepared)) used.set(`${index.scope} ${index.properties}`, index)
  return [...used.values()]
}

function* indexesOf(database: string, prepared: PreparedQuery): Generator<UsedIndex> {
  if (prepared.query.collectionId === undefined) {
    yield { scope: 'collection', properties: '(__name__ ASC)' }
    return
  }
  for (const { scope, names } of sourcesOf(database, prepared)) {
    for (const filters of disjunctsOf(prepared.query.filter)) {
      yield* indexesOfPlan(scope, planScope(scope, filters, prepared, names))
    }
  }
}

function* indexesOfPlan(scope: IndexScope, plan: ScopePlan): Generator<UsedIndex> {
  switch (plan.kind) {
    case 'nothing':
      return
    case 'scan':
      yield {
        scope: scope.kind,
        properties: propertiesOf(plan.field, plan.isElement ? 'CONTAINS' : directionOf(plan.scan.reverse)),
      }
      return
    case 'join':
      for (const { field, isElement } of plan.ranges) {
        yield { scope: scope.kind, properties: propertiesOf(field, isElement ? 'CONTAINS' : directionOf(plan.reverse)) }
      }
      return
    case 'either':
      yield* indexesOfPlan(scope, plan.scan)
      yield* indexesOfPlan(scope, plan.join)
      return
  }
}

function directionOf(reverse: boolean): 'ASC' | 'DESC' {
  return reverse ? 'DESC' : 'ASC'
}

function propertiesOf(field: string, kind: 'ASC' | 'DESC' | 'CONTAINS'): string {
  return field === '__name__'
    ? `(__name__ ${kind})`
    : `(${field} ${kind}, __name__ ${kind === 'DESC' ? 'DESC' : 'ASC'})`
}
