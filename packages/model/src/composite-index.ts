import type { CompositeBudget } from './composite-budget.ts'
import { isNameField } from './field-path.ts'
import type { FieldPath } from './field-path.ts'
import { valueAt } from './fields-draft.ts'
import { type IndexScope, VALUE_BYTES_MAX, writeDatabase, writeKeyValue } from './index-key.ts'
import { type IndexCondition, type IndexRange, valueRange } from './index-range.ts'
import { flip, keyAfterPrefix, OrderedBytesWriter } from './ordered-bytes.ts'
import type { Bound } from './query.ts'
import { collectionIdOf, lastSegment, nameParts, parentPath } from './resource-path.ts'
import { compareBytes, isNaNValue } from './value-order.ts'
import type { Fields, Value } from './value.ts'

/**
 * An index over several fields of the collections with one id. Its keys are in the one ordered table of index keys:
 *
 *   database     as in index-key.ts
 *   composite    03, then the id of the index as text
 *   scope        01 and the path of a collection, or 02 for the collection group
 *   values       one for each field: as in index-key.ts, all bits flipped when the field is descending
 *   document     its id or its whole path; all bits flipped when the last field is descending
 *   trailer      two bytes: where a value ends that was too long and cut; 0 when none was. Then two zero bytes
 *
 * A document has a key when it has all the fields; several when one of them stands for the elements of an array. In the
 * scope of the group, as in index-key.ts, there are only documents whose collection is not at the root. What follows
 * a cut value is left out, so documents that share one are in no order: readers sort them (`cutPrefix`).
 */
export interface CompositeIndex {
  readonly id: string
  readonly database: string
  readonly collectionId: string
  /** Serves the collection group too. */
  readonly isGroup: boolean
  readonly fields: readonly CompositeField[]
  /** `automatic`: nobody asked for it. Absent: declared. */
  readonly origin?: 'automatic' | 'declared'
}

export interface CompositeField {
  readonly path: FieldPath
  readonly kind: 'ascending' | 'descending' | 'contains'
}

export const COMPOSITE_FIELDS_MAX = 20
const COMPOSITE = 0x03
const COLLECTION = 0x01
const GROUP = 0x02
const TRAILER_BYTES = 4

/** The direction of the documents behind equal values. */
export function nameDirection(fields: readonly CompositeField[]): 'ascending' | 'descending' {
  return fields.at(-1)?.kind === 'descending' ? 'descending' : 'ascending'
}

/** All keys of an index. */
export function compositeRange({ database, id }: Pick<CompositeIndex, 'database' | 'id'>): IndexRange {
  const writer = new OrderedBytesWriter()
  writeIndex(writer, database, id)
  return withPrefix(writer.take())
}

/** The keys of a document in an index; none when it lacks a field. Throws what the budget, if there is one, throws. */
export function compositeEntriesOf(
  index: CompositeIndex,
  path: string,
  fields: Fields,
  budget?: CompositeBudget,
): Uint8Array[] {
  const values: Value[] = []
  for (const field of index.fields) {
    const value = valueAt(fields, field.path)
    if (value === undefined) return []
    values.push(value)
  }
  const keys: Uint8Array[] = []
  const isInGroup = index.isGroup && parentPath(path).includes('/')
  const scopes = isInGroup ? (['collection', 'group'] as const) : (['collection'] as const)
  for (const alternative of alternatives(index.fields, values)) {
    for (const kind of scopes) {
      const key = keyOf(index, { kind, path }, alternative)
      budget?.take(index, key)
      keys.push(key)
    }
  }
  return distinct(keys)
}

/** Each way to put one element in the place of an array. */
function alternatives(fields: readonly CompositeField[], values: readonly Value[]): (readonly Value[])[] {
  const at = fields.findIndex(({ kind }) => kind === 'contains')
  if (at < 0) return [values]
  const array = values[at]
  if (array?.kind !== 'array') return []
  return array.values
    .filter((element) => element.kind !== 'null' && !isNaNValue(element))
    .map((element) => values.with(at, element))
}

function distinct(keys: readonly Uint8Array[]): Uint8Array[] {
  if (keys.length < 2) return [...keys]
  const sorted = keys.toSorted(compareBytes)
  return sorted.filter((key, i) => i === 0 || compareBytes(key, sorted[i - 1] ?? key) !== 0)
}

function keyOf(
  index: CompositeIndex,
  { kind, path }: { kind: IndexScope['kind']; path: string },
  values: readonly Value[],
): Uint8Array {
  const writer = new OrderedBytesWriter()
  writeIndex(writer, index.database, index.id)
  writeScope(writer, kind, parentPath(path))
  let cutEnd = 0
  for (const [i, value] of values.entries()) {
    if (writeValue(writer, index.fields[i]?.kind, value)) {
      cutEnd = writer.length
      break
    }
  }
  writeDocument(writer, index.fields, kind === 'group' ? path : lastSegment(path))
  for (const byte of [cutEnd >> 8, cutEnd & 0xff, 0, 0]) writer.byte(byte)
  return writer.take()
}

function writeIndex(writer: OrderedBytesWriter, database: string, id: string): void {
  writeDatabase(writer, database)
  writer.byte(COMPOSITE)
  writer.text(id)
}

function writeScope(writer: OrderedBytesWriter, kind: IndexScope['kind'], collection: string): void {
  writer.byte(kind === 'group' ? GROUP : COLLECTION)
  if (kind === 'collection') writer.path(collection)
}

