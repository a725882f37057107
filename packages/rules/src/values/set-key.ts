import type { Spend } from './equality.ts'
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
import { sortedKeys } from './sorted-keys.ts'

/** Gives each byte a letter of its own. */
const letters = new TextDecoder('windows-1252')

export function setOf(items: Iterable<RuleValue>, spend: Spend): SetValue {
  const distinct = new Map<string, RuleValue>()
  for (const item of items) {
    const key = setKey(item, spend)
    if (!distinct.has(key)) distinct.set(key, item)
  }
  return new SetValue(distinct)
}

/**
 * The same text for values that a set takes for one, and that a diff takes for unchanged: an int and the float of the same
 * number are, inside of lists and maps too.
 */
export function setKey(value: RuleValue, spend: Spend): string {
  return keyOf(value, spend, (number) => `n${Number(number) + 0}`)
}

/** The same text for values that `equalsInside` takes for equal; and for NaN, which equals nothing. */
export function strictKey(value: RuleValue, spend: Spend): string {
  return keyOf(value, spend, (number) => {
    if (typeof number === 'bigint') return `i${number}`
    return Object.is(number, -0) ? 'f-0' : `f${number}`
  })
}

type NumberKey = (value: number | bigint) => string

function keyOf(value: RuleValue, spend: Spend, numberKey: NumberKey): string {
  spend(100)
  switch (typeof value) {
    case 'string':
      spend(value.length >> 2)
      return `s${value.length}:${value}`
    case 'bigint':
      return numberKey(value)
    case 'number':
      spend(40)
      return numberKey(value)
    case 'boolean':
      return `b${value}`
    default:
      return value === null ? 'null' : objectKey(value, spend, numberKey)
  }
}

function objectKey(
  value: Exclude<RuleValue, null | string | bigint | number | boolean>,
  spend: Spend,
  numberKey: NumberKey,
): string {
  if (value instanceof ListValue) {
    const keys: string[] = []
    for (const item of value) keys.push(keyOf(item, spend, numberKey))
    return `[${keys.join()}]`
  }
  if (value instanceof MapValue) {
    return `{${sortedKeys(value, spend)
      .map((key) => `${key.length}:${key}=${keyOf(value.find(key) ?? null, spend, numberKey)}`)
      .join()}}`
  }
  if (value instanceof SetValue) {
    const keys = [...value.items.keys()]
    for (const key of keys) spend(40 + (key.length >> 2))
    return `<${keys.sort().join()}>`
  }
  if (value instanceof TimestampValue) return `t${value.nanos}`
  if (value instanceof DurationValue) return `d${value.nanos}`
  if (value instanceof PathValue) {
    spend(60)
    for (const segment of value.segments) spend(10 + segment.length)
    return `p${JSON.stringify(value.segments)}`
  }
  if (value instanceof LatLngValue) {
    spend(80)
    return `l${value.latitude},${value.longitude}`
  }
  if (value instanceof MapDiffValue) {
    return `m${objectKey(value.after, spend, numberKey)}${objectKey(value.before, spend, numberKey)}`
  }
  if (value instanceof VectorValue) {
    spend(40 * value.elements.length)
    return `v${value.elements.map(numberKey).join()}`
  }
  spend(value.length >> 1)
  return `x${value.length}:${letters.decode(value)}`
}
