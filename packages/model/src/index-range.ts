import { isNameField } from './field-path.ts'
import type { FieldPath } from './field-path.ts'
import { writeCollectionsBelow, writeField, writeKeyValue, writeScope } from './index-key.ts'
import type { IndexScope } from './index-key.ts'
import { bracketTags, keyAfterPrefix, OrderedBytesWriter } from './ordered-bytes.ts'
import type { Bound, Order } from './query.ts'
import { comparePaths, nameParts } from './resource-path.ts'
import { compareBytes, isNaNValue } from './value-order.ts'
import type { Value } from './value.ts'

/**
 * Keys with `start <= key < end`. `exact`: each of them is a match and no other is. When it is false, every match is
 * among them and each document has to be checked (see the contract in `index-key.ts`).
 */
export interface IndexRange {
  readonly start: Uint8Array
  readonly end: Uint8Array
  readonly exact: boolean
}

export type IndexCondition =
  /** Every document that has the field, in the order of its values. */
  | { readonly op: 'any' }
  /** Every document in which the field is something else than null. */
  | { readonly op: 'not-null' }
  /** Values that tie with the operand, null and NaN included: this also serves IS_NULL and IS_NAN. */
  | { readonly op: '=='; readonly value: Value }
  /** Values of the operand's bracket on one side of it. Nothing is below or above null and NaN, by the rules of filters. */
  | { readonly op: '<' | '<=' | '>' | '>='; readonly value: Value }
  /** Documents whose array holds an element that ties with the operand. */
  | { readonly op: 'array-contains'; readonly value: Value }

/** The range of the keys that satisfy a condition on one field, `__name__` included (operands are references then). */
export function rangeFor(scope: IndexScope, field: FieldPath, condition: IndexCondition): IndexRange {
  const writer = new OrderedBytesWriter()
  writeScope(writer, scope)
  writeField(writer, field, condition.op === 'array-contains' ? 'elements' : 'fields')
  const all = withPrefix(writer.take(), true)
  if (condition.op === 'any') return all
  if (isNameField(field)) return nameRange(scope, all, condition)
  if (condition.op === 'not-null') {
    writeKeyValue(writer, { kind: 'null' })
    return { start: keyAfterPrefix(writer.take()), end: all.end, exact: true }
  }
  return valueRange(all, condition)
}

/** The keys that begin with those of `all` and go on with a value that satisfies a condition. */
export function valueRange(
  all: IndexRange,
  condition: Exclude<IndexCondition, { op: 'any' | 'not-null' }>,
): IndexRange {
  const { op, value } = condition
  const writer = new OrderedBytesWriter()
  const isCut = writeKeyValue(writer, value)
  const equal = withPrefix(concat(all.start, writer.take()), !isCut)
  if (op === '==' || op === 'array-contains') return equal
  if (value.kind === 'null' || isNaNValue(value)) return nothingAt(equal.start)
  const tags = bracketTags(value)
  const bracketStart = concat(all.start, Uint8Array.of(tags.first))
  const bracketEnd = concat(all.start, Uint8Array.of(tags.end))
  switch (op) {
    case '<':
      // Others than the operand may have been cut to the same bytes.
      return { start: bracketStart, end: isCut ? equal.end : equal.start, exact: !isCut }
    case '<=':
      return { start: bracketStart, end: equal.end, exact: !isCut }
    case '>':
      return { start: isCut ? equal.start : equal.end, end: bracketEnd, exact: !isCut }
    case '>=':
      return { start: equal.start, end: bracketEnd, exact: !isCut }
  }
}

function nameRange(scope: IndexScope, all: IndexRange, condition: Exclude<IndexCondition, { op: 'any' }>): IndexRange {
  if (condition.op === 'not-null') return all
  if (condition.op === 'array-contains' || condition.value.kind !== 'reference') return nothingAt(all.start)
  const at = namePosition(scope, all, condition.value)
  const after = at.isDocument ? keyAfterPrefix(at.key) : at.key
  switch (condition.op) {
    case '==':
      return { start: at.key, end: after, exact: true }
    case '<':
      return { start: all.start, end: at.key, exact: true }
    case '<=':
      return { start: all.start, end: after, exact: true }
    case '>':
      return { start: after, end: all.end, exact: true }
    case '>=':
      return { start: at.key, end: all.end, exact: true }
  }
}

