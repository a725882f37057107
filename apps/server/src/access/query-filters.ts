import type { FieldOperator, Filter, Query } from '@hearth/model'

/** Whether every document the query can find has `field op text`, because the query itself demands it. */
export function demands(query: Query, field: string, op: FieldOperator, text: string): boolean {
  return conjuncts(query.filter).some(
    (filter) =>
      filter.kind === 'field' &&
      filter.op === op &&
      filter.field.length === 1 &&
      filter.field[0] === field &&
      filter.value.kind === 'string' &&
      filter.value.value === text,
  )
}

/** The filters that all hold. An `or` counts as one filter that demands nothing. */
function conjuncts(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return []
  return filter.kind === 'and' ? filter.filters.flatMap(conjuncts) : [filter]
}
