import { ArrayFindings, contains } from './array-operands.ts'
import type { Document } from './document.ts'
import { isNameField } from './field-path.ts'
import { valueAt } from './fields-draft.ts'
import type { Bound, Filter, NormalisedQuery, Order } from './query.ts'
import { collectionIdOf, comparePaths, nameParts, parentPath } from './resource-path.ts'
import { unreachable } from './unreachable.ts'
import { compareValues, equalsInArrayTransform, equalsInQuery, isNaNValue, typeBracket } from './value-order.ts'
import type { Value } from './value.ts'

type FieldFilter = Extract<Filter, { kind: 'field' }>
type UnaryFilter = Extract<Filter, { kind: 'unary' }>

/**
 * Whether a document belongs to a query's result, offset and limit aside: it is in the query's source, passes the
 * filter, has every field of the order, and lies between the cursors. Documents are taken to be of the query's database.
 */
export function matches(query: NormalisedQuery, document: Document): boolean {
  return (
    isInSource(query, document.path) &&
    hasOrderFields(query.orderBy, document) &&
    matchesFilter(query.filter, document) &&
    withinBounds(query, document)
  )
}

/** Whether a document path is in the collection, the group or the tree that a query reads. */
export function isInSource(
  query: Pick<NormalisedQuery, 'parent' | 'collectionId' | 'allDescendants'>,
  path: string,
): boolean {
  const { parent, collectionId, allDescendants } = query
  if (collectionId !== undefined && collectionIdOf(path) !== collectionId) return false
  if (!allDescendants) return parentPath(parentPath(path)) === parent
  return parent === '' || path.startsWith(`${parent}/`)
}

function hasOrderFields(orders: readonly Order[], document: Document): boolean {
  return orders.every(({ field }) => isNameField(field) || valueAt(document.fields, field) !== undefined)
}

/**
 * Whether a document passes a filter (document-semantics 7.2); no filter lets everything pass. `found`: what a filter that this one is
 * part of finds in the arrays of the document.
 */
export function matchesFilter(
  filter: Filter | undefined,
  document: Document,
  found: ArrayFindings | undefined = ArrayFindings.of(filter, document),
): boolean {
  return filter === undefined || matchesPart(filter, document, found)
}

function matchesPart(filter: Filter, document: Document, found: ArrayFindings | undefined): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((part) => matchesPart(part, document, found))
    case 'or':
      return filter.filters.length === 0 || filter.filters.some((part) => matchesPart(part, document, found))
    case 'unary':
      return matchesUnary(filter, document)
    case 'field':
      return isNameField(filter.field) ? matchesName(filter, document.path) : matchesField(filter, document, found)
    default:
      return unreachable(filter)
  }
}

function matchesUnary(filter: UnaryFilter, document: Document): boolean {
  // A name is neither null nor NaN.
  if (isNameField(filter.field)) return filter.op === 'is-not-null' || filter.op === 'is-not-nan'
  const value = valueAt(document.fields, filter.field)
  if (value === undefined) return false
  switch (filter.op) {
    case 'is-null':
      return value.kind === 'null'
    case 'is-nan':
      return isNaNValue(value)
    case 'is-not-null':
      return value.kind !== 'null'
    case 'is-not-nan':
      return value.kind !== 'null' && !isNaNValue(value)
    default:
      return unreachable(filter.op)
  }
}

function matchesField(filter: FieldFilter, document: Document, found: ArrayFindings | undefined): boolean {
  const { field, op, value: operand } = filter
  const value = valueAt(document.fields, field)
  if (value === undefined) return false
  switch (op) {
    case '==':
      return equalsInQuery(value, operand)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isComparable(value, operand) && isOnSide(op, compareValues(value, operand))
    case '!=':
      // NaN is equal to nothing, itself neither; `is-not-nan` is what drops it.
      return value.kind !== 'null' && (isNaNValue(operand) || isOther(value, operand))
    case 'in':
      return findable(operand).has(value)
    case 'not-in':
      return value.kind !== 'null' && elementsOf(operand).every((other) => isOther(value, other))
    case 'array-contains':
    case 'array-contains-any':
      return value.kind === 'array' && (found?.finds(filter) ?? contains(value.values, filter))
    default:
      return unreachable(op)
  }
}

function isComparable(value: Value, operand: Value): boolean {
  const bracket = typeBracket(operand)
  return bracket !== 'null' && bracket !== 'nan' && typeBracket(value) === bracket
}

