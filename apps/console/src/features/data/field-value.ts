import {
  arrayRemove,
  arrayUnion,
  Bytes,
  doc,
  DocumentReference,
  type Firestore,
  GeoPoint,
  serverTimestamp,
  Timestamp,
} from 'firebase/firestore'

/** What a field may be set to in the editor; the last three are done by the server with what is there. */
export const editedTypes = [
  'string',
  'number',
  'boolean',
  'timestamp',
  'geopoint',
  'reference',
  'bytes',
  'null',
  'map',
  'array',
  'server-time',
  'array-add',
  'array-remove',
] as const

export type EditedType = (typeof editedTypes)[number]

/** The SDK's value for what was typed; undefined when the text is not of that type. */
export function parseValue(firestore: Firestore, type: EditedType, text: string): unknown {
  const trimmed = text.trim()
  switch (type) {
    case 'string':
      return text
    case 'number':
      return parseNumber(trimmed)
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined
    case 'timestamp': {
      const at = Date.parse(trimmed)
      return Number.isNaN(at) ? undefined : Timestamp.fromMillis(at)
    }
    case 'geopoint':
      return parseGeoPoint(trimmed)
    case 'reference':
      return attempt(() => doc(firestore, trimmed))
    case 'bytes':
      return attempt(() => Bytes.fromBase64String(trimmed))
    case 'null':
      return null
    case 'map': {
      const value = attempt(() => JSON.parse(trimmed) as unknown)
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
    }
    case 'array':
      return parseArray(trimmed)
    case 'server-time':
      return serverTimestamp()
    case 'array-add': {
      const values = parseArray(trimmed)
      return values && arrayUnion(...values)
    }
    case 'array-remove': {
      const values = parseArray(trimmed)
      return values && arrayRemove(...values)
    }
  }
}

function parseNumber(text: string): number | undefined {
  if (text === 'NaN') return Number.NaN
  if (/^-?Infinity$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined
  const value = Number(text)
  // Beyond 2^53 a JavaScript number is another one than was typed.
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? undefined : value
}

function parseGeoPoint(text: string): GeoPoint | undefined {
  const match = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(text)
  return match ? attempt(() => new GeoPoint(Number(match[1]), Number(match[2]))) : undefined
}

function parseArray(text: string): unknown[] | undefined {
  const value = attempt(() => JSON.parse(text) as unknown)
  return Array.isArray(value) ? value : undefined
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    // The SDK and JSON say what is wrong by throwing; here it only matters that something is.
    return undefined
  }
}

/** The type a value is shown and first edited as. */
export function typeOf(value: unknown): EditedType {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (value instanceof Timestamp) return 'timestamp'
  if (value instanceof GeoPoint) return 'geopoint'
  if (value instanceof DocumentReference) return 'reference'
  if (value instanceof Bytes) return 'bytes'
  return Array.isArray(value) ? 'array' : 'map'
}

/** A value as the editor takes it back; maps and arrays as JSON. */
export function formatValue(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Timestamp) return value.toDate().toISOString()
  if (value instanceof GeoPoint) return `${value.latitude}, ${value.longitude}`
  if (value instanceof DocumentReference) return value.path
  if (value instanceof Bytes) return value.toBase64()
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(asPlain(value))
}

/** Whether `formatValue` loses nothing, so that an editor may start from it. */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object' || value === null) return true
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

/** Times, references and other values with a form of their own become their texts; the SDK's own JSON of them is of no use to a reader. */
function asPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asPlain)
  if (typeof value !== 'object' || value === null) return value
  if (typeOf(value) !== 'map') return formatValue(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asPlain(inner)]))
}
