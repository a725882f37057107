import {
  assertNumberOfAggregations,
  assertNumberOfComponents,
  FIELD_OPERATORS,
  fieldOperatorNames,
  invalidArgument,
  parseFieldPath,
  validateNearest,
} from '@hearth/model'
import type {
  Aggregation,
  Bound,
  DistanceMeasure,
  FieldOperator,
  FieldPath,
  Filter,
  NearestNeighbours,
  Order,
  Query,
  UnaryOperator,
} from '@hearth/model'
import { decodeMask } from './decode-write.ts'
import type {
  Aggregation as AggregationMessage,
  Cursor,
  FieldFilter,
  FieldReference,
  FindNearest,
  Filter as FilterMessage,
  Order as OrderMessage,
  StructuredQuery,
  UnaryFilter,
} from './messages.ts'

const fieldOperators: Readonly<Partial<Record<NonNullable<FieldFilter['op']>, FieldOperator>>> = Object.fromEntries(
  FIELD_OPERATORS.map((operator) => [fieldOperatorNames[operator], operator]),
)

const unaryOperators: Readonly<Record<NonNullable<UnaryFilter['op']>, UnaryOperator | undefined>> = {
  OPERATOR_UNSPECIFIED: undefined,
  IS_NAN: 'is-nan',
  IS_NULL: 'is-null',
  IS_NOT_NAN: 'is-not-nan',
  IS_NOT_NULL: 'is-not-null',
}

/** A structured query as the model has it; `parent` is the path below which it looks. Throws `invalid-argument`. */
export function decodeQuery(parent: string, query: StructuredQuery | undefined): Query {
  if (query === undefined) throw invalid('it has no structured query')
  const from = query.from ?? []
  if (from.length > 1) throw invalid('it has more than one collection selector')
  const selector = from[0]
  if ((query.offset ?? 0) < 0) throw invalid('its offset is negative')
  if ((query.limit ?? 0) < 0) throw invalid('its limit is negative')
  assertNotTooLong(parent, query)
  const orderBy = (query.orderBy ?? []).map(decodeOrder)
  const fields = query.select?.fields ?? []
  return {
    parent,
    collectionId: selector?.collectionId === '' ? undefined : selector?.collectionId,
    // Without a selector every collection below the parent is meant.
    allDescendants: selector === undefined ? true : (selector.allDescendants ?? false),
    filter: query.where === undefined ? undefined : decodeFilter(query.where),
    orderBy,
    startAt: decodeBound(query.startAt),
    endAt: decodeBound(query.endAt),
    offset: query.offset ?? 0,
    limit: query.limit,
    select: fields.length === 0 ? undefined : decodeSelection(fields),
    nearest: query.findNearest && decodeNearest(query.findNearest),
  }
}

/** Filters and orders that are taken apart before anybody counts which of them are repetitions. */
const COMPONENTS_MAX = 1000
const COMPOSITES_MAX = 1000
/** Vendor's clients select what a document has at most; each further path costs every document of the result. */
const SELECTED_MAX = 20_000

/** Throws `invalid-argument` for what no query can mean, before its lists are taken apart. */
function assertNotTooLong(parent: string, { where, orderBy, select, startAt, endAt }: StructuredQuery): void {
  const { leaves, composites } = countFilters(where)
  assertNumberOfComponents({ parent, orderBy }, leaves, COMPONENTS_MAX)
  if (composites > COMPOSITES_MAX) throw invalid('it has too many composite filters')
  // The order has what is said, the fields of filters, and the name.
  const orderedMax = leaves + (orderBy?.length ?? 0) + 1
  if (Math.max(startAt?.values?.length ?? 0, endAt?.values?.length ?? 0) > orderedMax) {
    throw invalidArgument('INVALID_QUERY', 'Cursor has too many values.')
  }
  if ((select?.fields?.length ?? 0) > SELECTED_MAX) throw invalid(`it selects more than ${SELECTED_MAX} fields`)
}

