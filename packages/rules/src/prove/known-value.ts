import { isNaNValue, type Value } from '@hearth/model'
import { liftField } from '../values/lift.ts'
import type { RuleValue } from '../values/rule-value.ts'

/** From here on, an int and the float that equals it are not told apart by every comparison. */
const EXACT_MAX = 2 ** 53

/**
 * The value that a field has if it equals this one in a query. Undefined where that is not one value: a query takes 1 for
 * 1.0, conditions do not always.
 */
export function knownValue(equal: Value): RuleValue | undefined {
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
export function knownNumber(value: Value): number | undefined {
  if (value.kind !== 'integer' && value.kind !== 'double') return undefined
  return isNaNValue(value) ? undefined : exactNumber(value.value)
}

/** A number of a condition, if comparing it as a float loses nothing. */
export function exactNumber(value: RuleValue): number | undefined {
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
