import type { Filter } from './query.ts'
import { unreachable } from './unreachable.ts'
import { isNaNValue } from './value-order.ts'
import type { Value } from './value.ts'

/** A filter that holds no others and names one value, or a `not-in`. */
export type SimpleFilter = Extract<Filter, { kind: 'field' | 'unary' }>

/**
 * The disjunctive normal form of a filter: a document passes when it passes all filters of one of the lists. `in` and
 * `array-contains-any` are taken apart into one list for each value; values that find nothing (null, NaN) have none, so
 * there may be no list at all. No filter gives one list with nothing in it. The lists are few once `validateQuery`
 * has accepted the query; a document may pass several of them.
 */
export function disjunctsOf(filter: Filter | undefined): SimpleFilter[][] {
  if (filter === undefined) return [[]]
  switch (filter.kind) {
    case 'unary':
      return [[filter]]
    case 'field':
      return fieldDisjuncts(filter)
    case 'or':
      return filter.filters.length === 0 ? [[]] : filter.filters.flatMap(disjunctsOf)
    case 'and':
      return filter.filters
        .map(disjunctsOf)
        .reduce<SimpleFilter[][]>(
          (lists, part) => lists.flatMap((list) => part.map((further) => [...list, ...further])),
          [[]],
        )
    default:
      return unreachable(filter)
  }
}

function fieldDisjuncts(filter: Extract<Filter, { kind: 'field' }>): SimpleFilter[][] {
  if (filter.op !== 'in' && filter.op !== 'array-contains-any') return [[filter]]
  const op = filter.op === 'in' ? '==' : 'array-contains'
  const values = filter.value.kind === 'array' ? filter.value.values : []
  return values.filter(canBeFound).map((value) => [{ ...filter, op, value }])
}

function canBeFound(value: Value): boolean {
  return value.kind !== 'null' && !isNaNValue(value)
}
