import type { BinaryOperator, TypeName } from '../syntax/ast.ts'
import { compare, equals, equalsInside } from '../values/equality.ts'
import { isInt64 } from '../values/numbers.ts'
import {
  DurationValue,
  ListValue,
  MapValue,
  PathValue,
  type RuleValue,
  SetValue,
  TimestampValue,
  typeOf,
} from '../values/rule-value.ts'
import { setKey } from '../values/set-key.ts'
import type { Evaluation } from './evaluation.ts'
import { Failure, type Result } from './failure.ts'

export type BinaryOperation = (evaluation: Evaluation, left: RuleValue, right: RuleValue) => Result

/** What each operator does with two values. */
export const binaryOperations: Readonly<Record<BinaryOperator, BinaryOperation>> = {
  '==': (evaluation, left, right) => equals(left, right, evaluation.spend),
  '!=': (evaluation, left, right) => !equals(left, right, evaluation.spend),
  '<': ordering('<', (difference) => difference < 0),
  '<=': ordering('<=', (difference) => difference <= 0),
  '>': ordering('>', (difference) => difference > 0),
  '>=': ordering('>=', (difference) => difference >= 0),
  in: contains,
  '+': add,
  '-': (_, left, right) => subtract(left, right),
  '*': multiplying('*'),
  '/': multiplying('/'),
  '%': multiplying('%'),
}

export function negate(value: RuleValue): Result {
  if (typeof value === 'number') return -value
  if (typeof value === 'bigint') return int(-value)
  if (value instanceof DurationValue) return new DurationValue(-value.nanos)
  return unsupported(`-${typeOf(value)}`)
}

export function isOfType(value: RuleValue, type: TypeName): boolean {
  if (type === 'number') return isNumber(value)
  // The vendor's runtime knows a set by its methods alone.
  if (type === 'set') return false
  return typeOf(value) === type
}

/** `object.name`. */
export function member(object: RuleValue, name: string): Result {
  if (object instanceof MapValue) {
    const value = object.find(name)
    return value === undefined ? new Failure(`Property ${name} is undefined on object.`) : value
  }
  if (object === null) return new Failure('Null value error.')
  return new Failure(`Type error. Received: [${typeOf(object)}] Expected: [map,path].`)
}

/** `object[index]`. */
export function index(object: RuleValue, key: RuleValue): Result {
  if (object instanceof MapValue && typeof key === 'string') return member(object, key)
  if (typeof key === 'bigint') {
    const at = Number(key)
    if (object instanceof ListValue) return inRange(at, object.size) ?? object.at(at)
    if (typeof object === 'string') return inRange(at, object.length) ?? object.charAt(at)
    if (object instanceof PathValue) return inRange(at, object.segments.length) ?? object.segments[at] ?? ''
  }
  if (object === null) return new Failure('Null value error.')
  return new Failure('Function not found error: Name: [[]].')
}

/** `object[from:to]`, legal for `0 <= from < size`, `1 <= to <= size`, `from <= to` alone; without `to` up to the end. */
export function slice(evaluation: Evaluation, object: RuleValue, from: RuleValue, to: RuleValue | undefined): Result {
  if (!(object instanceof ListValue) && typeof object !== 'string') {
    return object === null ? new Failure('Null value error.') : new Failure('Function not found error: Name: [[:]].')
  }
  const size = typeof object === 'string' ? object.length : object.size
  if (typeof from !== 'bigint' || (to !== undefined && typeof to !== 'bigint')) {
    return unsupported(`${typeOf(object)}[${typeOf(from)}:${to === undefined ? '' : typeOf(to)}]`)
  }
  const start = Number(from)
  const end = to === undefined ? size : Number(to)
  const outside = inRange(start, size) ?? inRange(end - 1, size)
  if (outside !== undefined) return outside
  if (start > end) return outOfBounds(start, size)
  evaluation.spend(2 * (end - start))
  return object.slice(start, end)
}

/** Whether a container has an item: as strictly as inside of lists, but a set takes an int for its float. */
export function contains(evaluation: Evaluation, item: RuleValue, container: RuleValue): Result {
  const { spend } = evaluation
  if (container instanceof ListValue) {
    for (let i = 0; i < container.size; i++) {
      spend(30)
      if (equalsInside(item, container.at(i), spend)) return true
    }
    return false
  }
  if (container instanceof MapValue) {
    return typeof item === 'string' ? container.has(item) : unsupported(`map.in(${typeOf(item)})`, 'map.in(string)')
  }
  if (container instanceof SetValue) return container.items.has(setKey(item, spend))
  if (container === null) return new Failure('Null value error.')
  return new Failure('Function not found error: Name: [in].')
}

