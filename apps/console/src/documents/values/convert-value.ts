import { valueTexts } from '../../texts/en/data-values.ts'
import { formatText, parseText } from './editor-text.ts'
import { isNumberType, type TypedValue, type ValueType } from './typed-value.ts'
import type { Parsed } from './value-text.ts'

const wholeNumber = /^-?[1-9]\d*$/

/** The same value as another type, or why there is none: nothing of it is lost on the way, except to null. */
export function convertValue(value: TypedValue, type: ValueType): Parsed<TypedValue> {
  if (type === value.kind) return { value }
  if (type === 'null') return { value: { kind: 'null' } }
  if (value.kind === 'null') return fromNull(type)
  if (type === 'string') return { value: { kind: 'string', value: textOf(value) } }
  if (type === 'array') return toArray(value)
  if (value.kind === 'string') return fromText(value.value.trim(), type)
  if (value.kind === 'boolean' && isNumberType(type)) return parseText(type, value.value ? '1' : '0')
  if (isNumberType(value.kind)) return fromNumber(value, type)
  if (value.kind === 'array' && type === 'vector') return toVector(value.values)
  return noForm(value, type)
}

function fromNull(type: ValueType): Parsed<TypedValue> {
  if (type === 'string') return { value: { kind: 'string', value: '' } }
  if (type === 'map') return { value: { kind: 'map', fields: new Map() } }
  if (type === 'array') return { value: { kind: 'array', values: [] } }
  return noForm({ kind: 'null' }, type)
}

/** A whole double is written without the sign that tells it from an integer. */
function textOf(value: TypedValue): string {
  return value.kind === 'double' ? String(value.value) : formatText(value)
}

function toArray(value: TypedValue): Parsed<TypedValue> {
  if (value.kind === 'vector')
    return { value: { kind: 'array', values: value.values.map((one) => ({ kind: 'double', value: one })) } }
  if (value.kind === 'string' && value.value.trimStart().startsWith('[')) return parseText('array', value.value)
  return { value: { kind: 'array', values: [value] } }
}

function fromText(text: string, type: ValueType): Parsed<TypedValue> {
  // Ids are such texts: as a double they would end in other digits.
  const isRounded = type === 'double' && wholeNumber.test(text) && String(Number(text)) !== text
  return isRounded ? noForm({ kind: 'string', value: text }, type) : parseText(type, text)
}

function fromNumber(value: TypedValue, type: ValueType): Parsed<TypedValue> {
  if (value.kind === 'integer' && type === 'double') {
    const double = Number(value.value)
    return BigInt(double) === value.value ? { value: { kind: 'double', value: double } } : noForm(value, type)
  }
  if (value.kind === 'double' && type === 'integer') {
    return Number.isInteger(value.value) ? parseText('integer', String(BigInt(value.value))) : noForm(value, type)
  }
  const isFlag = type === 'boolean' && (textOf(value) === '0' || textOf(value) === '1')
  return isFlag ? { value: { kind: 'boolean', value: textOf(value) === '1' } } : noForm(value, type)
}

function toVector(values: readonly TypedValue[]): Parsed<TypedValue> {
  const rounded = values.find((value) => value.kind === 'integer' && BigInt(Number(value.value)) !== value.value)
  if (rounded !== undefined) return noForm(rounded, 'vector')
  const texts = values.map((value) => (isNumberType(value.kind) ? textOf(value) : formatText(value)))
  return parseText('vector', texts.join(', '))
}

function noForm(value: TypedValue, type: ValueType): Parsed<TypedValue> {
  return { problem: valueTexts.noForm(valueTexts.types[value.kind], valueTexts.types[type]) }
}
