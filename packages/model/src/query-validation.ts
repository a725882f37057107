import { distinctFilters } from './query-canonical.ts'
import { MAX_VALUE_BYTES, valueSize } from './document-limits.ts'
import { formatFieldPath, isNameField, NAME_FIELD, validateQueryPath, type FieldPath } from './field-path.ts'
import { invalidArgument } from './invalid-argument.ts'
import { inequalityFields, leafFilters, normaliseQuery } from './query-normalisation.ts'
import type { Bound, Filter, NormalisedQuery, Order, Query } from './query.ts'
import { nameParts, validateCollectionId, validateDocumentPath } from './resource-path.ts'
import { unreachable } from './unreachable.ts'
import type { Value } from './value.ts'

/** Limits of document-semantics section 1 that concern queries. */
export const QUERY_LIMITS = {
  disjunctions: 30,
  comparisonValues: 30,
  notInValues: 10,
  inequalityFields: 10,
  /** Filters and orders, and one more when the parent is a document. */
  components: 100,
  /** Elements and members in the values of all filters and cursors together. */
  operandValues: 20_000,
} as const

type LeafFilter = Extract<Filter, { kind: 'field' | 'unary' }>

/**
 * Throws `invalid-argument`, in the vendor's words where apps may know them, unless the query may run against the
 * database. Answers it normalised. Sources, filters and orders are those of document-semantics 7.1 to 7.4.
 */
export function validateQuery(
  query: Query,
  at: { readonly project: string; readonly database: string },
): NormalisedQuery {
  if (query.parent !== '') validateDocumentPath(query.parent)
  if (query.collectionId !== undefined) validateCollectionId(query.collectionId)
  if (query.offset < 0) throw refusal('offset is negative')
  if (query.limit !== undefined && query.limit < 0) throw refusal('limit is negative')
  for (const path of query.select ?? []) validateQueryPath(path)
  const leaves = leafFilters(query.filter)
  assertNumberOfComponents(query, leaves.length, COMPONENTS_WITH_REPETITIONS_MAX)
  for (const leaf of leaves) validateLeaf(leaf, at)
  validateOperandSizes(query, leaves)
  const said = query.filter && withoutRepetition(query.filter)
  assertNumberOfComponents(query, leafFilters(said).length)
  const normalised = normaliseQuery(query)
  validateComposition(query.filter, said, leaves)
  validateOrders(normalised.orderBy)
  validateSource(normalised, leaves)
  for (const bound of [query.startAt, query.endAt]) {
    if (bound !== undefined) validateBound(bound, normalised.orderBy, at)
  }
  return normalised
}

function validateLeaf(filter: LeafFilter, at: { project: string; database: string }): void {
  validateQueryPath(filter.field)
  if (filter.kind === 'unary') {
    if (isNameField(filter.field)) throw refusal('__name__ filter value must be a document reference.')
    return
  }
  const { field, op, value } = filter
  switch (op) {
    case 'in':
      validateOperands(value, 'IN', QUERY_LIMITS.comparisonValues)
      break
    case 'not-in':
      validateOperands(value, 'NOT_IN', QUERY_LIMITS.notInValues)
      break
    case 'array-contains-any':
      validateOperands(value, 'ARRAY_CONTAINS_ANY', QUERY_LIMITS.comparisonValues)
      break
    default:
      break
  }
  if (!isNameField(field)) return
  if (op === 'array-contains' || op === 'array-contains-any') {
    throw refusal('__name__ is not an array: it cannot be used with array-contains.')
  }
  for (const operand of op === 'in' || op === 'not-in' ? elementsOf(value) : [value]) {
    if (operand.kind !== 'reference') throw refusal('__name__ filter value must be a document reference.')
    if (!isOfDatabase(operand.name, at)) {
      throw refusal('The __name__ filter value is in a different database than the query.')
    }
  }
}

