/**
 * A value of a document with its type, exactly as the server holds it: integers of 64 bits apart from doubles, times to the
 * nanosecond. The SDK's values can't tell `3` from `3.0`, so the editor works on these.
 */
export type TypedValue =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'integer'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  /** RFC 3339 in UTC, with as many digits of a second as it has, nine at most. */
  | { readonly type: 'timestamp'; readonly value: string }
  | { readonly type: 'string'; readonly value: string }
  /** Base64. */
  | { readonly type: 'bytes'; readonly value: string }
  /** `database` is set for a document of another one, as `projects/p/databases/d`. */
  | { readonly type: 'reference'; readonly path: string; readonly database?: string }
  | { readonly type: 'geopoint'; readonly latitude: number; readonly longitude: number }
  | { readonly type: 'vector'; readonly values: readonly number[] }
  | { readonly type: 'map'; readonly fields: TypedFields }
  | { readonly type: 'array'; readonly values: readonly TypedValue[] }
  | Operation

/** What the server does with what is there when it is saved. Stands in a draft only, never inside an array. */
export type Operation =
  | { readonly type: 'server-time' }
  | { readonly type: 'increment'; readonly by: TypedNumber }
  | { readonly type: 'array-add'; readonly values: readonly TypedValue[] }
  | { readonly type: 'array-remove'; readonly values: readonly TypedValue[] }

export type TypedNumber = Extract<TypedValue, { readonly type: 'integer' | 'double' }>

export type TypedFields = ReadonlyMap<string, TypedValue>

export type ValueType = TypedValue['type']

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
  return operationTypes.some((type) => type === value.type)
}

export function isNumberType(type: ValueType | undefined): type is TypedNumber['type'] {
  return type === 'integer' || type === 'double'
}

/** The same type and the same value; NaN equals itself, and -0 is another double than 0. */
export function equals(one: TypedValue | undefined, other: TypedValue | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  switch (one.type) {
    case 'null':
    case 'server-time':
      return other.type === one.type
    case 'boolean':
    case 'integer':
    case 'string':
    case 'timestamp':
    case 'bytes':
      return other.type === one.type && other.value === one.value
    case 'double':
      return other.type === 'double' && Object.is(other.value, one.value)
    case 'reference':
      return other.type === 'reference' && other.path === one.path && other.database === one.database
    case 'geopoint':
      return other.type === 'geopoint' && other.latitude === one.latitude && other.longitude === one.longitude
    case 'vector':
      return (
        other.type === 'vector' &&
        other.values.length === one.values.length &&
        one.values.every((value, at) => Object.is(value, other.values[at]))
      )
    case 'map':
      return other.type === 'map' && equalFields(one.fields, other.fields)
    case 'array':
    case 'array-add':
    case 'array-remove':
      return other.type === one.type && equalLists(one.values, other.values)
    case 'increment':
      return other.type === 'increment' && equals(one.by, other.by)
  }
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
  return [...fields].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
