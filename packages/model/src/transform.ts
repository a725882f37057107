import { invalidArgument } from './invalid-argument.ts'
import { MAX_INT64, MIN_INT64 } from './json-numbers.ts'
import type { Transform } from './mutation.ts'
import { runSteps } from './run-steps.ts'
import { unreachable } from './unreachable.ts'
import { compareValues, isNaNValue, isNumeric, sortedFields } from './value-order.ts'
import type { Value, Fields } from './value.ts'
import type { Version } from './document.ts'
import { encodeBase64 } from './base64.ts'

const EXACT_INTEGERS = 2n ** 53n

type NumericValue = Extract<Value, { kind: 'integer' | 'double' }>

const NULL: Value = { kind: 'null' }
const NAN: NumericValue = { kind: 'double', value: NaN }

/**
 * What a transform makes of the field's value (undefined: there is none), and what the client is told
 * (document-semantics 4.2); the very value that was there when an array stays as it is. `unions` is kept from one transform of a document
 * to the next. Throws `invalid-argument` when an operand is of the wrong kind.
 */
export function applyTransform(...transform: Parameters<typeof applyTransformInSteps>): TransformOutcome {
  return runSteps(applyTransformInSteps(...transform))
}

export interface TransformOutcome {
  readonly value: Value
  readonly result: Value
}

/** As `applyTransform`, in steps between which others may have their turn. Each yields what it cost, in bytes that take about as long. */
export function* applyTransformInSteps(
  base: Value | undefined,
  transform: Transform,
  requestTime: Version,
  unions = new UnionSets(),
): Generator<number, TransformOutcome> {
  switch (transform.kind) {
    case 'server-timestamp': {
      const value: Value = { kind: 'timestamp', micros: BigInt(Math.floor(requestTime / 1000)) * 1000n }
      return { value, result: value }
    }
    case 'increment':
    case 'maximum':
    case 'minimum': {
      const operand = numericOperand(transform.operand, transform.kind)
      const value = base !== undefined && isNumeric(base) ? combine(transform.kind, base, operand) : operand
      return { value, result: value }
    }
    case 'array-union':
    case 'array-remove': {
      checkElements(transform.values)
      const elements = base?.kind === 'array' ? base.values : []
      const values =
        transform.kind === 'array-union'
          ? yield* unions.add(elements, transform.values)
          : yield* remove(elements, transform.values)
      const isSame = base?.kind === 'array' && values.length === elements.length
      return { value: isSame ? base : { kind: 'array', values }, result: NULL }
    }
    default:
      return unreachable(transform)
  }
}

function numericOperand(operand: Value, kind: string): NumericValue {
  if (isNumeric(operand)) return operand
  throw invalidArgument('INVALID_TRANSFORM', `The operand of ${kind} must be an integer or a double.`)
}

function combine(kind: 'increment' | 'maximum' | 'minimum', base: NumericValue, operand: NumericValue): NumericValue {
  if (kind === 'increment') return add(base, operand)
  if (isNaNValue(base) || isNaNValue(operand)) return NAN
  const order = compareValues(operand, base)
  // A tie keeps what is stored, and with it its type.
  return (kind === 'maximum' ? order > 0 : order < 0) ? operand : base
}

function add(a: NumericValue, b: NumericValue): NumericValue {
  if (a.kind === 'double' || b.kind === 'double') return { kind: 'double', value: Number(a.value) + Number(b.value) }
  const sum = a.value + b.value
  return { kind: 'integer', value: sum > MAX_INT64 ? MAX_INT64 : sum < MIN_INT64 ? MIN_INT64 : sum }
}

function checkElements(values: readonly Value[]): void {
  if (values.some((value) => value.kind === 'array')) {
    throw invalidArgument('NESTED_ARRAY', 'Cannot convert an array value in an array value.')
  }
}

/** What takes as long as to copy an element of an array, in bytes. */
const COPY_COST = 8

