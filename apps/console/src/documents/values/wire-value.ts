import { findTimestamp } from './timestamp.ts'
import type { TypedFields, TypedValue } from './typed-value.ts'

/*
 * Values as the REST protocol writes them: proto3 JSON of google.firestore.v1.Value
 * (https://cloud.google.com/firestore/docs/reference/rest/v1/Value).
 */

export type WireValue = Readonly<Record<string, unknown>>
export type WireFields = Readonly<Record<string, WireValue>>

/** Where the documents of the database begin, such as `projects/demo-app/databases/(default)/documents`. */
export function documentsRoot(project: string, database: string): string {
  return `projects/${project}/databases/${database}/documents`
}

const resourceName = /^(projects\/[^/]+\/databases\/[^/]+)\/documents\/(.+)$/

/** @param root see `documentsRoot`; references below it are shown by their path alone */
export function decodeFields(fields: unknown, root: string): TypedFields {
  return new Map(Object.entries(recordOf(fields)).map(([name, value]) => [name, decodeValue(value, root)]))
}

export function encodeFields(fields: TypedFields, root: string): WireFields {
  return Object.fromEntries([...fields].map(([name, value]) => [name, encodeValue(value, root)]))
}

function decodeValue(wire: unknown, root: string): TypedValue {
  const [kind, value] = Object.entries(recordOf(wire))[0] ?? ['nullValue', null]
  switch (kind) {
    case 'nullValue':
      return { type: 'null' }
    case 'booleanValue':
      return { type: 'boolean', value: value === true }
    case 'integerValue':
      return { type: 'integer', value: BigInt(String(value)) }
    case 'doubleValue':
      return { type: 'double', value: Number(value) }
    case 'timestampValue':
      return { type: 'timestamp', value: findTimestamp(String(value)) ?? String(value) }
    case 'stringValue':
      return { type: 'string', value: String(value) }
    case 'bytesValue':
      return { type: 'bytes', value: String(value) }
    case 'referenceValue':
      return decodeReference(String(value), root)
    case 'geoPointValue': {
      const { latitude, longitude } = recordOf(value)
      return { type: 'geopoint', latitude: Number(latitude ?? 0), longitude: Number(longitude ?? 0) }
    }
    case 'arrayValue':
      return { type: 'array', values: listOf(recordOf(value)['values']).map((inner) => decodeValue(inner, root)) }
    case 'mapValue':
      return decodeMap(decodeFields(recordOf(value)['fields'], root))
    default:
      throw new Error(`The server sent a value of the unknown kind ${kind}.`)
  }
}

export function decodeReference(name: string, root: string): TypedValue {
  const [, database, path] = resourceName.exec(name) ?? []
  if (database === undefined || path === undefined) return { type: 'reference', path: name }
  return `${database}/documents` === root ? { type: 'reference', path } : { type: 'reference', path, database }
}

/** A vector travels as a map that says so. */
function decodeMap(fields: TypedFields): TypedValue {
  const mark = fields.get('__type__')
  const inner = fields.get('value')
  if (mark?.type === 'string' && mark.value === '__vector__' && inner?.type === 'array') {
    return {
      type: 'vector',
      values: inner.values.map((value) =>
        value.type === 'double' || value.type === 'integer' ? Number(value.value) : 0,
      ),
    }
  }
  return { type: 'map', fields }
}

/** Operations have no value of their own: see `writeOf`, which takes them out before. */
export function encodeValue(value: TypedValue, root: string): WireValue {
  switch (value.type) {
    case 'null':
      return { nullValue: null }
    case 'boolean':
      return { booleanValue: value.value }
    case 'integer':
      return { integerValue: String(value.value) }
    case 'double':
      return { doubleValue: encodeDouble(value.value) }
    case 'timestamp':
      return { timestampValue: value.value }
    case 'string':
      return { stringValue: value.value }
    case 'bytes':
      return { bytesValue: value.value }
    case 'reference':
      return { referenceValue: `${value.database === undefined ? root : `${value.database}/documents`}/${value.path}` }
    case 'geopoint':
      return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } }
    case 'vector':
      return {
        mapValue: {
          fields: {
            __type__: { stringValue: '__vector__' },
            value: { arrayValue: { values: value.values.map((one) => ({ doubleValue: encodeDouble(one) })) } },
          },
        },
      }
    case 'map':
      return { mapValue: { fields: encodeFields(value.fields, root) } }
    case 'array':
      return { arrayValue: { values: value.values.map((inner) => encodeValue(inner, root)) } }
    case 'server-time':
    case 'increment':
    case 'array-add':
    case 'array-remove':
      throw new Error(`${value.type} is no value.`)
  }
}

/** JSON has no NaN and no infinities, and JavaScript writes -0 as 0. */
function encodeDouble(value: number): number | string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? value : String(value)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
