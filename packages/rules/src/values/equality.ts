import {
  DurationValue,
  LatLngValue,
  ListValue,
  MapDiffValue,
  MapValue,
  PathValue,
  type RuleValue,
  SetValue,
  TimestampValue,
  VectorValue,
} from './rule-value.ts'

/** Counts the work of walking through values; throws when it is too much. */
export type Spend = (units: number) => void

/** `==`: never fails, values of different types differ, and an int may equal a float. Inside lists and maps it may not. */
export function equals(left: RuleValue, right: RuleValue, spend: Spend): boolean {
  if (typeof left === 'bigint' && typeof right === 'number') return Number(left) === right
  if (typeof left === 'number') return typeof right === 'bigint' ? left === Number(right) : left === right
  return equalsInside(left, right, spend)
}

/** Equality of the items of lists and maps: the same type, and for floats the same bits, NaN excepted. */
export function equalsInside(left: RuleValue, right: RuleValue, spend: Spend): boolean {
  if (typeof left === 'string') {
    if (typeof right !== 'string' || left.length !== right.length) return false
    spend(left.length >> 3)
    return left === right
  }
  if (typeof left === 'number') return left === right && Object.is(left, right)
  if (typeof left !== 'object' || left === null) return left === right
  if (typeof right !== 'object' || right === null) return false
  if (left instanceof MapValue) return right instanceof MapValue && equalMaps(left, right, spend)
  if (left instanceof ListValue) return right instanceof ListValue && equalLists(left, right, spend)
  if (left instanceof SetValue) return right instanceof SetValue && equalSets(left, right, spend)
  if (left instanceof TimestampValue) return right instanceof TimestampValue && left.nanos === right.nanos
  if (left instanceof DurationValue) return right instanceof DurationValue && left.nanos === right.nanos
  if (left instanceof PathValue) return right instanceof PathValue && equalPaths(left, right, spend)
  if (left instanceof LatLngValue) {
    return (
      right instanceof LatLngValue &&
      Object.is(left.latitude, right.latitude) &&
      Object.is(left.longitude, right.longitude)
    )
  }
  if (left instanceof MapDiffValue) {
    return (
      right instanceof MapDiffValue &&
      equalMaps(left.after, right.after, spend) &&
      equalMaps(left.before, right.before, spend)
    )
  }
  if (left instanceof VectorValue) return right instanceof VectorValue && equalVectors(left, right, spend)
  return right instanceof Uint8Array && compareBytes(left, right, spend) === 0
}

/** The order of two values that have one; undefined for all others. Negative: the left comes first. */
export function compare(left: RuleValue, right: RuleValue, spend: Spend): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    spend(Math.min(left.length, right.length) + 1)
    return compareUnits(left, right)
  }
  if (typeof left === 'bigint' && typeof right === 'bigint') return compareInts(left, right)
  if (isNumber(left) && isNumber(right)) return compareNumbers(Number(left), Number(right))
  if (left instanceof TimestampValue && right instanceof TimestampValue) return compareInts(left.nanos, right.nanos)
  if (left instanceof DurationValue && right instanceof DurationValue) return compareInts(left.nanos, right.nanos)
  if (left instanceof Uint8Array && right instanceof Uint8Array) return compareBytes(left, right, spend)
  return undefined
}

/** By UTF-16 code units, as the original compares texts; keys of maps and queries go by code points. */
function compareUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function compareInts(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** NaN is neither before nor behind anything. */
function compareNumbers(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : left === right ? 0 : Number.NaN
}

function isNumber(value: RuleValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function equalMaps(left: MapValue, right: MapValue, spend: Spend): boolean {
  if (left.size !== right.size) return false
  spend(20 + 40 * left.size)
  return left.entries().every(([key, value]) => {
    const other = right.find(key)
    return other !== undefined && equalsInside(value, other, spend)
  })
}

function equalLists(left: ListValue, right: ListValue, spend: Spend): boolean {
  if (left.size !== right.size) return false
  for (let i = 0; i < left.size; i++) {
    spend(30)
    if (!equalsInside(left.at(i), right.at(i), spend)) return false
  }
  return true
}

function equalSets(left: SetValue, right: SetValue, spend: Spend): boolean {
  spend(10 * left.items.size)
  return left.items.size === right.items.size && left.items.keys().every((key) => right.items.has(key))
}

function equalPaths(left: PathValue, right: PathValue, spend: Spend): boolean {
  const { segments } = right
  spend(140 + 4 * segments.length)
  return left.segments.length === segments.length && left.segments.every((segment, i) => segment === segments[i])
}

function equalVectors(left: VectorValue, right: VectorValue, spend: Spend): boolean {
  const { elements } = right
  if (left.elements.length !== elements.length) return false
  spend(2 * elements.length)
  return left.elements.every((element, i) => element === elements[i] && Object.is(element, elements[i]))
}

function compareBytes(left: Uint8Array, right: Uint8Array, spend: Spend): number {
  const length = Math.min(left.length, right.length)
  spend(length)
  for (let at = 0; at < length; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