function validateOperands(value: Value, op: string, limit: number): void {
  if (value.kind !== 'array') throw refusal(`'${op}' requires an ArrayValue.`)
  if (value.values.length === 0) throw refusal(`'${op}' requires an non-empty ArrayValue.`)
  if (value.values.length > limit) throw refusal(`'${op}' supports up to ${limit} comparison values.`)
}

function elementsOf(value: Value): readonly Value[] {
  return value.kind === 'array' ? value.values : []
}

function isOfDatabase(name: string, at: { project: string; database: string }): boolean {
  const { project, database } = nameParts(name)
  return project === at.project && database === at.database
}

/** `said`: the filter without its repetitions. */
function validateComposition(
  filter: Filter | undefined,
  said: Filter | undefined,
  leaves: readonly LeafFilter[],
): void {
  if (filter === undefined || said === undefined) return
  const negations = leaves.filter(({ op }) => ['!=', 'not-in', 'is-not-null', 'is-not-nan'].includes(op))
  if (negations.length > 1) {
    throw refusal("Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.")
  }
  const hasNotIn = negations.some(({ op }) => op === 'not-in')
  if (hasNotIn && (hasOr(filter) || leaves.some(({ op }) => op === 'in' || op === 'array-contains-any'))) {
    throw refusal("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.")
  }
  if (arrayContainsPerDisjunct(said) > 1) {
    throw refusal("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.")
  }
  const disjunctions = countDisjunctions(said)
  if (disjunctions > QUERY_LIMITS.disjunctions) {
    throw refusal(
      `Too many disjunctions after normalization. Result had ${disjunctions} disjunctions which is more than the maximum of ${QUERY_LIMITS.disjunctions}`,
    )
  }
  validateInequalities(filter, leaves)
}

function validateInequalities(filter: Filter, leaves: readonly LeafFilter[]): void {
  const fields = inequalityFields(filter)
  if (fields.length > QUERY_LIMITS.inequalityFields) {
    throw refusal(
      `The query contains ${fields.length} distinct inequality fields. A query may not have more than ${QUERY_LIMITS.inequalityFields} distinct inequality fields.`,
    )
  }
  const hasKeyEquality = leaves.some(({ field, op }) => isNameField(field) && (op === '==' || op === 'in'))
  if (hasKeyEquality && fields.length > 0 && !fields.some(isNameField)) {
    throw refusal(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    )
  }
}

function hasOr(filter: Filter): boolean {
  if (filter.kind !== 'and' && filter.kind !== 'or') return false
  return (filter.kind === 'or' && filter.filters.length > 1) || filter.filters.some(hasOr)
}

/** A filter that stands twice in one composite counts once, as with the vendor; those of nested composites aren't compared. */
function withoutRepetition(filter: Filter): Filter {
  if (filter.kind !== 'and' && filter.kind !== 'or') return filter
  return { ...filter, filters: distinctFilters(filter.filters).map(withoutRepetition) }
}

/** The most array-contains filters that stand together in one disjunct of the disjunctive normal form. */
function arrayContainsPerDisjunct(filter: Filter): number {
  switch (filter.kind) {
    case 'field':
      return filter.op === 'array-contains' || filter.op === 'array-contains-any' ? 1 : 0
    case 'unary':
      return 0
    case 'and':
      return filter.filters.reduce((sum, part) => sum + arrayContainsPerDisjunct(part), 0)
    case 'or':
      return filter.filters.reduce((most, part) => Math.max(most, arrayContainsPerDisjunct(part)), 0)
    default:
      return unreachable(filter)
  }
}

/** The number of disjuncts of the disjunctive normal form, where `in` and `array-contains-any` stand for one per value. */
export function countDisjunctions(filter: Filter): number {
  switch (filter.kind) {
    case 'field':
      return filter.op === 'in' || filter.op === 'array-contains-any' ? elementsOf(filter.value).length : 1
    case 'unary':
      return 1
    case 'and':
      return filter.filters.reduce((product, part) => product * countDisjunctions(part), 1)
    case 'or':
      return filter.filters.reduce((sum, part) => sum + countDisjunctions(part), 0) || 1
    default:
      return unreachable(filter)
  }
}