export function unsupported(received: string, expected?: string): Failure {
  const end = expected === undefined ? '' : ` Expected: ${expected}.`
  return new Failure(`Unsupported operation error. Received: ${received}.${end}`)
}

/** An int, unless it left the range of int64. */
export function int(value: bigint): Result {
  return isInt64(value)
    ? value
    : new Failure('Integer value is out of the [-9223372036854775808, 9223372036854775807] range.')
}

function ordering(operator: BinaryOperator, holds: (difference: number) => boolean): BinaryOperation {
  return (evaluation, left, right) => {
    const difference = compare(left, right, evaluation.spend)
    return difference === undefined ? unsupported(`${typeOf(left)} ${operator} ${typeOf(right)}`) : holds(difference)
  }
}

function multiplying(operator: '*' | '/' | '%'): BinaryOperation {
  return (_, left, right) =>
    isNumber(left) && isNumber(right)
      ? arithmetic(operator, left, right)
      : unsupported(`${typeOf(left)} ${operator} ${typeOf(right)}`)
}

function add(evaluation: Evaluation, left: RuleValue, right: RuleValue): Result {
  if (typeof left === 'string' && typeof right === 'string') {
    evaluation.spend(left.length + right.length)
    return left + right
  }
  if (isNumber(left) && isNumber(right)) return arithmetic('+', left, right)
  if (left instanceof TimestampValue && right instanceof DurationValue) return instant(left.nanos + right.nanos)
  if (left instanceof DurationValue && right instanceof TimestampValue) return instant(left.nanos + right.nanos)
  if (left instanceof DurationValue && right instanceof DurationValue) return duration(left.nanos + right.nanos)
  return unsupported(`${typeOf(left)} + ${typeOf(right)}`)
}

function subtract(left: RuleValue, right: RuleValue): Result {
  if (isNumber(left) && isNumber(right)) return arithmetic('-', left, right)
  if (left instanceof TimestampValue && right instanceof TimestampValue) return duration(left.nanos - right.nanos)
  if (left instanceof TimestampValue && right instanceof DurationValue) return instant(left.nanos - right.nanos)
  if (left instanceof DurationValue && right instanceof DurationValue) return duration(left.nanos - right.nanos)
  return unsupported(`${typeOf(left)} - ${typeOf(right)}`)
}

/** Two ints give an int, checked and truncated; a float on either side makes both floats. */
function arithmetic(operator: '+' | '-' | '*' | '/' | '%', left: number | bigint, right: number | bigint): Result {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (right === 0n && (operator === '/' || operator === '%')) return new Failure('Divide by zero error.')
    return int(ints[operator](left, right))
  }
  return floats[operator](Number(left), Number(right))
}

const ints = {
  '+': (left: bigint, right: bigint) => left + right,
  '-': (left: bigint, right: bigint) => left - right,
  '*': (left: bigint, right: bigint) => left * right,
  '/': (left: bigint, right: bigint) => left / right,
  '%': (left: bigint, right: bigint) => left % right,
}

const floats = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
  '%': (left: number, right: number) => left % right,
}

/** Years 1 to 9999. */
const TIMESTAMP_NANOS_MIN = -62_135_596_800_000_000_000n
const TIMESTAMP_NANOS_MAX = 253_402_300_799_999_999_999n
/** About 10,000 years, as the wire's type has it. */
const DURATION_NANOS_MAX = 315_576_000_000_999_999_999n

export function instant(nanos: bigint): Result {
  const isInRange = nanos >= TIMESTAMP_NANOS_MIN && nanos <= TIMESTAMP_NANOS_MAX
  return isInRange ? new TimestampValue(nanos) : new Failure('The timestamp is outside of the years 1 to 9999.')
}

export function duration(nanos: bigint): Result {
  const isInRange = nanos >= -DURATION_NANOS_MAX && nanos <= DURATION_NANOS_MAX
  return isInRange ? new DurationValue(nanos) : new Failure('The duration is longer than 10,000 years.')
}

function isNumber(value: RuleValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** A failure when the place is outside. */
function inRange(at: number, size: number): Failure | undefined {
  return at >= 0 && at < size ? undefined : outOfBounds(at, size)
}

function outOfBounds(at: number, size: number): Failure {
  return new Failure(`Index out of bound error. Index: [${at}] , size: [${size}].`)
}
