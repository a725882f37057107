import {
  compareFieldPaths,
  equalFieldPaths,
  formatFieldPath,
  isNameField,
  NAME_FIELD,
  type FieldPath,
} from './field-path.ts'
import { distinctFilters } from './query-canonical.ts'
import type { Filter, NormalisedQuery, Order, Query } from './query.ts'
import { unreachable } from './unreachable.ts'
import { isNaNValue } from './value-order.ts'
import type { Value } from './value.ts'

export function normaliseQuery(query: Query): NormalisedQuery {
  const { filter, startAt, endAt, ...rest } = query
  const simple = filter && simplifyFilter(filter)
  return {
    ...rest,
    isNormalised: true,
    filter: simple,
    orderBy: completeOrder(query.orderBy, simple),
    // A cursor without values is none.
    startAt: startAt?.values.length === 0 ? undefined : startAt,
    endAt: endAt?.values.length === 0 ? undefined : endAt,
  }
}

function completeOrder(explicit: readonly Order[], filter: Filter | undefined): Order[] {
  const orders = [...explicit]
  const ordered = new Set(explicit.map(({ field }) => formatFieldPath(field)))
  const direction = explicit.at(-1)?.direction ?? 'ascending'
  const implied = filter === undefined ? [] : inequalityFields(filter).sort(compareFieldPaths)
  for (const field of [...implied.filter((path) => !isNameField(path)), NAME_FIELD]) {
    if (!ordered.has(formatFieldPath(field))) orders.push({ field, direction })
  }
  return orders
}

/**
 * The order in which a query with an offset or limit is aggregated: the aggregated fields stand before the name, as in
 * the index that the vendor takes for it. Not where the client says how names are ordered, or where a cursor holds a name.
 */
export function orderForAggregation(query: Query, fields: readonly FieldPath[]): readonly Order[] {
  const { orderBy } = normaliseQuery(query)
  const beforeName = orderBy.slice(0, -1)
  const cursorLength = Math.max(query.startAt?.values.length ?? 0, query.endAt?.values.length ?? 0)
  if (query.orderBy.some(({ field }) => isNameField(field)) || cursorLength > beforeName.length) return orderBy
  const direction = orderBy.at(-1)?.direction ?? 'ascending'
  for (const field of [...fields].sort(compareFieldPaths)) {
    if (!beforeName.some((order) => equalFieldPaths(order.field, field))) beforeName.push({ field, direction })
  }
  return [...beforeName, { field: NAME_FIELD, direction }]
}

/** Flattens composites of the same kind, leaves out repetitions and takes apart composites of one. Undefined: everything matches. */
export function simplifyFilter(filter: Filter): Filter | undefined {
  if (filter.kind !== 'and' && filter.kind !== 'or') return filter
  const { kind } = filter
  const parts = filter.filters.flatMap((part): readonly Filter[] => {
    const simple = simplifyFilter(part)
    if (simple === undefined) return []
    return simple.kind === kind ? simple.filters : [simple]
  })
  const filters = distinctFilters(parts)
  return filters.length <= 1 ? filters[0] : { kind, filters }
}

/** Every field filter and unary filter, wherever it stands. */
export function leafFilters(filter: Filter | undefined): Extract<Filter, { kind: 'field' | 'unary' }>[] {
  if (filter === undefined) return []
  if (filter.kind === 'field' || filter.kind === 'unary') return [filter]
  return filter.filters.flatMap(leafFilters)
}

/** The fields under `< <= > >= != not-in`, IS_NOT_NULL and IS_NOT_NAN, each once. */
export function inequalityFields(filter: Filter): FieldPath[] {
  const fields = new Map<string, FieldPath>()
  for (const leaf of leafFilters(filter)) {
    if (!isInequality(leaf)) continue
    const text = formatFieldPath(leaf.field)
    if (!fields.has(text)) fields.set(text, leaf.field)
  }
  return [...fields.values()]
}

export function isInequality(filter: Extract<Filter, { kind: 'field' | 'unary' }>): boolean {
  switch (filter.op) {
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '!=':
    case 'not-in':
    case 'is-not-null':
    case 'is-not-nan':
      return true
    default:
      return false
  }
}

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
