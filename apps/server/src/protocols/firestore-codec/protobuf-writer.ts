import type { Fields, Value, Version } from '@hearth/model'
import { ProtobufSink } from './protobuf-sink.ts'
import { writeArrayValue, writeFields, writeMicros, writeValue } from './protobuf-value-writer.ts'
import { typeOf } from './wire-schema.ts'
import type { EnumType, Field, MessageType, NamedDocument, ScalarName, Struct } from './wire-schema.ts'

/** Writes a message as binary protobuf. Fields with the default value of their type are left out, as proto3 has it. */
export function writeProtobuf<Shape>(type: MessageType<Shape>, shape: Shape): Buffer {
  const sink = new ProtobufSink()
  writeMessage(sink, type, shape)
  return sink.finish()
}

function writeMessage(sink: ProtobufSink, type: MessageType, shape: unknown): void {
  for (const field of type.fields) {
    const value = (shape as Record<string, unknown>)[field.name]
    if (value !== undefined) writeField(sink, field, value)
  }
}

function writeField(sink: ProtobufSink, field: Field, value: unknown): void {
  const type = typeOf(field)
  if (type === 'fields') {
    writeFields(sink, field.number, value as Fields)
    return
  }
  switch (field.label) {
    case 'single':
      // A member of a oneof says something even with its default value.
      if (field.oneof !== undefined || !isDefault(type, value)) writeSingle(sink, field.number, type, value)
      return
    case 'repeated': {
      const items = value as readonly unknown[]
      if (type === 'int32' && items.length > 0) {
        sink.tag(field.number, 2)
        sink.message(() => {
          for (const item of items) sink.int32(item as number)
        })
        return
      }
      for (const item of items) writeSingle(sink, field.number, type, item)
      return
    }
    case 'string-map':
      for (const [key, item] of value as ReadonlyMap<string, unknown>) {
        sink.tag(field.number, 2)
        sink.message(() => {
          writeSingle(sink, 1, 'string', key)
          writeSingle(sink, 2, type, item)
        })
      }
      return
  }
}

function isDefault(type: ScalarName | EnumType | MessageType, value: unknown): boolean {
  if (typeof type === 'object') return type.kind === 'enum' && type.numbers[value as string] === 0
  if (type === 'bytes') return (value as Uint8Array).length === 0
  if (type === 'string') return value === ''
  return (type === 'int32' && value === 0) || (type === 'bool' && value === false) || (type === 'int64' && value === 0n)
}

function writeSingle(
  sink: ProtobufSink,
  number: number,
  type: ScalarName | EnumType | MessageType,
  value: unknown,
): void {
  if (typeof type === 'string') {
    writeScalar(sink, number, type, value)
  } else if (type.kind === 'enum') {
    sink.tag(number, 0)
    sink.int32(type.numbers[value as string] ?? 0)
  } else {
    sink.tag(number, 2)
    sink.message(() => writeMessage(sink, type, value))
  }
}

function writeScalar(sink: ProtobufSink, number: number, type: ScalarName, value: unknown): void {
  switch (type) {
    case 'string':
      sink.tag(number, 2)
      sink.string(value as string)
      return
    case 'bool':
      sink.tag(number, 0)
      sink.bool(value as boolean)
      return
    case 'int32':
      sink.tag(number, 0)
      sink.int32(value as number)
      return
    case 'int64':
      sink.tag(number, 0)
      sink.int64(value as bigint)
      return
    case 'double':
      sink.tag(number, 1)
      sink.double(value as number)
      return
    case 'bytes':
      sink.tag(number, 2)
      sink.bytes(value as Uint8Array)
      return
    case 'int32Value':
      writeWrapper(sink, number, 'int32', value)
      return
    case 'int64Value':
      writeWrapper(sink, number, 'int64', value)
      return
    case 'doubleValue':
      writeWrapper(sink, number, 'double', value)
      return
    case 'version':
      sink.tag(number, 2)
      sink.message(() => writeMicros(sink, BigInt(value as Version)))
      return
    case 'value':
      sink.tag(number, 2)
      sink.message(() => writeValue(sink, value as Value))
      return
    case 'arrayValue':
      sink.tag(number, 2)
      sink.message(() => writeArrayValue(sink, value as readonly Value[]))
      return
    case 'document':
      sink.tag(number, 2)
      sink.bytes(documentProtobuf(value as NamedDocument))
      return
    case 'duration':
      sink.tag(number, 2)
      sink.message(() => writeMicros(sink, BigInt(Math.round((value as number) * 1000))))
      return
    case 'struct':
      sink.tag(number, 2)
      sink.message(() => writeStruct(sink, value as Struct))
      return
    case 'fields':
    case 'instant':
    case 'opaque':
      throw new TypeError(`The type ${type} is not written as a single value`)
  }
}

/** google.protobuf.Struct: a map whose values are texts (number 3 of google.protobuf.Value) or structs (5). */
function writeStruct(sink: ProtobufSink, struct: Struct): void {
  for (const [name, value] of Object.entries(struct)) {
    sink.tag(1, 2)
    sink.message(() => {
      writeScalar(sink, 1, 'string', name)
      sink.tag(2, 2)
      sink.message(() =>
        typeof value === 'string' ? writeScalar(sink, 3, 'string', value) : writeScalar(sink, 5, 'struct', value),
      )
    })
  }
}

function writeWrapper(sink: ProtobufSink, number: number, type: ScalarName, value: unknown): void {
  sink.tag(number, 2)
  sink.message(() => writeScalar(sink, 1, type, value))
}

/** A google.firestore.v1.Document, derived from the stored text. */
export function documentProtobuf({ root, document }: NamedDocument): Uint8Array {
  const known = document.encoded?.protobuf
  if (known !== undefined) return known
  const sink = new ProtobufSink(document.json.length + 256)
  writeScalar(sink, 1, 'string', root + document.path)
  writeFields(sink, 2, document.fields)
  // A page of them, decoded, would take many times the memory that it is counted with.
  document.forgetFields()
  // One that is missing, and listed as the parent of others, is its name alone.
  if (document.updateTime !== 0) {
    writeScalar(sink, 3, 'version', document.createTime)
    writeScalar(sink, 4, 'version', document.updateTime)
  }
  const bytes = sink.finish()
  document.encoded = { ...document.encoded, protobuf: bytes }
  return bytes
}
