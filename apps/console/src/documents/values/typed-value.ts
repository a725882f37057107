import type { Value } from '@hearth/model/value'
import { compareUtf8 } from '@hearth/model/utf8'
import { isIdentical } from '@hearth/model/value-order'

/**
 * A value of a document as people see and edit it: the model's, but a reference is told from the database that is open, a vector is no map,
 * and a draft also holds what the server is to do. See `decodeFields` and `encodeFields`. The SDK's values can't tell `3` from `3.0`.
 */
export type TypedValue =
  | PlainValue
  /** `database` is set for a document of another one, as `projects/p/databases/d`. */
  | { readonly kind: 'reference'; readonly path: string; readonly database?: string }
  | { readonly kind: 'vector'; readonly values: readonly number[] }
  | { readonly kind: 'map'; readonly fields: TypedFields }
  | { readonly kind: 'array'; readonly values: readonly TypedValue[] }
  | Operation

/** A value that is the model's as it stands. */
type PlainValue = Exclude<Value, { readonly kind: 'reference' | 'map' | 'array' }>

/** What the server does with what is there when it is saved. Stands in a draft only, never inside an array. */
export type Operation =
  | { readonly kind: 'server-time' }
  | { readonly kind: 'increment'; readonly by: TypedNumber }
  | { readonly kind: 'array-add'; readonly values: readonly TypedValue[] }
  | { readonly kind: 'array-remove'; readonly values: readonly TypedValue[] }

export type TypedNumber = Extract<TypedValue, { readonly kind: 'integer' | 'double' }>

export type TypedFields = ReadonlyMap<string, TypedValue>

export type ValueType = TypedValue['kind']

export const noFields: TypedFields = new Map()

/** The types of values in the order in which they are offered; an array holds no array directly, which is why it is not among them. */
export const plainTypes = [
  'string',
  'integer',
  'double',
  'boolean',
  'timestamp',
  'geopoint',
  'reference',
  'bytes',
  'vector',
  'null',
  'map',
] as const satisfies readonly ValueType[]

/** See `Operation`; in the order in which they are offered. */
export const operationTypes = [
  'server-time',
  'increment',
  'array-add',
  'array-remove',
] as const satisfies readonly ValueType[]

export function isOperation(value: TypedValue): value is Operation {
  return operationTypes.some((type) => type === value.kind)
}

export function isNumberType(type: ValueType | undefined): type is TypedNumber['kind'] {
  return type === 'integer' || type === 'double'
}

/** The same type and the same value; NaN equals itself, and -0 is another double than 0. */
export function equals(one: TypedValue | undefined, other: TypedValue | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  switch (one.kind) {
    case 'server-time':
      return other.kind === 'server-time'
    case 'reference':
      return other.kind === 'reference' && other.path === one.path && other.database === one.database
    case 'vector':
      return (
        other.kind === 'vector' &&
        other.values.length === one.values.length &&
        one.values.every((value, at) => Object.is(value, other.values[at]))
      )
    case 'map':
      return other.kind === 'map' && equalFields(one.fields, other.fields)
    case 'array':
    case 'array-add':
    case 'array-remove':
      return other.kind === one.kind && equalLists(one.values, other.values)
    case 'increment':
      return other.kind === 'increment' && equals(one.by, other.by)
    default:
      return isPlain(other) && isIdentical(one, other)
  }
}

function isPlain(value: TypedValue): value is PlainValue {
  return !isOperation(value) && !['reference', 'vector', 'map', 'array'].includes(value.kind)
}

export function equalFields(one: TypedFields | undefined, other: TypedFields | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined || one.size !== other.size) return false
  return [...one].every(([name, value]) => equals(value, other.get(name)))
}

function equalLists(one: readonly TypedValue[], other: readonly TypedValue[]): boolean {
  return one.length === other.length && one.every((value, at) => equals(value, other[at]))
}

/** Fields in the order they are shown. */
export function sortedFields(fields: TypedFields): readonly (readonly [name: string, value: TypedValue])[] {
  return [...fields].toSorted(([one], [other]) => compareUtf8(one, other))
}
