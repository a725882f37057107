import { encodeBase64 } from './base64.ts'
import { sortedFields } from './value-order.ts'
import type { Fields, Value } from './value.ts'

const EXACT_INTEGERS = 2n ** 53n

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
