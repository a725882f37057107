import { parseJson } from './parse-json.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { invalidArgument } from './invalid-argument.ts'
import { doubleFromJson, integerFromJson } from './json-numbers.ts'
import { sortedFields } from './value-order.ts'
import { formatTimestamp, parseTimestamp } from './timestamp.ts'
import { ValueRoom } from './value-room.ts'
import type { Fields, Value } from './value.ts'
import { parseDocumentName } from './resource-path.ts'

/**
 * Typed JSON is the proto3 JSON form of `google.firestore.v1.Value`: each value is an object with one member that
 * names its type, `{"integerValue":"1"}`, `{"arrayValue":{"values":[...]}}`. It is what REST and WebChannel carry and
 * what is stored.
 *
 * Written text is canonical: equal fields (in the sense of `isIdentical`) give equal text. Names are sorted by UTF-8
 * order, empty `values` and `fields` are left out, timestamps are UTC with none, three or six digits, base64 is
 * standard with padding, -0 is `"-0"`.
 *
 * Reading accepts all that proto3 JSON allows: members in snake case, integers as numbers, doubles as strings, either
 * base64 alphabet, any time offset, `null` for an absent member. Anything else throws `invalid-argument`.
 */
const MAX_DEPTH = 100
/** Their names are added up before anything is read: each is a new member of a table. */
const MANY_FIELDS = 1000

/** Reads the `fields` of a document, from the text that is stored or from what `JSON.parse` made of it. Absent fields are no fields. */
export function decodeFields(json: unknown): Fields {
  return typeof json === 'string'
    ? fieldsFrom(parseStored(json), 0, new ValueRoom(Infinity))
    : fieldsFrom(json, 0, new ValueRoom())
}

/** Reads one value, from what `JSON.parse` made of it. */
export function decodeValue(json: unknown): Value {
  return valueFrom(json, 0, new ValueRoom())
}

function parseStored(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw invalidArgument(
      'INVALID_JSON',
      `Invalid JSON: ${cause instanceof SyntaxError ? 'syntax error' : 'unreadable'}.`,
    )
  }
}

function fieldsFrom(json: unknown, depth: number, room: ValueRoom): Fields {
  const fields = new Map<string, Value>()
  if (json === undefined || json === null) return fields
  if (!isObject(json)) throw invalidValue('The fields of a document or a map are not a JSON object.')
  // Own members only: a member named `__proto__` is an ordinary field after JSON.parse.
  const names = Object.keys(json)
  if (names.length > MANY_FIELDS) room.check(names.reduce((length, name) => length + name.length + 2, 0))
  for (const name of names) {
    if (!name.isWellFormed()) throw invalidValue('A field name is not valid UTF-8.')
    room.take(name.length + 1)
    fields.set(name, valueFrom(json[name], depth, room))
  }
  return fields
}

function valueFrom(json: unknown, depth: number, room: ValueRoom): Value {
  room.countValue()
  room.take(1)
  if (!isObject(json)) throw invalidValue('A value is not a JSON object with the name of its type.')
  let found: Value | undefined
  for (const type of Object.keys(json)) {
    const member = json[type]
    if (member === undefined || (member === null && type !== 'nullValue' && type !== 'null_value')) continue
    if (found !== undefined) throw invalidValue('A value has more than one type.')
    found = typedValue(type, member, depth, room)
  }
  if (found === undefined) throw invalidValue('A value has no type.')
  return found
}

const NULL: Value = { kind: 'null' }
const TRUE: Value = { kind: 'boolean', value: true }
const FALSE: Value = { kind: 'boolean', value: false }

function typedValue(type: string, json: unknown, depth: number, room: ValueRoom): Value {
  switch (type) {
    case 'stringValue':
    case 'string_value':
      return { kind: 'string', value: textOf(json, 'string') }
    case 'integerValue':
    case 'integer_value':
      room.take(7)
      return { kind: 'integer', value: integerOf(json) }
    case 'booleanValue':
    case 'boolean_value':
      if (typeof json !== 'boolean') throw invalidValue('A boolean value is neither true nor false.')
      return json ? TRUE : FALSE
    case 'doubleValue':
    case 'double_value':
      room.take(7)
      return { kind: 'double', value: doubleOf(json) }
    case 'nullValue':
    case 'null_value':
      if (json !== null && json !== 'NULL_VALUE' && json !== 0) throw invalidValue('A null value is not "NULL_VALUE".')
      return NULL
    case 'timestampValue':
    case 'timestamp_value':
      room.take(7)
      return { kind: 'timestamp', micros: parseTimestamp(textOf(json, 'timestamp')) }
    case 'bytesValue':
    case 'bytes_value':
      return { kind: 'bytes', value: bytesOf(json, room) }
    case 'referenceValue':
    case 'reference_value':
      room.take(15)
      return referenceOf(textOf(json, 'reference'))
    case 'geoPointValue':
    case 'geo_point_value':
      room.take(15)
      return geoPointFrom(json)
    case 'arrayValue':
    case 'array_value':
      return { kind: 'array', values: elementsFrom(json, depth + 1, room) }
    case 'mapValue':
    case 'map_value':
      return { kind: 'map', fields: fieldsFrom(soleMember(json, 'fields', depth + 1), depth + 1, room) }
    case 'fieldReferenceValue':
    case 'functionValue':
    case 'pipelineValue':
      throw invalidValue(`A ${type} is only allowed in a pipeline.`)
    default:
      throw invalidValue(`Unknown type of value "${type.slice(0, 50)}".`)
  }
}

