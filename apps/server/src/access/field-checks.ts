import type { Fields, Value } from '@hearth/model'

/** Says whether a field's value is one the console may keep there. */
export type FieldCheck = (value: Value) => boolean

export type Shape = Readonly<Record<string, FieldCheck>>

/** Every field is one of the shape and passes its check. Fields may be missing. */
export function fits(fields: Fields, shape: Shape): boolean {
  for (const [name, value] of fields) {
    if (!Object.hasOwn(shape, name)) return false
    if (shape[name]?.(value) !== true) return false
  }
  return true
}

export function hasAll(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => fields.has(name))
}

/** Text of at most `max` characters (code points, as people count them). */
export function text(max: number, min = 0): FieldCheck {
  return (value) => value.kind === 'string' && value.value.length <= max * 2 && countsBetween(value.value, min, max)
}

export function oneOf(...choices: readonly string[]): FieldCheck {
  return (value) => value.kind === 'string' && choices.includes(value.value)
}

export function exactly(wanted: string): FieldCheck {
  return (value) => value.kind === 'string' && value.value === wanted
}

export const timestamp: FieldCheck = (value) => value.kind === 'timestamp'

/** An `https:` or `http:` address. */
export const webAddress: FieldCheck = (value) =>
  value.kind === 'string' && value.value.length <= 2048 && /^https?:\/\/[^\s]+$/.test(value.value)

export function orNull(check: FieldCheck): FieldCheck {
  return (value) => value.kind === 'null' || check(value)
}

export function listOf(check: FieldCheck, max: number): FieldCheck {
  return (value) => value.kind === 'array' && value.values.length <= max && value.values.every((item) => check(item))
}

/** The keys whose values differ between two states of a document; a missing field is a value too. */
export function changedFields(before: Fields, after: Fields): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => !sameValue(before.get(name), after.get(name)))
}

function countsBetween(value: string, min: number, max: number): boolean {
  const count = [...value].length
  return count >= min && count <= max
}

/** The same stored value: same kind and content, maps in any order. */
export function sameValue(left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  switch (left.kind) {
    case 'null':
      return right.kind === 'null'
    case 'boolean':
    case 'integer':
    case 'string':
      return right.kind === left.kind && right.value === left.value
    case 'double':
      return right.kind === 'double' && Object.is(right.value, left.value)
    case 'timestamp':
      return right.kind === 'timestamp' && right.micros === left.micros
    case 'bytes':
      return right.kind === 'bytes' && Buffer.compare(right.value, left.value) === 0
    case 'reference':
      return right.kind === 'reference' && right.name === left.name
    case 'geopoint':
      return right.kind === 'geopoint' && right.latitude === left.latitude && right.longitude === left.longitude
    case 'array':
      return (
        right.kind === 'array' &&
        right.values.length === left.values.length &&
        left.values.every((value, index) => sameValue(value, right.values[index]))
      )
    case 'map':
      return right.kind === 'map' && changedFields(left.fields, right.fields).length === 0
  }
}
