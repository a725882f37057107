import { geoPointOf, invalidArgument, referenceOf, timestampOf } from '@hearth/model'
import type { Value } from '@hearth/model'
import type { ProtobufSource } from './protobuf-source.ts'

/** Far above what a stored value may have; it only keeps a hostile message from exhausting the stack. */
const VALUE_DEPTH_MAX = 100

/** google.firestore.v1.Value. The last member of its oneof wins. Throws `invalid-argument`. */
export function readValue(source: ProtobufSource, depth: number): Value {
  if (depth > VALUE_DEPTH_MAX) throw invalid('a value is nested too deep')
  source.meter.countValue()
  let value: Value | undefined
  while (!source.isAtEnd) {
    const tag = source.tag()
    value = readMember(source, tag, depth) ?? value
  }
  if (value === undefined) throw invalid('a value has no type')
  return value
}

/** Tags as `number << 3 | wireType`, from document.proto. */
function readMember(source: ProtobufSource, tag: number, depth: number): Value | undefined {
  switch (tag) {
    case (11 << 3) | 0:
      source.int32()
      return { kind: 'null' }
    case (1 << 3) | 0:
      return { kind: 'boolean', value: source.bool() }
    case (2 << 3) | 0:
      return { kind: 'integer', value: source.int64() }
    case (3 << 3) | 1:
      return { kind: 'double', value: source.double() }
    case (10 << 3) | 2:
      return readTimestampValue(source.message())
    case (17 << 3) | 2:
      return { kind: 'string', value: source.string() }
    case (18 << 3) | 2:
      return { kind: 'bytes', value: source.bytes() }
    case (5 << 3) | 2:
      return referenceOf(source.string())
    case (8 << 3) | 2:
      return readGeopoint(source.message())
    case (9 << 3) | 2:
      return { kind: 'array', values: readArrayValue(source.message(), depth + 1) }
    case (6 << 3) | 2:
      return { kind: 'map', fields: readMapValue(source.message(), depth + 1) }
    case (19 << 3) | 2:
    case (20 << 3) | 2:
    case (21 << 3) | 2:
    case (22 << 3) | 2:
      throw invalid('expressions of pipelines are not values')
    default:
      if (wireTypeOf.has(tag >>> 3)) throw invalid('a value has a member of the wrong wire type')
      source.skip(tag)
      return undefined
  }
}

const wireTypeOf: ReadonlySet<number> = new Set([1, 2, 3, 5, 6, 8, 9, 10, 11, 17, 18, 19, 20, 21, 22])

/** google.firestore.v1.ArrayValue */
export function readArrayValue(source: ProtobufSource, depth: number): Value[] {
  const values: Value[] = []
  while (!source.isAtEnd) {
    const tag = source.tag()
    if (tag === ((1 << 3) | 2)) values.push(readValue(source.message(), depth))
    else source.skip(tag)
  }
  return values
}

/** google.firestore.v1.MapValue */
function readMapValue(source: ProtobufSource, depth: number): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>()
  while (!source.isAtEnd) {
    const tag = source.tag()
    if (tag === ((1 << 3) | 2)) readFieldEntry(source.message(), fields, depth)
    else source.skip(tag)
  }
  return fields
}

/** One entry of a `map<string, Value>`; a key given twice keeps its last value. */
export function readFieldEntry(source: ProtobufSource, into: Map<string, Value>, depth: number): void {
  let key = ''
  let value: Value | undefined
  while (!source.isAtEnd) {
    const tag = source.tag()
    if (tag === ((1 << 3) | 2)) key = source.string()
    else if (tag === ((2 << 3) | 2)) value = readValue(source.message(), depth)
    else source.skip(tag)
  }
  if (value === undefined) throw invalid('a field has no value')
  into.set(key, value)
}

/** google.protobuf.Timestamp, not yet checked for its range. */
export function readTimestamp(source: ProtobufSource): { seconds: bigint; nanos: number } {
  let seconds = 0n
  let nanos = 0
  while (!source.isAtEnd) {
    const tag = source.tag()
    if (tag === ((1 << 3) | 0)) seconds = source.int64()
    else if (tag === ((2 << 3) | 0)) nanos = source.int32()
    else source.skip(tag)
  }
  return { seconds, nanos }
}

function readTimestampValue(source: ProtobufSource): Value {
  const { seconds, nanos } = readTimestamp(source)
  return { kind: 'timestamp', micros: timestampOf(seconds, nanos) }
}

function readGeopoint(source: ProtobufSource): Value {
  let latitude = 0
  let longitude = 0
  while (!source.isAtEnd) {
    const tag = source.tag()
    if (tag === ((1 << 3) | 1)) latitude = source.double()
    else if (tag === ((2 << 3) | 1)) longitude = source.double()
    else source.skip(tag)
  }
  return geoPointOf(latitude, longitude)
}

function invalid(what: string): Error {
  return invalidArgument('INVALID_VALUE', `Invalid request: ${what}.`)
}
