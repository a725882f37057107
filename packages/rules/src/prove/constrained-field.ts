import { type FieldPath, isNaNValue, type Value } from '@hearth/model'
import { unsupported } from '../evaluate/operators.ts'
import { Failure, isSymbolic, type Operand, type Result, Symbolic } from '../evaluate/failure.ts'
import type { BinaryOperator, TypeName } from '../syntax/ast.ts'
import { compare, equalsInside } from '../values/equality.ts'
import { liftField } from '../values/lift.ts'
import { compareCodePoints, ListValue, type RuleValue, typeOf } from '../values/rule-value.ts'
import type { FieldBound, FieldFacts } from './facts.ts'

type Comparison = '<' | '<=' | '>' | '>='

const FLIPPED: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const COMPARED: readonly (TypeName | 'null')[] = ['number', 'string', 'timestamp', 'bytes']
const free = (): void => undefined

/** A field of every document that a query can find: it is there, and its value keeps to what the filters say. */
export class ConstrainedField extends Symbolic {
  readonly #facts: FieldFacts

  constructor(facts: FieldFacts) {
    super()
    this.#facts = facts
  }

  member(): Result {
    return this.unproved()
  }

  index(): Result {
    return this.unproved()
  }

  /** A range has a type too, but the original does not take it for a proof; nor do we, so that no query passes here alone. */
  is(type: TypeName): Result {
    const own = this.#facts.equal === undefined ? undefined : this.#type()
    if (own === undefined) return this.unproved()
    if (own !== 'number') return own === type
    return type === 'int' || type === 'float' ? this.unproved() : type === 'number'
  }

  method(name: string, args: readonly Operand[]): Result {
    const [list] = args
    if (args.length !== 1 || !(list instanceof ListValue)) return this.unproved()
    const contains = (item: RuleValue): boolean => this.#contains(item)
    return name === 'hasAny' && list.items().some(contains) ? true : this.unproved()
  }

  before(operator: BinaryOperator, other: Operand): Result {
    if (isSymbolic(other)) return this.unproved()
    switch (operator) {
      case '==':
        return this.#equalsKnown(other) ?? this.unproved()
      case '!=':
        return this.#differs(other) ? true : this.unproved()
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#compare(operator, other)
      case 'in':
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.unproved()
    }
  }

  behind(operator: BinaryOperator, other: RuleValue): Result {
    switch (operator) {
      case '==':
      case '!=':
        return this.before(operator, other)
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.before(FLIPPED[operator], other)
      case 'in':
        return this.#contains(other) ? true : this.unproved()
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.unproved()
    }
  }

  unproved(): Failure {
    return unprovedField(this.#facts.path)
  }

  /** Undefined unless the query names the one number that the field equals. */
  #equalsKnown(other: RuleValue): boolean | undefined {
    const number = this.#facts.equal && knownNumber(this.#facts.equal)
    if (number === undefined) return undefined
    if (!isNumber(other)) return false
    const asked = exactNumber(other)
    return asked === undefined ? undefined : number === asked
  }

  /** Whether no value that the filters let through equals another. */
  #differs(other: RuleValue): boolean {
    if (this.#facts.unequal.some((value) => isSame(value, other))) return true
    const type = this.#type()
    if (other === null && type !== undefined) {
      const { equal, contains } = this.#facts
      // The original takes a range for a promise of the types alone whose values conditions can compare.
      return equal !== undefined || contains.length > 0 ? type !== 'null' : COMPARED.includes(type)
    }
    return this.#equalsKnown(other) === false || this.#order('<', other) === true || this.#order('>', other) === true
  }

