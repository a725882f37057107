import { MAX_FIELD_PATH_BYTES, validateFieldName } from './field-path.ts'
import { invalidArgument } from './invalid-argument.ts'
import { utf8Exceeds, utf8Length } from './utf8.ts'
import { MAX_DOCUMENT_BYTES, ValueRoom } from './value-room.ts'
import { vectorElements } from './value-order.ts'
import type { Fields, Value } from './value.ts'
import { nameParts } from './resource-path.ts'

/** Around each value there is an object, and around many of them a map or an array. */
const VALUE_BYTES = 256
/** What is short is taken to be full of values. */
const SHORT_LENGTH = 1024
const SHORT_FACTOR = 18
/** Ends the name of each value's type. What stands in a text has its quotes escaped. */
const TYPE_END = 'Value":'

export { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_VALUES } from './value-room.ts'
export const MAX_VALUE_BYTES = 1_048_487
/** Maps and arrays inside one another; each adds one. */
export const MAX_NESTING = 20
export const MAX_VECTOR_DIMENSIONS = 2048

/**
 * Throws `invalid-argument` unless the fields may be stored as a document: names, nesting, arrays in arrays, lengths of
 * values, their number, the size of the whole. `name` is the full resource name, for the message; `json` the encoded fields.
 */
export function validateDocument(name: string, path: string, fields: Fields, json: string): void {
  validateFields(fields, '', 0, 0, new ValueRoom())
  // The text of a value is never shorter than its size: most documents need no counting.
  if (json.length * 3 + path.length * 3 < MAX_DOCUMENT_BYTES / 2) return
  const size = documentSize(path, fields)
  if (size > MAX_DOCUMENT_BYTES) {
    throw invalidArgument(
      'DOCUMENT_TOO_LARGE',
      `Document '${name}' cannot be written because its size (${grouped(size)} bytes) exceeds the maximum allowed size of ${grouped(MAX_DOCUMENT_BYTES)} bytes.`,
    )
  }
}

function grouped(bytes: number): string {
  return String(bytes).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

function validateFields(fields: Fields, property: string, depth: number, pathBytes: number, room: ValueRoom): void {
  for (const [name, value] of fields) {
    validateFieldName(name)
    const bytes = pathBytes + utf8Length(name) + (depth === 0 ? 0 : 1)
    if (bytes > MAX_FIELD_PATH_BYTES) {
      throw invalidArgument('FIELD_PATH_TOO_LONG', `A property path is longer than ${MAX_FIELD_PATH_BYTES} bytes.`)
    }
    validateValue(value, property === '' ? name : property, depth, bytes, room)
  }
}

function validateValue(value: Value, property: string, depth: number, pathBytes: number, room: ValueRoom): void {
  room.countValue()
  switch (value.kind) {
    case 'string':
      if (utf8Exceeds(value.value, MAX_VALUE_BYTES)) throw tooLong(property)
      return
    case 'bytes':
      if (value.value.length > MAX_VALUE_BYTES) throw tooLong(property)
      return
    case 'array':
      checkNesting(property, depth + 1)
      for (const element of value.values) {
        if (element.kind === 'array') {
          throw invalidArgument('NESTED_ARRAY', 'Cannot convert an array value in an array value.')
        }
        validateValue(element, property, depth + 1, pathBytes, room)
      }
      return
    case 'map':
      checkNesting(property, depth + 1)
      if (value.fields.has('__type__')) validateVector(value)
      else validateFields(value.fields, property, depth + 1, pathBytes, room)
      return
    default:
      return
  }
}

/** A map with the reserved name `__type__` has to be a vector. */
function validateVector(value: Extract<Value, { kind: 'map' }>): void {
  const elements = vectorElements(value)
  if (elements === undefined || elements.some((element) => element.kind !== 'double')) {
    throw invalidArgument(
      'INVALID_VECTOR',
      "A map with the reserved name __type__ must be a vector. Vector must only contain values of type 'double'",
    )
  }
  if (elements.length === 0) throw invalidArgument('INVALID_VECTOR', 'Cannot have a zero length vector.')
  if (elements.length > MAX_VECTOR_DIMENSIONS) {
    throw invalidArgument('INVALID_VECTOR', `Vectors must be at most ${MAX_VECTOR_DIMENSIONS} dimensions.`)
  }
}

function checkNesting(property: string, depth: number): void {
  if (depth > MAX_NESTING) {
    throw invalidArgument(
      'NESTED_TOO_DEEP',
      `Property ${property} contains an invalid nested entity: at most ${MAX_NESTING} levels of maps and arrays are allowed.`,
    )
  }
}

function tooLong(property: string): Error {
  return invalidArgument(
    'VALUE_TOO_LONG',
    `The value of property "${property}" is longer than ${MAX_VALUE_BYTES} bytes.`,
  )
}

/** The size of a document in bytes as limits count it (document-semantics section 1). */
export function documentSize(path: string, fields: Fields): number {
  return nameSize(path) + fieldsSize(fields) + 32
}

/** Each segment with one byte more, and 16 for the database. */
function nameSize(path: string): number {
  return utf8Length(path) + 1 + 16
}

function fieldsSize(fields: Fields): number {
  let size = 0
  for (const [name, value] of fields) size += utf8Length(name) + 1 + valueSize(value)
  return size
}

export function valueSize(value: Value): number {
  switch (value.kind) {
    case 'null':
    case 'boolean':
      return 1
    case 'integer':
    case 'double':
    case 'timestamp':
      return 8
    case 'geopoint':
      return 16
    case 'string':
      return utf8Length(value.value) + 1
    case 'bytes':
      return value.value.length
    case 'reference':
      return nameSize(nameParts(value.name).path)
    case 'array':
      return value.values.reduce((sum, element) => sum + valueSize(element), 0)
    case 'map': {
      const vector = vectorElements(value)
      return vector === undefined ? fieldsSize(value.fields) : 8 * vector.length
    }
  }
}

/** Memory that the fields of a document take when they are decoded from its text, roughly and rather too much. Takes time linear in the text. */
export function decodedBytes({ json }: { readonly json: string }): number {
  if (json.length <= SHORT_LENGTH) return json.length * SHORT_FACTOR
  let bytes = json.length
  for (let at = json.indexOf(TYPE_END); at >= 0; at = json.indexOf(TYPE_END, at + TYPE_END.length)) bytes += VALUE_BYTES
  return bytes
}