/** Those that hold no others, and those that do, as far as there are not too many. */
function countFilters(filter: FilterMessage | undefined): { leaves: number; composites: number } {
  let leaves = 0
  let composites = 0
  const rest = filter === undefined ? [] : [filter]
  for (let next = rest.pop(); next !== undefined && composites <= COMPOSITES_MAX; next = rest.pop()) {
    const inner = next.compositeFilter?.filters
    if (inner === undefined) {
      leaves++
    } else {
      composites++
      // All of them count, but no more are looked into than may be.
      leaves += Math.max(0, inner.length - COMPONENTS_MAX)
      for (const one of inner.slice(0, COMPONENTS_MAX)) rest.push(one)
    }
  }
  return { leaves, composites }
}

/** Nested composites with nothing in them say nothing and disappear; a composite of one is that one. */
function decodeFilter(filter: FilterMessage): Filter | undefined {
  if (filter.compositeFilter !== undefined) {
    const { op, filters = [] } = filter.compositeFilter
    const decoded = filters.map(decodeFilter).filter((inner) => inner !== undefined)
    if (op !== 'AND' && op !== 'OR') throw invalid('a composite filter has no operator')
    if (decoded.length <= 1) return decoded[0]
    return { kind: op === 'AND' ? 'and' : 'or', filters: decoded }
  }
  if (filter.fieldFilter !== undefined) {
    const { field, op: operator = 'OPERATOR_UNSPECIFIED', value } = filter.fieldFilter
    const op = fieldOperators[operator]
    if (op === undefined) throw invalid('a field filter has no operator')
    if (value === undefined) throw invalid('a field filter has no value')
    return { kind: 'field', field: decodeField(field), op, value }
  }
  if (filter.unaryFilter !== undefined) {
    const op = unaryOperators[filter.unaryFilter.op ?? 'OPERATOR_UNSPECIFIED']
    if (op === undefined) throw invalid('a unary filter has no operator')
    return { kind: 'unary', field: decodeField(filter.unaryFilter.field), op }
  }
  throw invalid('a filter is empty')
}

const distanceMeasures: Readonly<Record<NonNullable<FindNearest['distanceMeasure']>, DistanceMeasure | undefined>> = {
  DISTANCE_MEASURE_UNSPECIFIED: undefined,
  EUCLIDEAN: 'euclidean',
  COSINE: 'cosine',
  DOT_PRODUCT: 'dot-product',
}

function decodeNearest(message: FindNearest): NearestNeighbours {
  return validateNearest({
    field: decodeField(message.vectorField),
    vector: message.queryVector,
    measure: distanceMeasures[message.distanceMeasure ?? 'DISTANCE_MEASURE_UNSPECIFIED'],
    limit: message.limit,
    threshold: message.distanceThreshold,
    resultField: message.distanceResultField ?? '',
  })
}

function decodeOrder(order: OrderMessage): Order {
  return {
    field: decodeField(order.field),
    direction: order.direction === 'DESCENDING' ? 'descending' : 'ascending',
  }
}

/** As a mask: `decodeMask`. */
function decodeSelection(fields: readonly FieldReference[]): readonly FieldPath[] {
  return decodeMask({ fieldPaths: fields.map(({ fieldPath = '' }) => fieldPath) }) ?? []
}

function decodeBound(cursor: Cursor | undefined): Bound | undefined {
  if (cursor === undefined) return undefined
  return { values: cursor.values ?? [], before: cursor.before ?? false }
}

function decodeField(reference: FieldReference | undefined): FieldPath {
  return parseFieldPath(reference?.fieldPath ?? '')
}

/** What is left out as alias is empty. Throws `invalid-argument`. */
export function decodeAggregations(messages: readonly AggregationMessage[] = []): Aggregation[] {
  if (messages.length > 0) assertNumberOfAggregations(messages)
  return messages.map(decodeAggregation)
}

function decodeAggregation({ alias = '', count, sum, avg }: AggregationMessage): Aggregation {
  if (count !== undefined) return { alias, kind: 'count', upTo: count.upTo }
  if (sum !== undefined) return { alias, kind: 'sum', field: decodeField(sum.field) }
  if (avg !== undefined) return { alias, kind: 'average', field: decodeField(avg.field) }
  throw invalid('an aggregation does not say what it computes')
}

function invalid(complaint: string): Error {
  return invalidArgument('INVALID_QUERY', `Invalid query: ${complaint}.`)
}
