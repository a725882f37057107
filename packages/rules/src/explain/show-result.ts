import { encodeBase64, type Value } from '@hearth/model'
import { Failure, isSymbolic, type Result } from '../evaluate/failure.ts'
import { liftField } from '../values/lift.ts'
import { formatFloat } from '../values/numbers.ts'
import {
  compareCodePoints,
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
} from '../values/rule-value.ts'

const LENGTH_MAX = 200
const ITEMS_MAX = 10
/** Keys of a map that are put in order to show the first of them. */
const SORTED_MAX = 100

/** A result as people read it, of bounded length: `'ada'`, `[1, 2]`, `error: Null value error.` */
export function showResult(result: Result): string {
  if (result instanceof Failure) return `error: ${shortened(result.message)}`
  return isSymbolic(result) ? 'not known from the query' : shortened(show(result, 3))
}

/** The value of a field in the same form. */
export function showValue(value: Value): string {
  return shortened(show(liftField(value), 3))
}

function show(value: RuleValue, depth: number): string {
  switch (typeof value) {
    case 'string':
      return `'${value.slice(0, LENGTH_MAX)}'`
    case 'number':
      return formatFloat(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      return showObject(value, depth)
  }
}

function showObject(value: Exclude<RuleValue, string | number | bigint | boolean>, depth: number): string {
  if (value === null) return 'null'
  if (depth === 0) return '…'
  const inner = (items: readonly RuleValue[]): string => {
    const shown = items.slice(0, ITEMS_MAX).map((item) => show(item, depth - 1))
    return [...shown, ...(items.length > ITEMS_MAX ? ['…'] : [])].join(', ')
  }
  if (value instanceof ListValue) return `[${inner(value.slice(0, ITEMS_MAX + 1).items())}]`
  if (value instanceof SetValue) return `set(${inner([...value.items.values().take(ITEMS_MAX + 1)])})`
  if (value instanceof MapValue) {
    const shown = shownKeys(value).map((key) => `${key}: ${show(value.find(key) ?? null, depth - 1)}`)
    return `{${[...shown, ...(value.size > ITEMS_MAX ? ['…'] : [])].join(', ')}}`
  }
  if (value instanceof TimestampValue) return `timestamp.value(${value.nanos / 1_000_000n})`
  if (value instanceof DurationValue) return `duration.value(${value.nanos}, 'ns')`
  if (value instanceof PathValue) return value.toString()
  if (value instanceof LatLngValue) return `latlng.value(${value.latitude}, ${value.longitude})`
  if (value instanceof MapDiffValue) return `diff(${show(value.after, depth - 1)}, ${show(value.before, depth - 1)})`
  if (value instanceof VectorValue) return `vector(${inner(value.elements)})`
  return `b'${encodeBase64(value.slice(0, LENGTH_MAX))}'`
}

/** In order, unless there are so many that finding the first ones would take long. */
function shownKeys(map: MapValue): string[] {
  if (map.size > SORTED_MAX) return Iterator.from(map.names()).take(ITEMS_MAX).toArray()
  return [...map.names()].sort(compareCodePoints).slice(0, ITEMS_MAX)
}

function shortened(text: string): string {
  return text.length <= LENGTH_MAX ? text : `${text.slice(0, LENGTH_MAX - 1)}…`
}
