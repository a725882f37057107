import fc from 'fast-check'
import { encodeFields, makeDocument } from '@hearth/model'
import { arbitraryFields, arbitraryText, arbitraryValue } from '../../../../packages/model/src/value.arbitrary.ts'
import { type Field, type MessageType, type ScalarName, typeOf } from '../protocols/firestore-codec/wire-schema.ts'

const DEPTH_MAX = 5

type Shape = Record<string, unknown>

/**
 * Any shape of a message, with what survives both wire forms alone: plain fields never hold their default, lists are never empty, of a
 * oneof there is one member at most. `without` names fields that the other side of a comparison does not have.
 */
export function arbitraryShape(type: MessageType, without: readonly string[] = [], depth = 0): fc.Arbitrary<Shape> {
  const fields = type.fields.filter((field) => !without.includes(field.name) && isBuilt(field, depth))
  const plain = fields.filter(({ oneof }) => oneof === undefined)
  const groups = Map.groupBy(
    fields.filter(({ oneof }) => oneof !== undefined),
    ({ oneof }) => oneof,
  )
  const member = (field: Field): fc.Arbitrary<Shape> =>
    arbitraryField(field, without, depth).map((value) => ({ [field.name]: value }))
  const none = fc.constant<Shape>({})
  const parts = [
    ...plain.map((field) => fc.oneof(none, member(field))),
    ...[...groups.values()].map((members) => fc.oneof(none, ...members.map(member))),
  ]
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Shape)
}

/** Not what has one wire form only or is not kept, and no messages below the depth that is tried. */
function isBuilt(field: Field, depth: number): boolean {
  const type = typeOf(field)
  return typeof type === 'string' ? Object.hasOwn(scalars, type) : depth < DEPTH_MAX
}

function arbitraryField(field: Field, without: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const type = typeOf(field)
  const single =
    typeof type === 'string'
      ? scalars[type as keyof typeof scalars]
      : type.kind === 'enum'
        ? fc.constantFrom(...Object.keys(type.numbers).filter((name) => type.numbers[name] !== 0))
        : arbitraryShape(type, without, depth + 1)
  if (field.label === 'repeated') return fc.array(single, { minLength: 1, maxLength: 3 })
  if (field.label === 'string-map') {
    return fc.array(fc.tuple(arbitraryText, single), { minLength: 1, maxLength: 3 }).map((entries) => new Map(entries))
  }
  return single
}

const text = arbitraryText.filter((one) => one !== '')
const int32 = fc.integer().filter((one) => one !== 0)
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).filter((one) => one !== 0n)
const version = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

const scalars: Readonly<
  Record<Exclude<ScalarName, 'opaque' | 'struct' | 'duration' | 'instant'>, fc.Arbitrary<unknown>>
> = {
  string: text,
  bool: fc.constant(true),
  int32,
  int64,
  double: fc.double({ noNaN: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  int32Value: fc.integer(),
  int64Value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  doubleValue: fc.double({ noNaN: true }),
  version,
  value: arbitraryValue,
  arrayValue: fc.array(arbitraryValue, { minLength: 1, maxLength: 3 }),
  fields: arbitraryFields.filter((fields) => fields.size > 0),
  document: fc.tuple(arbitraryFields, version, version).map(([fields, createTime, updateTime]) => ({
    root: 'projects/p/databases/(default)/documents/',
    document: makeDocument({ path: 'c/d', createTime, updateTime, json: encodeFields(fields) }),
  })),
}
