import { formatFieldPath } from './field-path.ts'
import type { Bound, Filter, NormalisedQuery } from './query.ts'
import { encodeValue } from './typed-json.ts'

/**
 * A text that two queries share exactly when they ask for the same in the same words: equal after normalisation, the
 * order of filters within a composite and repetitions of them aside. Contains operands, so it is not for logs.
 */
export function canonicalQueryId(query: NormalisedQuery): string {
  return JSON.stringify([
    query.parent,
    query.collectionId ?? null,
    query.allDescendants,
    query.filter === undefined ? null : filterText(query.filter),
    query.orderBy.map(({ field, direction }) => `${formatFieldPath(field)} ${direction}`),
    boundText(query.startAt),
    boundText(query.endAt),
    query.offset,
    query.limit ?? null,
    query.select?.map(formatFieldPath).sort() ?? null,
    query.nearest ?? null,
  ])
}

/** Each of the filters once. */
export function distinctFilters(filters: readonly Filter[]): readonly Filter[] {
  return filters.length < 2 ? filters : [...new Map(filters.map((filter) => [filterText(filter), filter])).values()]
}

function filterText(filter: Filter): string {
  switch (filter.kind) {
    case 'field':
      return JSON.stringify([formatFieldPath(filter.field), filter.op, encodeValue(filter.value)])
    case 'unary':
      return JSON.stringify([formatFieldPath(filter.field), filter.op])
    case 'and':
    case 'or':
      // Not as a JSON text of JSON texts, which would be escaped anew, and twice as long, on each level.
      return `${filter.kind}[${[...new Set(filter.filters.map(filterText).sort())].join(',')}]`
  }
}

function boundText(bound: Bound | undefined): unknown {
  return bound === undefined ? null : [bound.before, ...bound.values.map(encodeValue)]
}
