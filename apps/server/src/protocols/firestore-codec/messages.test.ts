import protobuf from 'protobufjs'
import { expect, test } from 'vitest'
import { vendorTypeOf } from '../../testing/vendor-messages.ts'
import * as messages from './messages.ts'
import { type EnumType, type Field, type MessageType, type ScalarName, typeOf } from './wire-schema.ts'

/** What the public definition lacks: both are sent by the official web SDK. */
const onlyInTheWebSdk = ['Write.verify', 'Target.pipelineQuery']

const scalarNames: Readonly<Partial<Record<ScalarName, string>>> = {
  int32Value: '.google.protobuf.Int32Value',
  int64Value: '.google.protobuf.Int64Value',
  doubleValue: '.google.protobuf.DoubleValue',
  instant: '.google.protobuf.Timestamp',
  version: '.google.protobuf.Timestamp',
  duration: '.google.protobuf.Duration',
  struct: '.google.protobuf.Struct',
  value: '.google.firestore.v1.Value',
  arrayValue: '.google.firestore.v1.ArrayValue',
  fields: '.google.firestore.v1.Value',
  document: '.google.firestore.v1.Document',
}

function isMessage(exported: unknown): exported is MessageType {
  return typeof exported === 'object' && exported !== null && 'kind' in exported && exported.kind === 'message'
}

/** Every message that can be reached from what the file exports. */
function allMessages(): MessageType[] {
  const found = new Set<MessageType>()
  const visit = (type: MessageType): void => {
    if (found.has(type)) return
    found.add(type)
    for (const field of type.fields) {
      const inner = typeOf(field)
      if (typeof inner === 'object' && inner.kind === 'message') visit(inner)
    }
  }
  for (const exported of Object.values(messages)) if (isMessage(exported)) visit(exported)
  return [...found]
}

function describeOurs(field: Field): object {
  const { number, label } = field
  const type = typeOf(field)
  const isMap = label === 'string-map' || type === 'fields'
  return { number, label: isMap ? 'string-map' : label, oneof: field.oneof, type: typeName(type) }
}

function typeName(type: ScalarName | EnumType | MessageType): string {
  if (typeof type === 'string') return type === 'opaque' ? 'anything' : (scalarNames[type] ?? type)
  return type.name.startsWith('google.') ? `.${type.name}` : `.google.firestore.v1.${type.name}`
}

function describeVendor(field: protobuf.Field, opaque: boolean): object {
  const label = field.map ? 'string-map' : field.repeated ? 'repeated' : 'single'
  const type = field.resolvedType?.fullName ?? field.type
  // What proto3 calls optional is a oneof of one to the reader.
  const oneof = field.partOf?.isProto3Optional === true ? undefined : field.partOf?.name
  return {
    number: field.id,
    label,
    oneof: oneof && protobuf.util.camelCase(oneof),
    type: opaque ? 'anything' : type,
  }
}

test.each(allMessages().map((type) => [type.name, type] as const))(
  '%s has the names, numbers and types of the vendor’s definition',
  (_name, type) => {
    const vendor = vendorTypeOf(type)
    for (const field of type.fields) {
      if (onlyInTheWebSdk.includes(`${type.name}.${field.name}`)) continue
      const theirs = vendor.fields[field.name]
      if (theirs === undefined) throw new Error(`${type.name} has no field ${field.name}`)
      expect(describeOurs(field), field.name).toEqual(describeVendor(theirs, typeOf(field) === 'opaque'))
      const own = typeOf(field)
      if (typeof own === 'object' && own.kind === 'enum') {
        expect((theirs.resolvedType as protobuf.Enum).values, own.name).toMatchObject(own.numbers)
      }
    }
  },
)