/** Answers whether the value was cut. */
function writeValue(writer: OrderedBytesWriter, kind: CompositeField['kind'] | undefined, value: Value): boolean {
  const start = writer.length
  const isCut = writeKeyValue(writer, value)
  if (kind === 'descending') writer.flip(start)
  return isCut
}

function writeDocument(writer: OrderedBytesWriter, fields: readonly CompositeField[], path: string): void {
  const start = writer.length
  writer.path(path)
  if (nameDirection(fields) === 'descending') writer.flip(start)
}

/** What all documents share whose order a key does not tell; undefined when it tells the order. */
export function cutPrefix(key: Uint8Array): Uint8Array | undefined {
  if (key.length <= VALUE_BYTES_MAX) return undefined
  const at = key.length - TRAILER_BYTES
  const cutEnd = ((key[at] ?? 0) << 8) | (key[at + 1] ?? 0)
  return cutEnd === 0 ? undefined : key.subarray(0, cutEnd)
}

/** What a query asks of an index: values for its first fields, conditions on the next, cursors from there on. */
export interface CompositeQuery {
  readonly index: CompositeIndex
  readonly scope: IndexScope
  readonly equal: readonly Value[]
  /** All of them hold for the field behind those with values. */
  readonly conditions: readonly IndexCondition[]
  /** In the order of the index: the lower end and the upper. */
  readonly from?: Bound | undefined
  readonly to?: Bound | undefined
}

/** The keys that a query reads. `exact`: as in `IndexRange`, as far as the values, conditions and cursors say. */
export function rangeInComposite({ index, scope, equal, conditions, from, to }: CompositeQuery): IndexRange {
  const writer = new OrderedBytesWriter()
  writeIndex(writer, index.database, index.id)
  writeScope(writer, scope.kind, scope.kind === 'collection' ? scope.path : '')
  let exact = true
  for (const [i, value] of equal.entries()) {
    if (!writeValue(writer, index.fields[i]?.kind, value)) continue
    exact = false
    break
  }
  const prefix = writer.take()
  let range: IndexRange = { ...withPrefix(prefix), exact }
  // Behind a cut value the keys say nothing more.
  if (!exact) return range
  const next = index.fields[equal.length]
  for (const condition of conditions) {
    const { start, end, exact: isExact } = conditionRange(prefix, next, condition)
    range = {
      start: compareBytes(start, range.start) > 0 ? start : range.start,
      end: compareBytes(end, range.end) < 0 ? end : range.end,
      exact: range.exact && isExact,
    }
  }
  const lower = from && edge(prefix, index, scope, equal.length, from)
  const upper = to && edge(prefix, index, scope, equal.length, to)
  // `from` stands before its rows or behind them, and so does `to`.
  const start = lower && (from.before || !lower.exact ? lower.start : lower.end)
  const end = upper && (to.before && upper.exact ? upper.start : upper.end)
  return {
    start: start !== undefined && compareBytes(start, range.start) > 0 ? start : range.start,
    end: end !== undefined && compareBytes(end, range.end) < 0 ? end : range.end,
    exact: range.exact && (lower?.exact ?? true) && (upper?.exact ?? true),
  }
}

function conditionRange(prefix: Uint8Array, field: CompositeField | undefined, condition: IndexCondition): IndexRange {
  const whole = withPrefix(prefix)
  if (condition.op === 'any') return whole
  const nothing = new Uint8Array()
  const writer = new OrderedBytesWriter()
  writeKeyValue(writer, { kind: 'null' })
  const values =
    condition.op === 'not-null'
      ? { start: keyAfterPrefix(writer.take()), end: Uint8Array.of(0xff), exact: true }
      : valueRange({ start: nothing, end: Uint8Array.of(0xff), exact: true }, condition)
  const { exact } = values
  if (field?.kind !== 'descending')
    return { start: concat(prefix, values.start), end: concat(prefix, values.end), exact }
  return {
    start: keyAfterPrefix(concat(prefix, flipped(values.end))),
    end: keyAfterPrefix(concat(prefix, flipped(values.start))),
    exact,
  }
}

/** The keys of the rows that equal a cursor, as far as its values can be used. */
function edge(prefix: Uint8Array, index: CompositeIndex, scope: IndexScope, skip: number, bound: Bound): IndexRange {
  const writer = new OrderedBytesWriter()
  const fields = index.fields.slice(skip)
  let exact = true
  for (const [i, value] of bound.values.entries()) {
    const field = fields[i]
    if (field !== undefined) {
      if (!writeValue(writer, field.kind, value)) continue
      exact = false
      break
    }
    // What stands behind the fields is the name.
    const path = value.kind === 'reference' ? nameParts(value.name).path : ''
    const isInside = scope.kind === 'group' || path.startsWith(`${scope.path}/`)
    if (isInside) writeDocument(writer, index.fields, scope.kind === 'group' ? path : path.slice(scope.path.length + 1))
    else exact = false
    break
  }
  return { ...withPrefix(concat(prefix, writer.take())), exact }
}

/** Whether documents of a path have keys in an index. */
export function concernsComposite(index: CompositeIndex, database: string, path: string): boolean {
  return index.database === database && index.collectionId === collectionIdOf(path)
}

/** Whether a field can be one of an index over several: the name is always the last anyway. */
export function isCompositeField(path: FieldPath): boolean {
  return !isNameField(path)
}

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice()
  flip(copy)
  return copy
}

function withPrefix(prefix: Uint8Array): IndexRange {
  return { start: prefix, end: keyAfterPrefix(prefix), exact: true }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a, 0)
  both.set(b, a.length)
  return both
}