/** What arrays hold that were made by a union: the next union to the same array need not look at all of it again. */
export class UnionSets {
  readonly #sets = new WeakMap<readonly Value[], DistinctValues>();

  /** Appends in order what is not there yet, so that of equal operands the first stays. */
  *add(elements: readonly Value[], operands: readonly Value[]): Generator<number, readonly Value[]> {
    const set = this.#sets.get(elements) ?? (yield* setOf(elements))
    const added = yield* set.add(operands)
    if (added.length > 0) yield COPY_COST * elements.length
    const values = added.length === 0 ? elements : [...elements, ...added]
    this.#sets.delete(elements)
    this.#sets.set(values, set)
    return values
  }
}

function* remove(elements: readonly Value[], operands: readonly Value[]): Generator<number, readonly Value[]> {
  return yield* (yield* setOf(operands)).without(elements)
}

function* setOf(values: readonly Value[]): Generator<number, DistinctValues> {
  const set = new DistinctValues()
  yield* set.add(values)
  return set
}

/** What it takes to look at a value, in characters of its key that take as long. */
const VALUE_COST = 32
/** Of one step. */
const STEP_COST = 64 * 1024

/** Values of which none equals another in an array transform. Each takes time linear in it, and steps of many yield what they cost. */
class DistinctValues {
  readonly #keys = new Set<string>();

  /** Answers those that were not there, the first of equal ones, in the order given. */
  *add(values: readonly Value[]): Generator<number, Value[]> {
    return yield* filterByKey(values, (key) => {
      if (this.#keys.has(key)) return false
      this.#keys.add(key)
      return true
    })
  }

  /** Answers those of others that are not there. */
  *without(values: readonly Value[]): Generator<number, Value[]> {
    return yield* filterByKey(values, (key) => !this.#keys.has(key))
  }
}

function* filterByKey(values: readonly Value[], isWanted: (key: string) => boolean): Generator<number, Value[]> {
  const wanted: Value[] = []
  let cost = 0
  for (const value of values) {
    const key = equalityKey(value)
    if (isWanted(key)) wanted.push(value)
    cost += VALUE_COST + key.length
    if (cost < STEP_COST) continue
    yield cost
    cost = 0
  }
  yield cost
  return wanted
}

/**
 * A text that two values have in common exactly where `equalsInArrayTransform` finds them equal: `3` and `3.0`, the zeros, NaN and NaN. Takes
 * time linear in the value. Each part says where it ends, so that no text is that of other parts.
 */
export function equalityKey(value: Value): string {
  switch (value.kind) {
    case 'null':
      return '0'
    case 'boolean':
      return value.value ? '+' : '-'
    case 'integer':
      return numberKey(doubleOf(value.value))
    case 'double':
      return numberKey(value.value)
    case 'timestamp':
      return `t${value.micros};`
    case 'string':
      return `s${lengthKey(value.value)}`
    case 'bytes':
      return `b${encodeBase64(value.value)};`
    case 'reference':
      return `r${lengthKey(value.name)}`
    case 'geopoint':
      return `g${numberKey(value.latitude)}${numberKey(value.longitude)}`
    case 'array':
      return `[${value.values.map(equalityKey).join('')}]`
    case 'map':
      return `{${fieldsKey(value.fields)}}`
  }
}

function fieldsKey(fields: Fields): string {
  let key = ''
  for (const [name, value] of sortedFields(fields)) key += lengthKey(name) + equalityKey(value)
  return key
}

function lengthKey(text: string): string {
  return `${text.length}:${text}`
}

/** An integer that no double equals stays one. */
function doubleOf(integer: bigint): bigint | number {
  const double = Number(integer)
  if (integer > -EXACT_INTEGERS && integer < EXACT_INTEGERS) return double
  return BigInt(double) === integer ? double : integer
}

function numberKey(number: bigint | number): string {
  return typeof number === 'bigint' ? `i${number};` : `n${number === 0 ? 0 : number};`
}
