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
import { timestampOf } from '@hearth/model/timestamp'
import type { TypedFields, TypedValue } from './typed-value.ts'

/*
 * Between the SDK's values and typed ones. A number of the SDK may stand for an integer or a double, and beyond 2^53 for another
 * integer; its references forget another database. `fromSdk` guesses, `refine` corrects the guess by what the server said.
 */

/** In microseconds. */
const second = 1_000_000n

export function fieldsFromSdk(data: DocumentData): TypedFields {
  return new Map(Object.entries(data).map(([name, value]) => [name, fromSdk(value)]))
}

export function fromSdk(value: unknown): TypedValue {
  if (value === null || value === undefined) return { kind: 'null' }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'string') return { kind: 'string', value }
  if (typeof value === 'number') return guessNumber(value)
  if (value instanceof Timestamp) return timestampFromSdk(value)
  if (value instanceof GeoPoint) return { kind: 'geopoint', latitude: value.latitude, longitude: value.longitude }
  if (value instanceof DocumentReference) return { kind: 'reference', path: value.path }
  if (value instanceof Bytes) return { kind: 'bytes', value: value.toUint8Array() }
  if (value instanceof VectorValue) return { kind: 'vector', values: value.toArray() }
  if (Array.isArray(value)) return { kind: 'array', values: value.map(fromSdk) }
  return { kind: 'map', fields: fieldsFromSdk(value) }
}

function timestampFromSdk({ seconds, nanoseconds }: Timestamp): TypedValue {
  return { kind: 'timestamp', micros: timestampOf(BigInt(seconds), nanoseconds) }
}

function timestampToSdk(micros: bigint): Timestamp {
  const ofSecond = ((micros % second) + second) % second
  return new Timestamp(Number((micros - ofSecond) / second), Number(ofSecond) * 1000)
}

/** What the SDK writes for a number, and so the likelier type of one that it read. */
function guessNumber(value: number): TypedValue {
  return Number.isSafeInteger(value) && !Object.is(value, -0)
    ? { kind: 'integer', value: BigInt(value) }
    : { kind: 'double', value }
}

/** Whether the guess may be wrong, so that the server has to be asked. */
export function isAmbiguous(guess: TypedValue): boolean {
  switch (guess.kind) {
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
  switch (value.kind) {
    case 'integer':
    case 'double':
      return guessNumber(Number(value.value))
    case 'reference':
      return { kind: 'reference', path: value.path }
    case 'map':
      return { kind: 'map', fields: new Map([...value.fields].map(([name, inner]) => [name, asGuessed(inner)])) }
    case 'array':
      return { kind: 'array', values: value.values.map(asGuessed) }
    default:
      return value
  }
}

/** Whether the SDK writes this value and nothing else. */
export function isWrittenExactly(value: TypedValue): boolean {
  switch (value.kind) {
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
  switch (value.kind) {
    case 'null':
      return null
    case 'boolean':
    case 'string':
    case 'double':
      return value.value
    case 'integer':
      return Number(value.value)
    case 'timestamp':
      return timestampToSdk(value.micros)
    case 'bytes':
      return Bytes.fromUint8Array(value.value)
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
