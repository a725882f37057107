import { decodeBase64, encodeBase64 } from '@hearth/model/base64'
import { formatTimestamp } from '@hearth/model/timestamp'
import { valueTexts } from '../../texts/en/data-values.ts'
import { findTimestamp, namesNoDay } from './written-time.ts'
import type { TypedNumber, TypedValue } from './typed-value.ts'

/** A value, or what is wrong with what was typed. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string }

const integerMin = -(2n ** 63n)
const integerMax = 2n ** 63n - 1n
const resource = /^(projects\/[^/]+\/databases\/[^/]+)\/documents\/(.+)$/

/** A value that one line of text says whole; maps and lists are the editor's JSON. */
export type LineValue = Exclude<TypedValue, { readonly kind: 'map' | 'array' | 'array-add' | 'array-remove' }>

export function formatLine(value: LineValue): string {
  switch (value.kind) {
    case 'null':
    case 'server-time':
      return ''
    case 'boolean':
    case 'integer':
      return String(value.value)
    case 'double':
      return formatDouble(value.value)
    case 'string':
      return value.value
    case 'timestamp':
      return formatTimestamp(value.micros)
    case 'bytes':
      return encodeBase64(value.value)
    case 'reference':
      return value.database === undefined ? value.path : `${value.database}/documents/${value.path}`
    case 'geopoint':
      return `${formatNumber(value.latitude)}, ${formatNumber(value.longitude)}`
    case 'vector':
      return value.values.map(formatNumber).join(', ')
    case 'increment':
      return formatLine(value.by)
  }
}

/** `String` forgets the sign of zero. */
export function formatNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** A double always looks like one: `3.0` is not the integer `3`. */
export function formatDouble(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text
}

/** The value of a type that a text stands for. */
export function parseLine(type: LineValue['kind'], text: string): Parsed<TypedValue> {
  const trimmed = text.trim()
  switch (type) {
    case 'null':
    case 'server-time':
      return { value: { kind: type } }
    case 'string':
      return { value: { kind: type, value: text } }
    case 'boolean':
      return trimmed === 'true' || trimmed === 'false'
        ? { value: { kind: type, value: trimmed === 'true' } }
        : { problem: valueTexts.notBoolean }
    case 'integer':
      return parseInteger(trimmed)
    case 'double':
      return parseDouble(trimmed)
    case 'timestamp': {
      const micros = findTimestamp(trimmed)
      if (micros !== undefined) return { value: { kind: type, micros } }
      return { problem: namesNoDay(trimmed) ? valueTexts.noSuchDay : valueTexts.notTimestamp }
    }
    case 'bytes': {
      const value = findBytes(trimmed)
      return value === undefined ? { problem: valueTexts.notBytes } : { value: { kind: type, value } }
    }
    case 'reference':
      return parseReference(trimmed)
    case 'geopoint':
      return parseGeoPoint(trimmed)
    case 'vector':
      return parseVector(trimmed)
    case 'increment': {
      const by: Parsed<TypedNumber> = /^[+-]?\d+$/.test(trimmed) ? parseInteger(trimmed) : parseDouble(trimmed)
      return 'problem' in by ? by : { value: { kind: type, by: by.value } }
    }
  }
}

function parseInteger(text: string): Parsed<TypedNumber> {
  if (!/^[+-]?\d{1,30}$/.test(text)) return { problem: valueTexts.notInteger }
  const value = BigInt(text.replace('+', ''))
  return value < integerMin || value > integerMax
    ? { problem: valueTexts.integerTooLarge }
    : { value: { kind: 'integer', value } }
}

function parseDouble(text: string): Parsed<TypedNumber> {
  if (/^(NaN|[+-]?Infinity)$/.test(text)) return { value: { kind: 'double', value: Number(text) } }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return { problem: valueTexts.notDouble }
  const value = Number(text)
  return Number.isFinite(value) ? { value: { kind: 'double', value } } : { problem: valueTexts.doubleTooLarge }
}

/** Base64 of either alphabet, with any spaces and any padding. */
function findBytes(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text.replaceAll(/\s/g, '').replace(/=+$/, ''))
  } catch {
    return undefined
  }
}

function parseReference(text: string): Parsed<TypedValue> {
  const [, database, inOther] = resource.exec(text) ?? []
  const path = (inOther ?? text).replace(/^\/|\/$/g, '')
  const segments = path.split('/')
  if (segments.length % 2 !== 0 || segments.includes('')) return { problem: valueTexts.notReference }
  return { value: { kind: 'reference', path, ...(database !== undefined && { database }) } }
}

function parseGeoPoint(text: string): Parsed<TypedValue> {
  const match = /^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.exec(text)
  if (match === null) return { problem: valueTexts.notGeoPoint }
  const latitude = Number(match[1])
  const longitude = Number(match[2])
  if (Math.abs(latitude) > 90) return { problem: valueTexts.latitudeRange }
  if (Math.abs(longitude) > 180) return { problem: valueTexts.longitudeRange }
  return { value: { kind: 'geopoint', latitude, longitude } }
}

function parseVector(text: string): Parsed<TypedValue> {
  const parts = text
    .replace(/^\[|\]$/g, '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > 2048) return { problem: valueTexts.vectorLength }
  const values: number[] = []
  for (const part of parts) {
    const parsed = parseDouble(part)
    if ('problem' in parsed) return { problem: valueTexts.notVector(part) }
    values.push(Number(parsed.value.value))
  }
  return { value: { kind: 'vector', values } }
}
