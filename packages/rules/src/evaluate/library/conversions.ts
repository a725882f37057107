import { decodePathText } from '../../syntax/path-text.ts'
import { formatFloat, isInt64 } from '../../values/numbers.ts'
import { PathValue, type RuleValue, typeOf } from '../../values/rule-value.ts'
import { Failure } from '../failure.ts'
import { unsupported } from '../operators.ts'
import { type Form, form } from '../signature.ts'

const INTEGER = /^[+-]?\d{1,19}$/
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

export const conversions: Readonly<Record<string, readonly Form[]>> = {
  int: [
    form(['int'], ([value = null]) => value),
    form(['float'], ([value]) => floatToInt(value as number)),
    form(['string'], ([text]) => {
      const value = INTEGER.test(text as string) ? BigInt((text as string).replace('+', '')) : undefined
      return value !== undefined && isInt64(value) ? value : conversionError(text as string, 'int')
    }),
  ],
  float: [
    form(['int'], ([value]) => Number(value)),
    form(['float'], ([value = null]) => value),
    form(['string'], ([text], { spend }) => {
      spend(3 * (text as string).length)
      return stringToFloat(text as string)
    }),
  ],
  string: (['int', 'float', 'null', 'string', 'bool', 'path'] as const).map((type) =>
    form([type], ([value = null]) => convertToString(value)),
  ),
  path: [
    form(['string'], ([text], { spend }) => {
      // Each of its letters may be a segment.
      spend(10 * (text as string).length)
      return parsePath(text as string)
    }),
  ],
  debug: [form(['any'], ([value = null]) => value)],
}

export function convertToString(value: RuleValue): string | Failure {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return formatFloat(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      if (value === null) return 'null'
      return value instanceof PathValue ? value.toString() : unsupported(`string(${typeOf(value)})`)
  }
}

/** What the text of a path stands for; the leading slash may be missing. */
function parsePath(text: string): PathValue | Failure {
  const inner = text.startsWith('/') ? text.slice(1) : text
  if (inner === '') return new Failure('Empty Path Template is not allowed.')
  const segments = inner.split('/')
  if (segments.includes('')) {
    return new Failure(`Invalid Path Template ${text.slice(0, 200)}. Empty segment is not allowed.`)
  }
  const decoded: string[] = []
  for (const segment of segments) {
    const plain = decodePathText(segment)
    // An escaped brace would be taken for a placeholder: no path needs one.
    if (plain === undefined || plain.startsWith('{') !== segment.startsWith('{')) {
      return new Failure(`Invalid Path Template ${text.slice(0, 200)}. It has an escape that stands for nothing.`)
    }
    decoded.push(plain)
  }
  return new PathValue(decoded)
}

function floatToInt(value: number): bigint | Failure {
  if (Number.isNaN(value)) return 0n
  const truncated = Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined
  return truncated !== undefined && isInt64(truncated) ? truncated : conversionError(formatFloat(value), 'int')
}

function stringToFloat(text: string): number | Failure {
  const trimmed = text.trim()
  if (trimmed === 'NaN') return Number.NaN
  if (/^[+-]?Infinity$/.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity
  return DECIMAL.test(trimmed) ? Number(trimmed) : conversionError(text, 'float')
}

function conversionError(text: string, to: 'int' | 'float'): Failure {
  return new Failure(`Type conversion error. Argument: [${text.slice(0, 200)}], From type: [string], To type: [${to}].`)
}
