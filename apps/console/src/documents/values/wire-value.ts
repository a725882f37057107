import * as model from '@hearth/model/typed-json'
import type { Fields, Value } from '@hearth/model/value'
import { vectorElements } from '@hearth/model/value-order'
import type { TypedFields, TypedValue } from './typed-value.ts'

/*
 * Values as the REST protocol writes them: proto3 JSON of google.firestore.v1.Value
 * (https://cloud.google.com/firestore/docs/reference/rest/v1/Value), which the model reads and writes.
 */

export type WireValue = Readonly<Record<string, unknown>>
export type WireFields = Readonly<Record<string, WireValue>>

/** Where the documents of the database begin, such as `projects/demo-app/databases/(default)/documents`. */
export function documentsRoot(project: string, database: string): string {
  return `projects/${project}/databases/${database}/documents`
}

const resourceName = /^(projects\/[^/]+\/databases\/[^/]+)\/documents\/(.+)$/

/**
 * Throws the model's `invalid-argument` for what are no fields.
 *
 * @param root see `documentsRoot`; references below it are shown by their path alone
 */
export function decodeFields(fields: unknown, root: string): TypedFields {
  return typedFields(model.decodeFields(fields), root)
}

export function encodeFields(fields: TypedFields, root: string): WireFields {
  return JSON.parse(model.encodeFields(modelFields(fields, root))) as WireFields
}

/** Operations have no value of their own: see `writeOf`, which takes them out before. */
export function encodeValue(value: TypedValue, root: string): WireValue {
  return JSON.parse(model.encodeValue(modelValue(value, root))) as WireValue
}

function typedFields(fields: Fields, root: string): TypedFields {
  return new Map([...fields].map(([name, value]) => [name, typedValue(value, root)]))
}

function typedValue(value: Value, root: string): TypedValue {
  switch (value.kind) {
    case 'reference':
      return typedReference(value.name, root)
    case 'array':
      return { kind: 'array', values: value.values.map((inner) => typedValue(inner, root)) }
    case 'map': {
      const elements = vectorElements(value)
      if (elements === undefined) return { kind: 'map', fields: typedFields(value.fields, root) }
      return { kind: 'vector', values: elements.map((one) => ('value' in one ? Number(one.value) : Number.NaN)) }
    }
    default:
      return value
  }
}

function typedReference(name: string, root: string): TypedValue {
  const [, database, path] = resourceName.exec(name) ?? []
  if (database === undefined || path === undefined) return { kind: 'reference', path: name }
  return `${database}/documents` === root ? { kind: 'reference', path } : { kind: 'reference', path, database }
}

function modelFields(fields: TypedFields, root: string): Fields {
  return new Map([...fields].map(([name, value]) => [name, modelValue(value, root)]))
}

function modelValue(value: TypedValue, root: string): Value {
  switch (value.kind) {
    case 'reference': {
      const documents = value.database === undefined ? root : `${value.database}/documents`
      return { kind: 'reference', name: `${documents}/${value.path}` }
    }
    case 'vector':
      return {
        kind: 'map',
        fields: new Map<string, Value>([
          ['__type__', { kind: 'string', value: '__vector__' }],
          ['value', { kind: 'array', values: value.values.map((one) => ({ kind: 'double', value: one })) }],
        ]),
      }
    case 'map':
      return { kind: 'map', fields: modelFields(value.fields, root) }
    case 'array':
      return { kind: 'array', values: value.values.map((inner) => modelValue(inner, root)) }
    case 'server-time':
    case 'increment':
    case 'array-add':
    case 'array-remove':
      throw new Error(`${value.kind} is no value.`)
    default:
      return value
  }
}