function isOnSide(op: '<' | '<=' | '>' | '>=', order: number): boolean {
  switch (op) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      return unreachable(op)
  }
}

/** For `!=` and `not-in`: null among the operands leaves nothing. NaN among those of `not-in` drops NaN, as in the view of the SDKs. */
function isOther(value: Value, operand: Value): boolean {
  return operand.kind !== 'null' && compareValues(value, operand) !== 0
}

/** Each document is compared with the operands of a query: they are put in order once. */
const findables = new WeakMap<Value, SortedValues>()

/** What is found of a list of operands: null and NaN find nothing. */
function findable(operand: Value): SortedValues {
  let values = findables.get(operand)
  if (values === undefined) {
    values = new SortedValues(elementsOf(operand).filter((one) => one.kind !== 'null' && !isNaNValue(one)))
    findables.set(operand, values)
  }
  return values
}

function elementsOf(operand: Value): readonly Value[] {
  return operand.kind === 'array' ? operand.values : []
}

function matchesName({ op, value: operand }: FieldFilter, path: string): boolean {
  switch (op) {
    case '==':
      return isNamed(path, operand)
    case '!=':
      return operand.kind === 'reference' && !isNamed(path, operand)
    case 'in':
      return elementsOf(operand).some((candidate) => isNamed(path, candidate))
    case 'not-in':
      return elementsOf(operand).every((candidate) => candidate.kind === 'reference' && !isNamed(path, candidate))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return operand.kind === 'reference' && isOnSide(op, comparePaths(path, nameParts(operand.name).path))
    case 'array-contains':
    case 'array-contains-any':
      return false
    default:
      return unreachable(op)
  }
}

function isNamed(path: string, operand: Value): boolean {
  return operand.kind === 'reference' && nameParts(operand.name).path === path
}

/** Whether a document lies between the cursors of a query; it must have every field of the order. */
export function withinBounds(
  query: Pick<NormalisedQuery, 'orderBy' | 'startAt' | 'endAt'>,
  document: Document,
): boolean {
  const { orderBy, startAt, endAt } = query
  if (startAt !== undefined) {
    const order = compareWithBound(orderBy, document, startAt)
    if (startAt.before ? order < 0 : order <= 0) return false
  }
  if (endAt === undefined) return true
  const order = compareWithBound(orderBy, document, endAt)
  return endAt.before ? order < 0 : order <= 0
}

/** Where a document stands against a cursor's values in the query's order; fewer values than orders compare a prefix. */
function compareWithBound(orders: readonly Order[], document: Document, bound: Bound): number {
  for (const [i, operand] of bound.values.entries()) {
    const order = orders[i]
    if (order === undefined) return 0
    const ascending = compareField(order, document, operand)
    if (ascending !== 0) return order.direction === 'ascending' ? ascending : -ascending
  }
  return 0
}

function compareField({ field }: Order, document: Document, operand: Value): number {
  if (isNameField(field) && operand.kind === 'reference') {
    return comparePaths(document.path, nameParts(operand.name).path)
  }
  return compareValues(valueAt(document.fields, field) ?? MISSING, operand)
}

const MISSING: Value = { kind: 'null' }

/** The order of a query's documents, to be used with the complete order of a normalised query. */
export function compareDocuments(orders: readonly Order[]): (a: Document, b: Document) => number {
  return (a, b) => {
    for (const { field, direction } of orders) {
      const ascending = isNameField(field)
        ? comparePaths(a.path, b.path)
        : compareValues(valueAt(a.fields, field) ?? MISSING, valueAt(b.fields, field) ?? MISSING)
      if (ascending !== 0) return direction === 'ascending' ? ascending : -ascending
    }
    return 0
  }
}

/** Values without ties, in their order: whether one is among them is found in the time of the logarithm of how many they are. */
class SortedValues {
  #values: readonly Value[]

  constructor(values: readonly Value[]) {
    this.#values = withoutTies(values.toSorted(compareValues))
  }

  has(value: Value): boolean {
    const found = this.#values[this.#place(value)]
    return found !== undefined && equalsInArrayTransform(found, value)
  }

  #place(value: Value): number {
    let low = 0
    let high = this.#values.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const candidate = this.#values[middle]
      if (candidate !== undefined && compareValues(candidate, value) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The first of each run of equal ones. */
function withoutTies(sorted: readonly Value[]): Value[] {
  return sorted.filter((value, i) => {
    const previous = sorted[i - 1]
    return previous === undefined || !equalsInArrayTransform(previous, value)
  })
}
