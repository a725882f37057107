import { type FieldPath, type Fields, innerFields, isIdentical, type Value } from '@hearth/model'

/** Values that are tried for one field of one document. */
const PROBES_MAX = 3
/** Values of other documents that are remembered for a field. */
const SEEN_MAX = 4
const SEEN_LENGTH_MAX = 200

/** Short values that documents have in some fields, to be tried in others. */
export class SeenValues {
  readonly #seen = new Map<string, Value[]>()

  note(field: string, value: Value | undefined): void {
    const values = this.#seen.get(field) ?? []
    if (value === undefined || values.length >= SEEN_MAX || !isShort(value)) return
    if (values.some((one) => isIdentical(one, value))) return
    this.#seen.set(field, [...values, value])
  }

  of(field: string): readonly Value[] {
    return this.#seen.get(field) ?? []
  }
}

/**
 * What is tried in the place of a value, to learn whether it may be changed at all: values that other documents have there, and it itself changed a
 * little; of a time the time of the request, which is what apps write. None for an array or a map with nothing in it that no other has.
 */
export function probesFor(value: Value | undefined, seen: readonly Value[], nowMicros: bigint): readonly Value[] {
  const isAlike = ({ kind }: Value): boolean => value === undefined || value.kind === 'null' || kind === value.kind
  const others = seen.filter((one) => isAlike(one) && (value === undefined || !isIdentical(one, value)))
  const own = value === undefined ? undefined : changed(value, nowMicros)
  if (own === undefined) return others.length === 0 && value === undefined ? anyKind : others.slice(0, PROBES_MAX)
  return value?.kind === 'timestamp' ? [own] : [...others.slice(0, PROBES_MAX - 1), own]
}

/** Where nobody knows what a field has. */
const anyKind: readonly Value[] = [
  { kind: 'string', value: 'x' },
  { kind: 'integer', value: 1n },
  { kind: 'boolean', value: true },
]

function changed(value: Value, nowMicros: bigint): Value | undefined {
  switch (value.kind) {
    case 'null':
      return { kind: 'boolean', value: true }
    case 'boolean':
      return { kind: 'boolean', value: !value.value }
    case 'integer':
      return { kind: 'integer', value: value.value > 0n ? value.value - 1n : value.value + 1n }
    case 'double':
      return { kind: 'double', value: value.value > 1 ? value.value - 1 : value.value + 1 }
    case 'timestamp':
      return { kind: 'timestamp', micros: nowMicros }
    case 'string':
      return { kind: 'string', value: value.value.length > 1 ? value.value.slice(0, -1) : `${value.value}x` }
    case 'bytes':
      return { kind: 'bytes', value: Uint8Array.of(...value.value.slice(0, 1), 1) }
    case 'reference':
      return { kind: 'reference', name: `${value.name}x` }
    case 'geopoint':
      return { ...value, latitude: value.latitude > 0 ? value.latitude - 1 : value.latitude + 1 }
    case 'array':
      return value.values.length === 0 ? undefined : { kind: 'array', values: value.values.slice(0, -1) }
    case 'map':
      return changedMap(value, nowMicros)
  }
}

function changedMap(value: Extract<Value, { kind: 'map' }>, nowMicros: bigint): Value | undefined {
  const members = innerFields(value)
  for (const [name, member] of members ?? []) {
    const other = member.kind === 'map' ? undefined : changed(member, nowMicros)
    if (other !== undefined) return { kind: 'map', fields: new Map([...value.fields, [name, other]]) }
  }
  return undefined
}

/** The same fields with another value at a path, which goes through maps. */
export function withValue(fields: Fields, [name = '', ...rest]: FieldPath, value: Value): Fields {
  if (rest.length === 0) return new Map([...fields, [name, value]])
  const before = fields.get(name)
  const inner = (before && innerFields(before)) ?? new Map<string, Value>()
  return new Map([...fields, [name, { kind: 'map', fields: withValue(inner, rest, value) }]])
}

function isShort(value: Value): boolean {
  switch (value.kind) {
    case 'string':
      return value.value.length <= SEEN_LENGTH_MAX
    case 'bytes':
      return value.value.length <= SEEN_LENGTH_MAX
    case 'array':
    case 'map':
      return false
    default:
      return true
  }
}