  #compare(operator: Comparison, other: RuleValue): Result {
    const type = this.#type()
    const isOfType = type === typeOf(other) || (type === 'number' && isNumber(other))
    if (type !== undefined && !isOfType) return unsupported(`${type} ${operator} ${typeOf(other)}`)
    return this.#order(operator, other) ?? this.unproved()
  }

  /** Whether the bounds settle a comparison; undefined when they do not. */
  #order(operator: Comparison, other: RuleValue): boolean | undefined {
    const { lower, upper } = this.#bounds()
    const isBelow = operator === '<' || operator === '<='
    const isInclusive = operator === '<=' || operator === '>='
    const same = isBelow ? upper : lower
    // A range proves what holds, and not what doesn't: the original makes nothing of that.
    const { equal } = this.#facts
    const opposite: readonly FieldBound[] = equal === undefined ? [] : [{ value: equal, isInclusive: true }]
    const sign = isBelow ? 1 : -1
    for (const bound of same) {
      const difference = bound.value !== equal && isLost(bound.value, other) ? undefined : order(bound.value, other)
      if (difference === undefined) continue
      if (difference * sign < 0 || (difference === 0 && (isInclusive || !bound.isInclusive))) return true
    }
    for (const bound of opposite) {
      const difference = order(bound.value, other)
      if (difference === undefined) continue
      if (difference * sign > 0 || (difference === 0 && (!isInclusive || !bound.isInclusive))) return false
    }
    return undefined
  }

  #bounds(): Pick<FieldFacts, 'lower' | 'upper'> {
    const { equal, lower, upper } = this.#facts
    if (equal === undefined) return { lower, upper }
    const bound: FieldBound = { value: equal, isInclusive: true }
    return { lower: [...lower, bound], upper: [...upper, bound] }
  }

  /** A range finds values of its own type alone. */
  #type(): TypeName | 'null' | undefined {
    const { equal, lower, upper, contains } = this.#facts
    if (contains.length > 0) return 'list'
    const [value] = [equal, ...lower.map((bound) => bound.value), ...upper.map((bound) => bound.value)].filter(
      (some) => some !== undefined,
    )
    if (value === undefined) return undefined
    const type = typeOf(liftField(value))
    return type === 'int' || type === 'float' ? 'number' : type
  }

  #contains(item: RuleValue): boolean {
    return this.#facts.contains.some((value) => {
      const known = knownValue(value)
      return known !== undefined && equalsInside(item, known, free)
    })
  }
}

/** The value of a field as far as the facts tell. */
export function fieldOf(facts: FieldFacts): Result {
  const value = facts.equal && knownValue(facts.equal)
  return value === undefined ? new ConstrainedField(facts) : value
}

export function unprovedField(path: FieldPath): Failure {
  const name = path.join('.')
  return new Failure(
    name === ''
      ? 'The condition asks for more of resource.data than a query can promise.'
      : `The query does not promise what the condition asks of resource.data.${name}: it needs a filter on ${name}.`,
  )
}

/** Negative: the bound comes first. Undefined when the two have no order, or none that is exact. */
function order(bound: Value, other: RuleValue): number | undefined {
  const number = knownNumber(bound)
  if (number !== undefined) {
    const asked = exactNumber(other)
    return asked === undefined ? undefined : compare(number, asked, free)
  }
  const value = knownValue(bound)
  if (typeof value === 'string' && typeof other === 'string') return orderTexts(value, other)
  return value === undefined ? undefined : compare(value, other, free)
}

/**
 * A range goes by code points, a condition by UTF-16. Of one text and all others the two orders are the same if it has nothing from the
 * surrogates upwards; of others, a range proves nothing.
 */
function orderTexts(bound: string, other: string): number | undefined {
  return /[\ud800-\uffff]/.test(other) ? undefined : compareCodePoints(bound, other)
}

/** Whether a field that a query keeps from one value is kept from another too. */
function isSame(kept: Value, other: RuleValue): boolean {
  const number = knownNumber(kept)
  if (number !== undefined) return !isLost(kept, other) && number === exactNumber(other)
  const value = knownValue(kept)
  return value !== undefined && equalsInside(value, other, free)
}

/** The original holds an int against what a query bounds by, or keeps from, a float, and makes nothing of it; so no query passes here alone. */
function isLost(filtered: Value, other: RuleValue): boolean {
  return filtered.kind === 'double' && typeof other === 'bigint'
}

function isNumber(value: RuleValue): boolean {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** From here on, an int and the float that equals it are not told apart by every comparison. */
const EXACT_MAX = 2 ** 53

/**
 * The value that a field has if it equals this one in a query. Undefined where that is not one value: a query takes 1 for
 * 1.0, conditions do not always.
 */
function knownValue(equal: Value): RuleValue | undefined {
  // A condition may ask a thousand times, and the value of a filter is as long as its sender likes.
  let lacksNumbers = withoutNumbers.get(equal)
  if (lacksNumbers === undefined) {
    lacksNumbers = !hasNumbers(equal)
    withoutNumbers.set(equal, lacksNumbers)
  }
  return lacksNumbers ? liftField(equal) : undefined
}

const withoutNumbers = new WeakMap<Value, boolean>()

/** The number that a field equals, as int or as float; undefined for anything else. */
function knownNumber(value: Value): number | undefined {
  if (value.kind !== 'integer' && value.kind !== 'double') return undefined
  return isNaNValue(value) ? undefined : exactNumber(value.value)
}

/** A number of a condition, if comparing it as a float loses nothing. */
function exactNumber(value: RuleValue): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const number = Number(value)
  return Math.abs(number) < EXACT_MAX ? number : undefined
}

function hasNumbers(value: Value): boolean {
  switch (value.kind) {
    case 'integer':
    case 'double':
    // Its coordinates are numbers.
    case 'geopoint':
      return true
    case 'array':
      return value.values.some(hasNumbers)
    case 'map':
      return value.fields.values().some(hasNumbers)
    default:
      return false
  }
}