function elementsFrom(json: unknown, depth: number, room: ValueRoom): Value[] {
  const values = soleMember(json, 'values', depth)
  if (values === undefined || values === null) return []
  if (!Array.isArray(values)) throw invalidValue('The values of an array value are not a JSON array.')
  return values.map((element) => valueFrom(element, depth, room))
}

/** The one member of `arrayValue` and `mapValue`, undefined when it is left out. */
function soleMember(json: unknown, name: 'values' | 'fields', depth: number): unknown {
  if (depth > MAX_DEPTH) throw invalidValue(`Values are nested more than ${MAX_DEPTH} levels deep.`)
  if (!isObject(json)) throw invalidValue(`An array or map value is not a JSON object with "${name}".`)
  for (const member of Object.keys(json)) {
    if (member !== name) throw invalidValue(`Unknown name "${member.slice(0, 50)}" beside "${name}".`)
  }
  return json[name]
}

function textOf(json: unknown, type: string): string {
  if (typeof json !== 'string') throw invalidValue(`A ${type} value is not a JSON string.`)
  if (!json.isWellFormed()) throw invalidValue(`A ${type} value is not valid UTF-8.`)
  return json
}

function bytesOf(json: unknown, room: ValueRoom): Uint8Array {
  const text = textOf(json, 'bytes')
  room.checkText(text)
  return decodeBase64(text)
}

function integerOf(json: unknown): bigint {
  const integer = integerFromJson(json)
  if (integer === undefined) {
    throw invalidValue(
      'An integer value is not a whole number of 64 bits, or a number that has to be text to be exact.',
    )
  }
  return integer
}

function doubleOf(json: unknown): number {
  const number = doubleFromJson(json)
  if (number === undefined) {
    throw invalidValue('A double value is neither a number in range nor "NaN", "Infinity" or "-Infinity".')
  }
  return number
}

function geoPointFrom(json: unknown): Value {
  if (!isObject(json)) throw invalidValue('A geo point is not a JSON object.')
  for (const member of Object.keys(json)) {
    if (member !== 'latitude' && member !== 'longitude') {
      throw invalidValue(`Unknown name "${member.slice(0, 50)}" in a geo point.`)
    }
  }
  return geoPointOf(doubleOf(json['latitude'] ?? 0), doubleOf(json['longitude'] ?? 0))
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function invalidValue(message: string): Error {
  return invalidArgument('INVALID_VALUE', message)
}

/** The canonical text of the `fields` of a document. */
export function encodeFields(fields: Fields): string {
  if (fields.size === 0) return '{}'
  let text = ''
  for (const [name, value] of sortedFields(fields)) {
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${encodeValue(value)}`
  }
  return `${text}}`
}

/** The canonical text of one value. */
export function encodeValue(value: Value): string {
  switch (value.kind) {
    case 'null':
      return '{"nullValue":null}'
    case 'boolean':
      return value.value ? '{"booleanValue":true}' : '{"booleanValue":false}'
    case 'integer':
      return `{"integerValue":"${value.value}"}`
    case 'double':
      return `{"doubleValue":${encodeDouble(value.value)}}`
    case 'timestamp':
      return `{"timestampValue":"${formatTimestamp(value.micros)}"}`
    case 'string':
      return `{"stringValue":${JSON.stringify(value.value)}}`
    case 'bytes':
      return `{"bytesValue":"${encodeBase64(value.value)}"}`
    case 'reference':
      return `{"referenceValue":${JSON.stringify(value.name)}}`
    case 'geopoint':
      return `{"geoPointValue":{"latitude":${encodeDouble(value.latitude)},"longitude":${encodeDouble(value.longitude)}}}`
    case 'array':
      return value.values.length === 0
        ? '{"arrayValue":{}}'
        : `{"arrayValue":{"values":[${value.values.map(encodeValue).join(',')}]}}`
    case 'map':
      return value.fields.size === 0 ? '{"mapValue":{}}' : `{"mapValue":{"fields":${encodeFields(value.fields)}}}`
  }
}

function encodeDouble(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '"-0"' : String(value)
  return `"${value}"`
}

/** A reference value, its name checked. Throws `invalid-argument`. */
export function referenceOf(name: string): Value {
  parseDocumentName(name)
  return { kind: 'reference', name }
}

/** A geographical point, its ranges checked. Throws `invalid-argument`. */
export function geoPointOf(latitude: number, longitude: number): Value {
  if (!(latitude >= -90 && latitude <= 90))
    throw invalidArgument('INVALID_VALUE', 'Latitude must be in the range of [-90, 90].')
  if (!(longitude >= -180 && longitude <= 180))
    throw invalidArgument('INVALID_VALUE', 'Longitude must be in the range of [-180, 180].')
  return { kind: 'geopoint', latitude, longitude }
}
