import type { Document } from './document.ts'
import { type FieldPath, formatFieldPath } from './field-path.ts'
import { valueAt } from './fields-draft.ts'
import { OrderedBytesWriter } from './ordered-bytes.ts'
import { leafFilters } from './query-normalisation.ts'
import type { Filter } from './query.ts'
import { compareBytes, equalsInQuery, isNaNValue } from './value-order.ts'
import type { Value } from './value.ts'

type FieldFilter = Extract<Filter, { kind: 'field' }>

/** The buffer of a longer element is not kept for the next. */
const KEPT_LENGTH = 64 * 1024

let writer = new OrderedBytesWriter()

const operandsOf = new WeakMap<Filter, ArrayOperands>()

/** What a filter, and all that it holds, looks for in the arrays of documents. It is put in order once. */
class ArrayOperands {
  /** By the paths as they stand in the filter: equal ones lead to the same. */
  readonly #byField = new Map<FieldPath, SoughtElements>()

  constructor(filter: Filter) {
    const asked = leafFilters(filter).filter(isOfArray)
    for (const filters of Map.groupBy(asked, ({ field }) => formatFieldPath(field)).values()) {
      const operands = filters.flatMap(soughtBy)
      // One is compared with the elements as they are.
      if (operands.length < 2) continue
      const sought = new SoughtElements(operands)
      for (const { field } of filters) this.#byField.set(field, sought)
    }
  }

  get isEmpty(): boolean {
    return this.#byField.size === 0
  }

  at(field: FieldPath): SoughtElements | undefined {
    return this.#byField.get(field)
  }
}

/** What a filter, and all that it holds, finds in the arrays of one document: each array is walked once, however many look into it. */
export class ArrayFindings {
  readonly #operands: ArrayOperands | undefined
  readonly #document: Document
  readonly #found = new Map<SoughtElements, ReadonlySet<number>>()

  private constructor(operands: ArrayOperands, document: Document) {
    this.#operands = operands
    this.#document = document
  }

  /** Undefined: nothing of the filter looks twice. */
  static of(filter: Filter | undefined, document: Document): ArrayFindings | undefined {
    if (filter === undefined) return undefined
    let operands = operandsOf.get(filter)
    if (operands === undefined) {
      operands = new ArrayOperands(filter)
      operandsOf.set(filter, operands)
    }
    return operands.isEmpty ? undefined : new ArrayFindings(operands, document)
  }

  /** Undefined: it looks for what nobody told of. */
  finds(filter: FieldFilter): boolean | undefined {
    const sought = this.#operands?.at(filter.field)
    if (sought === undefined) return undefined
    const found = this.#foundOf(filter.field, sought)
    for (const operand of soughtBy(filter)) {
      const place = sought.placeOf(operand)
      if (place === undefined) return undefined
      if (found.has(place)) return true
    }
    return false
  }

  #foundOf(field: FieldPath, sought: SoughtElements): ReadonlySet<number> {
    let found = this.#found.get(sought)
    if (found === undefined) {
      const value = valueAt(this.#document.fields, field)
      found = value?.kind === 'array' ? sought.among(value.values) : new Set<number>()
      this.#found.set(sought, found)
    }
    return found
  }
}

/** Operands by their ordered bytes: an element is found in the time that it takes to write it, as far as the longest of them goes. */
class SoughtElements {
  readonly #kinds: ReadonlySet<string>
  readonly #keys: readonly Uint8Array[]
  readonly #longest: number
  readonly #places = new Map<Value, number>()

  constructor(operands: readonly Value[]) {
    const keyed = operands.map((operand) => ({ operand, key: keyOf(operand) }))
    keyed.sort((a, b) => compareBytes(a.key, b.key))
    const keys: Uint8Array[] = []
    for (const { operand, key } of keyed) {
      const last = keys.at(-1)
      if (last === undefined || compareBytes(last, key) !== 0) keys.push(key)
      this.#places.set(operand, keys.length - 1)
    }
    this.#keys = keys
    this.#kinds = new Set(operands.map(kindOf))
    this.#longest = keys.reduce((longest, { length }) => Math.max(longest, length), 0)
  }

  placeOf(operand: Value): number | undefined {
    return this.#places.get(operand)
  }

  /** The places of those that are among the elements of an array. */
  among(elements: readonly Value[]): ReadonlySet<number> {
    const found = new Set<number>()
    for (const element of elements) {
      if (found.size === this.#keys.length) break
      if (!this.#kinds.has(kindOf(element))) continue
      const place = this.#find(element)
      if (place !== undefined) found.add(place)
    }
    if (writer.length > KEPT_LENGTH) writer = new OrderedBytesWriter()
    return found
  }

  #find(element: Value): number | undefined {
    writer.length = 0
    writer.value(element, this.#longest + 1)
    if (writer.length > this.#longest) return undefined
    const key = writer.view(0, writer.length)
    let low = 0
    let high = this.#keys.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const order = compareBytes(this.#keys[middle] ?? key, key)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }
}

function keyOf(value: Value): Uint8Array {
  writer.length = 0
  writer.value(value)
  return writer.take()
}

/** Numbers tie with each other. */
function kindOf({ kind }: Value): string {
  return kind === 'integer' ? 'double' : kind
}

function isOfArray(filter: Filter): filter is FieldFilter {
  return filter.kind === 'field' && (filter.op === 'array-contains' || filter.op === 'array-contains-any')
}

/** Null, NaN and arrays find nothing. */
function soughtBy({ op, value }: FieldFilter): readonly Value[] {
  const operands = op === 'array-contains' ? [value] : value.kind === 'array' ? value.values : []
  return operands.every(canBeFound) ? operands : operands.filter(canBeFound)
}

function canBeFound(operand: Value): boolean {
  return operand.kind !== 'null' && operand.kind !== 'array' && !isNaNValue(operand)
}

/** Whether one of the elements is what a filter looks for, without others that look for more. */
export function contains(elements: readonly Value[], filter: FieldFilter): boolean {
  return soughtBy(filter).some((operand) => elements.some((element) => equalsInQuery(element, operand)))
}