function validateOrders(orders: readonly Order[]): void {
  const seen = new Set<string>()
  let isAfterName = false
  for (const { field } of orders) {
    validateQueryPath(field)
    if (isAfterName) throw refusal('order by clause cannot contain more fields after the key')
    const text = formatFieldPath(field)
    if (seen.has(text)) throw refusal(`order by clause cannot contain duplicate fields ${text}`)
    seen.add(text)
    isAfterName = isNameField(field)
  }
}

/** A filter that is repeated within one composite does not count, but has to be looked at. */
const COMPONENTS_WITH_REPETITIONS_MAX = 1000

/**
 * Throws `invalid-argument` for more filters and orders than a query may have: what takes them apart may count on it. `filters` are those
 * that hold no others.
 */
export function assertNumberOfComponents(
  { parent, orderBy = [] }: { readonly parent: string; readonly orderBy?: readonly unknown[] | undefined },
  filters: number,
  most: number = QUERY_LIMITS.components,
): void {
  const ancestor = parent === '' ? 0 : 1
  if (filters + orderBy.length + ancestor <= most) return
  throw refusal(
    `The query may not have more than ${QUERY_LIMITS.components} filters + sort orders + ancestor total. Currently there are ${filters} filters, ${orderBy.length} sort orders, and ${ancestor === 0 ? 'no' : 'an'} ancestor filter.`,
  )
}

/** Values of the filters and cursors go into the texts that queries are told apart by, and are compared with those of documents. */
function validateOperandSizes({ startAt, endAt, orderBy }: Query, leaves: readonly LeafFilter[]): void {
  const operands: [value: Value, field: FieldPath][] = []
  for (const leaf of leaves) if (leaf.kind === 'field') operands.push([leaf.value, leaf.field])
  for (const bound of [startAt, endAt]) {
    for (const [i, value] of bound?.values.entries() ?? []) operands.push([value, orderBy[i]?.field ?? NAME_FIELD])
  }
  let values = 0
  let bytes = 0
  for (const [value, field] of operands) {
    values += countValues(value)
    bytes += valueSize(value)
    if (values > QUERY_LIMITS.operandValues || bytes > MAX_VALUE_BYTES) {
      throw refusal(`value for ${formatFieldPath(field)} is too large to be used in a query`)
    }
  }
}

function countValues(value: Value): number {
  let values = 1
  if (value.kind === 'array') for (const element of value.values) values += countValues(element)
  if (value.kind === 'map') for (const inner of value.fields.values()) values += countValues(inner)
  return values
}

/** What is read without a collection id, or a group below a document, can only be walked in the order of names. */
function validateSource(query: NormalisedQuery, leaves: readonly LeafFilter[]): void {
  const fieldFilter = leaves.find(({ field }) => !isNameField(field))
  const [first] = query.orderBy
  const isByName = first !== undefined && isNameField(first.field) && first.direction === 'ascending'
  if (query.collectionId === undefined) {
    if (fieldFilter !== undefined) throw refusal(`kind is required for filter: ${formatFieldPath(fieldFilter.field)}`)
    if (!isByName) throw refusal('kind is required for all orders except __key__ ascending')
  } else if (query.allDescendants && query.parent !== '' && (fieldFilter !== undefined || !isByName)) {
    throw refusal('collection group queries are only allowed at the root parent')
  }
}

function validateBound(bound: Bound, orders: readonly Order[], at: { project: string; database: string }): void {
  if (bound.values.length > orders.length) throw refusal('Cursor has too many values.')
  for (const [i, value] of bound.values.entries()) {
    const order = orders[i]
    if (order === undefined || !isNameField(order.field)) continue
    if (value.kind !== 'reference') throw refusal('Cursor __name__ value is not a document reference.')
    if (!isOfDatabase(value.name, at)) throw refusal('The cursor key is in a different database than the query')
  }
}

function refusal(message: string): Error {
  return invalidArgument('INVALID_QUERY', message)
}
