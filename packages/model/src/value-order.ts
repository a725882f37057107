import { compareNames } from './resource-path.ts'
import { unreachable } from './unreachable.ts'
import { compareUtf8 } from './utf8.ts'
import type { Fields, Value } from './value.ts'

/**
 * The types in their order (document-semantics 3.1). A range filter matches only values of its operand's bracket; NaN
 * has a bracket of its own below the numbers, and a vector is not a map.
 */
export const TYPE_BRACKETS = [
  'null',
  'boolean',
  'nan',
  'number',
  'timestamp',
  'string',
  'bytes',
  'reference',
  'geopoint',
  'array',
  'vector',
  'map',
] as const

export type TypeBracket = (typeof TYPE_BRACKETS)[number]

const RANKS = Object.fromEntries(TYPE_BRACKETS.map((bracket, rank) => [bracket, rank])) as Record<TypeBracket, number>

export function typeBracket(value: Value): TypeBracket {
  switch (value.kind) {
    case 'integer':
      return 'number'
    case 'double':
      return Number.isNaN(value.value) ? 'nan' : 'number'
    case 'map':
      return isVector(value) ? 'vector' : 'map'
    default:
      return value.kind
  }
}

/** Whether a value is `{__type__: "__vector__", value: [numbers]}`, the one map with a reserved name. */
export function isVector(value: Value): boolean {
  return vectorElements(value) !== undefined
}

/** The elements of a vector, undefined for every other value. */
export function vectorElements(value: Value): readonly Value[] | undefined {
  if (value.kind !== 'map' || value.fields.size !== 2) return undefined
  const type = value.fields.get('__type__')
  if (type?.kind !== 'string' || type.value !== '__vector__') return undefined
  const elements = value.fields.get('value')
  if (elements?.kind !== 'array') return undefined
  return elements.values.every(isNumeric) ? elements.values : undefined
}

/** Integers and doubles, NaN included. */
export function isNumeric(value: Value): value is Extract<Value, { kind: 'integer' | 'double' }> {
  return value.kind === 'integer' || value.kind === 'double'
}

export function isNaNValue(value: Value): boolean {
  return value.kind === 'double' && Number.isNaN(value.value)
}

/** The total order of values: negative, zero or positive. Zero is a tie, such as `3` and `3.0`, not identity. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0
  switch (a.kind) {
    case 'null':
      if (b.kind === 'null') return 0
      break
    case 'boolean':
      if (b.kind === 'boolean') return Number(a.value) - Number(b.value)
      break
    case 'integer':
    case 'double':
      if (isNumeric(b)) return compareNumbers(a.value, b.value)
      break
    case 'timestamp':
      if (b.kind === 'timestamp') return a.micros < b.micros ? -1 : a.micros > b.micros ? 1 : 0
      break
    case 'string':
      if (b.kind === 'string') return compareUtf8(a.value, b.value)
      break
    case 'bytes':
      if (b.kind === 'bytes') return compareBytes(a.value, b.value)
      break
    case 'reference':
      if (b.kind === 'reference') return compareNames(a.name, b.name)
      break
    case 'geopoint':
      if (b.kind === 'geopoint') {
        return compareNumbers(a.latitude, b.latitude) || compareNumbers(a.longitude, b.longitude)
      }
      break
    case 'array':
      if (b.kind === 'array') return compareElements(a.values, b.values)
      break
    case 'map':
      if (b.kind === 'map') return compareMaps(a, b)
      break
    default:
      return unreachable(a)
  }
  return RANKS[typeBracket(a)] - RANKS[typeBracket(b)]
}

/** By exact mathematical value, NaN first. JavaScript compares a bigint with a number exactly. */
function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1
  if (a > b) return 1
  const isNaNA = Number.isNaN(a)
  const isNaNB = Number.isNaN(b)
  return isNaNA === isNaNB ? 0 : isNaNA ? -1 : 1
}

/** Unsigned, a prefix first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const order = (a[i] ?? 0) - (b[i] ?? 0)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareElements(a: readonly Value[], b: readonly Value[]): number {
  for (const [i, element] of a.entries()) {
    const other = b[i]
    if (other === undefined) return 1
    const order = compareValues(element, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareMaps(a: Extract<Value, { kind: 'map' }>, b: Extract<Value, { kind: 'map' }>): number {
  const vectorA = vectorElements(a)
  const vectorB = vectorElements(b)
  if (vectorA !== undefined && vectorB !== undefined) {
    return vectorA.length - vectorB.length || compareElements(vectorA, vectorB)
  }
  if (vectorA !== undefined) return -1
  if (vectorB !== undefined) return 1
  return compareFields(a.fields, b.fields)
}

/** Entry by entry in the order of names: the name, then the value; a prefix first. */
function compareFields(a: Fields, b: Fields): number {
  const others = sortedFields(b)[Symbol.iterator]()
  for (const [name, value] of sortedFields(a)) {
    const next = others.next()
    if (next.done === true) return 1
    const [otherName, otherValue] = next.value
    const order = compareUtf8(name, otherName) || compareValues(value, otherValue)
    if (order !== 0) return order
  }
  return a.size - b.size
}

/** Equality of `==`, `in` and `array-contains*`: `1` finds `1.0`, but null and NaN operands find nothing. */
export function equalsInQuery(stored: Value, operand: Value): boolean {
  return operand.kind !== 'null' && !isNaNValue(operand) && compareValues(stored, operand) === 0
}

/** Equality of array union and array remove: as in queries, and null equals null, NaN equals NaN. */
export function equalsInArrayTransform(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0
}

/** Whether replacing one value by the other changes nothing: types, signs of zero and all elements are the same. */
export function isIdentical(a: Value, b: Value): boolean {
  if (a === b) return true
  switch (a.kind) {
    case 'double':
      return b.kind === 'double' && Object.is(a.value, b.value)
    case 'geopoint':
      return b.kind === 'geopoint' && Object.is(a.latitude, b.latitude) && Object.is(a.longitude, b.longitude)
    case 'array':
      return (
        b.kind === 'array' &&
        a.values.length === b.values.length &&
        a.values.every((element, i) => {
          const other = b.values[i]
          return other !== undefined && isIdentical(element, other)
        })
      )
    case 'map':
      return b.kind === 'map' && areIdenticalFields(a.fields, b.fields)
    default:
      return a.kind === b.kind && compareValues(a, b) === 0
  }
}

/** `isIdentical` for the fields of documents; the order of insertion does not count. */
export function areIdenticalFields(a: Fields, b: Fields): boolean {
  if (a === b) return true
  if (a.size !== b.size) return false
  for (const [name, value] of a) {
    const other = b.get(name)
    if (other === undefined || !isIdentical(value, other)) return false
  }
  return true
}

/** The fields in UTF-8 order of their names. A map that is in order already, as every stored one is, is not copied. */
export function sortedFields(fields: Fields): Iterable<[string, Value]> {
  let previous: string | undefined
  for (const name of fields.keys()) {
    if (previous !== undefined && compareUtf8(previous, name) > 0) {
      return [...fields].sort(([a], [b]) => compareUtf8(a, b))
    }
    previous = name
  }
  return fields
}