/** Where a document stands, or would stand, among those of the scope. `key` leaves out the trailer. */
function namePosition(
  scope: IndexScope,
  all: { readonly start: Uint8Array; readonly end: Uint8Array },
  reference: Extract<Value, { kind: 'reference' }>,
): { key: Uint8Array; isDocument: boolean } {
  const { path } = nameParts(reference.name)
  const writer = new OrderedBytesWriter()
  if (scope.kind === 'group') {
    writer.path(path)
  } else if (path.startsWith(`${scope.path}/`)) {
    // Something below a document stands right after it, as the bytes of the longer path do.
    writer.path(path.slice(scope.path.length + 1))
  } else {
    return { key: comparePaths(path, scope.path) < 0 ? all.start : all.end, isDocument: false }
  }
  return { key: concat(all.start, writer.take()), isDocument: true }
}

/**
 * The range between two cursors, for a scan in the order of `orders`: forwards when the first is ascending, backwards
 * when it is descending. Uses the values that one index holds in this order, which is the first, and the second too
 * when it is `__name__` in the same direction. What follows has to be checked, and the range is not `exact`.
 */
export function cursorRange(scope: IndexScope, orders: readonly Order[], startAt?: Bound, endAt?: Bound): IndexRange {
  const [first] = orders
  if (first === undefined) throw new TypeError('A cursor needs an order')
  const all = rangeFor(scope, first.field, { op: 'any' })
  const isForward = first.direction === 'ascending'
  // In key order the lower end is excluded by a cursor that stands after its rows, the upper end by one before them.
  const low = isForward ? startAt : endAt
  const high = isForward ? endAt : startAt
  const lower = low && edge(scope, all, orders, low, low.before === isForward)
  const upper = high && edge(scope, all, orders, high, high.before !== isForward)
  return {
    start: lower === undefined ? all.start : lower.includesRows ? lower.start : lower.end,
    end: upper === undefined ? all.end : upper.includesRows ? upper.end : upper.start,
    exact: (lower?.exact ?? true) && (upper?.exact ?? true),
  }
}

interface Edge extends IndexRange {
  readonly includesRows: boolean
}

/** The keys of the rows that equal a cursor, as far as its values can be used, and whether the range includes them. */
function edge(scope: IndexScope, all: IndexRange, orders: readonly Order[], bound: Bound, includesRows: boolean): Edge {
  const [first, second] = bound.values
  if (first === undefined) return { ...all, includesRows: true }
  const [order, nextOrder] = orders
  if (order !== undefined && isNameField(order.field)) {
    return { ...nameRange(scope, all, { op: '==', value: first }), includesRows }
  }
  const equal = valueRange(all, { op: '==', value: first })
  if (!equal.exact) return { ...equal, includesRows: true }
  if (bound.values.length === 1) return { ...equal, includesRows }
  const usesName =
    second?.kind === 'reference' &&
    nextOrder !== undefined &&
    isNameField(nextOrder.field) &&
    nextOrder.direction === order?.direction
  if (!usesName) return { ...equal, exact: false, includesRows: true }
  return { ...nameRange(scope, equal, { op: '==', value: second }), includesRows }
}

/** The keys that are in both ranges. */
export function intersectRanges(a: IndexRange, b: IndexRange): IndexRange {
  return {
    start: compareBytes(a.start, b.start) >= 0 ? a.start : b.start,
    end: compareBytes(a.end, b.end) <= 0 ? a.end : b.end,
    exact: a.exact && b.exact,
  }
}

export function isEmptyRange(range: IndexRange): boolean {
  return compareBytes(range.start, range.end) >= 0
}

/**
 * The keys of all collections below a document or, with an empty `parent`, below the root, at any depth: in the order
 * of their paths. With `after`, only those that stand after the collection `after` right below the parent and after all
 * that is below that one: reading the first key of each such range lists the collection ids
 * (`decodeCollectionPath`), and `rangeFor(…, { op: 'any' })` on `__name__` then reads the documents of one.
 */
export function collectionsRange(database: string, parent: string, after?: string): IndexRange {
  const writer = new OrderedBytesWriter()
  writeCollectionsBelow(writer, database, parent)
  const all = withPrefix(writer.take(), true)
  if (after === undefined) return all
  writer.openPath(after)
  return { ...all, start: keyAfterPrefix(writer.take()) }
}

function withPrefix(prefix: Uint8Array, exact: boolean): IndexRange {
  return { start: prefix, end: keyAfterPrefix(prefix), exact }
}

function nothingAt(key: Uint8Array): IndexRange {
  return { start: key, end: key, exact: true }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a, 0)
  both.set(b, a.length)
  return both
}
