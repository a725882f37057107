import {
  countDisjunctions,
  decodeValue,
  encodeValue,
  FIELD_OPERATORS,
  type FieldOperator,
  type Filter,
  formatFieldPath,
  invalidArgument,
  type Order,
  parseFieldPath,
  type Query,
  QUERY_LIMITS,
  type UnaryOperator,
} from '@hearth/model'

/** What a query asks for, apart from its collection; plain JSON. */
export interface QueryJson {
  /** All of them hold. */
  readonly where?: readonly FilterJson[] | undefined
  readonly orderBy?: readonly { readonly field: string; readonly direction?: 'asc' | 'desc' | undefined }[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** All collections of that name, wherever they are: a collection group. */
  readonly allDescendants?: boolean | undefined
}

/** `{field: 'ship.city', op: '==', value: {stringValue: 'London'}}`, or several that all hold or of which one holds. */
export type FilterJson =
  | { readonly field: string; readonly op: FieldOperator; readonly value: unknown }
  | { readonly and: readonly FilterJson[] }
  | { readonly or: readonly FilterJson[] }

const unaryJson: Readonly<Record<UnaryOperator, readonly [FieldOperator, unknown]>> = {
  'is-null': ['==', { nullValue: null }],
  'is-not-null': ['!=', { nullValue: null }],
  'is-nan': ['==', { doubleValue: 'NaN' }],
  'is-not-nan': ['!=', { doubleValue: 'NaN' }],
}

/** Cursors, projections and vectors are left out: what rules grant does not depend on them. */
export function encodeQuery(query: Query): QueryJson {
  const { filter, orderBy, limit, offset, allDescendants } = query
  return {
    ...(filter !== undefined && {
      where: filter.kind === 'and' ? filter.filters.map(encodeFilter) : [encodeFilter(filter)],
    }),
    ...(orderBy.length > 0 && { orderBy: orderBy.map(encodeOrder) }),
    ...(limit !== undefined && { limit }),
    ...(offset > 0 && { offset }),
    ...(allDescendants && { allDescendants }),
  }
}

/**
 * `collection`: relative to the database. Throws `invalid-argument` for fields and values that are none, and for more alternatives than any query
 * may have: rules are asked about each, and a few filters could stand for millions.
 */
export function decodeQuery(collection: string, query: QueryJson): Query {
  const at = collection.lastIndexOf('/')
  const { where = [], orderBy = [], limit, offset = 0, allDescendants = false } = query
  const filter: Filter | undefined = where.length === 0 ? undefined : { kind: 'and', filters: where.map(decodeFilter) }
  if (filter !== undefined && countDisjunctions(filter) > QUERY_LIMITS.disjunctions) {
    throw invalidArgument('INVALID_QUERY', `A query has at most ${QUERY_LIMITS.disjunctions} alternatives.`)
  }
  return {
    parent: at < 0 ? '' : collection.slice(0, at),
    collectionId: collection.slice(at + 1),
    allDescendants,
    filter,
    orderBy: orderBy.map(({ field, direction }) => ({
      field: parseFieldPath(field),
      direction: direction === 'desc' ? 'descending' : 'ascending',
    })),
    offset,
    limit,
  }
}

function encodeFilter(filter: Filter): FilterJson {
  switch (filter.kind) {
    case 'and':
      return { and: filter.filters.map(encodeFilter) }
    case 'or':
      return { or: filter.filters.map(encodeFilter) }
    case 'unary': {
      const [op, value] = unaryJson[filter.op]
      return { field: formatFieldPath(filter.field), op, value }
    }
    case 'field':
      return {
        field: formatFieldPath(filter.field),
        op: filter.op,
        value: JSON.parse(encodeValue(filter.value)) as unknown,
      }
  }
}

function decodeFilter(json: FilterJson): Filter {
  if ('and' in json) return { kind: 'and', filters: json.and.map(decodeFilter) }
  if ('or' in json) return { kind: 'or', filters: json.or.map(decodeFilter) }
  const { op } = json
  if (!FIELD_OPERATORS.includes(op)) throw invalidArgument('INVALID_QUERY', `A query has no operator ${op}.`)
  const field = parseFieldPath(json.field)
  const value = decodeValue(json.value)
  // The two that equality finds nothing with are asked for by operators of their own.
  const isNan = value.kind === 'double' && Number.isNaN(value.value)
  if (op === '==' && (value.kind === 'null' || isNan)) return { kind: 'unary', field, op: isNan ? 'is-nan' : 'is-null' }
  if (op === '!=' && (value.kind === 'null' || isNan)) {
    return { kind: 'unary', field, op: isNan ? 'is-not-nan' : 'is-not-null' }
  }
  return { kind: 'field', field, op, value }
}

function encodeOrder({ field, direction }: Order): { field: string; direction?: 'desc' } {
  return { field: formatFieldPath(field), ...(direction === 'descending' && { direction: 'desc' as const }) }
}
