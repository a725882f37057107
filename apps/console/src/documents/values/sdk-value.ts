import {
  arrayRemove,
  arrayUnion,
  Bytes,
  doc,
  type DocumentData,
  DocumentReference,
  type Firestore,
  GeoPoint,
  increment,
  serverTimestamp,
  Timestamp,
  vector,
  VectorValue,
} from 'firebase/firestore'
import { formatTimestamp, parseTimestamp } from './timestamp.ts'
import type { TypedFields, TypedValue } from './typed-value.ts'

/*
 * Between the SDK's values and typed ones. A number of the SDK may stand for an integer or a double, and beyond 2^53 for another
 * integer; its references forget another database. `fromSdk` guesses, `refine` corrects the guess by what the server said.
 */

export function fieldsFromSdk(data: DocumentData): TypedFields {
  return new Map(Object.entries(data).map(([name, value]) => [name, fromSdk(value)]))
}

export function fromSdk(value: unknown): TypedValue {
  if (value === null || value === undefined) return { type: 'null' }
  if (typeof value === 'boolean') return { type: 'boolean', value }
  if (typeof value === 'string') return { type: 'string', value }
  if (typeof value === 'number') return guessNumber(value)
  if (value instanceof Timestamp) return { type: 'timestamp', value: formatTimestamp(value.seconds, value.nanoseconds) }
  if (value instanceof GeoPoint) return { type: 'geopoint', latitude: value.latitude, longitude: value.longitude }
  if (value instanceof DocumentReference) return { type: 'reference', path: value.path }
  if (value instanceof Bytes) return { type: 'bytes', value: value.toBase64() }
  if (value instanceof VectorValue) return { type: 'vector', values: value.toArray() }
  if (Array.isArray(value)) return { type: 'array', values: value.map(fromSdk) }
  return { type: 'map', fields: fieldsFromSdk(value) }
}

/** What the SDK writes for a number, and so the likelier type of one that it read. */
function guessNumber(value: number): TypedValue {
  return Number.isSafeInteger(value) && !Object.is(value, -0)
    ? { type: 'integer', value: BigInt(value) }
    : { type: 'double', value }
}

/** Whether the guess may be wrong, so that the server has to be asked. */
export function isAmbiguous(guess: TypedValue): boolean {
  switch (guess.type) {
    case 'integer':
    case 'reference':
      return true
    case 'double':
      return Number.isInteger(guess.value)
    case 'map':
      return [...guess.fields.values()].some(isAmbiguous)
    case 'array':
      return guess.values.some(isAmbiguous)
    default:
      return false
  }
}

/** A typed value as `fromSdk` would guess it. Two values the SDK can't tell apart are equal afterwards. */
export function asGuessed(value: TypedValue): TypedValue {
  switch (value.type) {
    case 'integer':
    case 'double':
      return guessNumber(Number(value.value))
    case 'reference':
      return { type: 'reference', path: value.path }
    case 'map':
      return { type: 'map', fields: new Map([...value.fields].map(([name, inner]) => [name, asGuessed(inner)])) }
    case 'array':
      return { type: 'array', values: value.values.map(asGuessed) }
    default:
      return value
  }
}

/** Whether the SDK writes this value and nothing else. */
export function isWrittenExactly(value: TypedValue): boolean {
  switch (value.type) {
    case 'integer':
      return value.value >= Number.MIN_SAFE_INTEGER && value.value <= Number.MAX_SAFE_INTEGER
    case 'double':
      return !Number.isSafeInteger(value.value) || Object.is(value.value, -0)
    case 'reference':
      return value.database === undefined
    case 'map':
      return [...value.fields.values()].every(isWrittenExactly)
    case 'array':
    case 'array-add':
    case 'array-remove':
      return value.values.every(isWrittenExactly)
    case 'increment':
      return isWrittenExactly(value.by)
    default:
      return true
  }
}

/** The SDK's value; of what `isWrittenExactly` denies, the nearest. */
export function toSdk(firestore: Firestore, value: TypedValue): unknown {
  switch (value.type) {
    case 'null':
      return null
    case 'boolean':
    case 'string':
    case 'double':
      return value.value
    case 'integer':
      return Number(value.value)
    case 'timestamp': {
      const { seconds, nanoseconds } = parseTimestamp(value.value)
      return new Timestamp(seconds, nanoseconds)
    }
    case 'bytes':
      return Bytes.fromBase64String(value.value)
    case 'reference':
      return doc(firestore, value.path)
    case 'geopoint':
      return new GeoPoint(value.latitude, value.longitude)
    case 'vector':
      return vector([...value.values])
    case 'map':
      return fieldsToSdk(firestore, value.fields)
    case 'array':
      return value.values.map((inner) => toSdk(firestore, inner))
    case 'server-time':
      return serverTimestamp()
    case 'increment':
      return increment(Number(value.by.value))
    case 'array-add':
      return arrayUnion(...value.values.map((inner) => toSdk(firestore, inner)))
    case 'array-remove':
      return arrayRemove(...value.values.map((inner) => toSdk(firestore, inner)))
  }
}

export function fieldsToSdk(firestore: Firestore, fields: TypedFields): DocumentData {
  return Object.fromEntries([...fields].map(([name, value]) => [name, toSdk(firestore, value)]))
}
