import { invalidArgument } from '@hearth/model'
import type { Value } from '@hearth/model'
import { instantOf } from './instant.ts'
import { ProtobufSource } from './protobuf-source.ts'
import { ReadMeter } from './read-meter.ts'
import { readArrayValue, readFieldEntry, readTimestamp, readValue } from './protobuf-value-reader.ts'
import { Turn } from '../../lib/turn.ts'
import { typeOf } from './wire-schema.ts'
import type { EnumType, Field, MessageType, ScalarName } from './wire-schema.ts'

const MESSAGE_DEPTH_MAX = 64
/** Read without looking at the clock: it takes some milliseconds at most. */
const AT_ONCE_BYTES = 64 * 1024

/**
 * Reads a binary protobuf message. Unknown fields are skipped, the last member of a oneof wins and single messages
 * given twice are taken from the last: proto3, but for merging, which no client relies on. Throws `invalid-argument`, and
 * `resource-exhausted` for one that says more than its meter lets pass.
 */
export function readProtobuf<Shape>(type: MessageType<Shape>, bytes: Buffer, meter = new ReadMeter()): Shape {
  return readMessage(type, new ProtobufSource(bytes, meter), 0) as Shape
}

/** The same for what may be long: others have their turn in between its parts. A promise only where it is. */
export function readProtobufInTurns<Shape>(
  type: MessageType<Shape>,
  bytes: Buffer,
  meter = new ReadMeter(),
): Shape | Promise<Shape> {
  if (bytes.length <= AT_ONCE_BYTES) return readProtobuf(type, bytes, meter)
  return readLong(type, new ProtobufSource(bytes, meter)) as Promise<Shape>
}

async function readLong(type: MessageType, source: ProtobufSource): Promise<unknown> {
  const shape: Record<string, unknown> = {}
  const turn = new Turn()
  // As many messages may be whole in this round.
  await turn.next()
  while (!source.isAtEnd) {
    // A field of the message itself, such as one write of a commit.
    source.meter.beginPart()
    readNext(type, source, shape, 0)
    if (turn.isOver) await turn.next()
  }
  return shape
}

/**
 * As much of a message as says what it is about: field 1, which names the database, the document or its parent in each request of
 * google.firestore.v1, or holds the document with its name. Everything else is passed over and nothing is built of it.
 */
export function readName<Shape>(type: MessageType<Shape>, bytes: Buffer): Shape {
  return readFirstField(type, new ProtobufSource(bytes, new ReadMeter())) as Shape
}

function readFirstField(type: MessageType, source: ProtobufSource): unknown {
  const field = type.byNumber.get(1)
  if (field === undefined) return {}
  const inner = typeOf(field)
  while (!source.isAtEnd) {
    const tag = source.tag()
    source.meter.countField()
    if (tag >>> 3 !== 1) {
      source.skip(tag)
    } else if (typeof inner === 'object' && inner.kind === 'message') {
      source.expect(tag, 2)
      return { [field.name]: readFirstField(inner, source.message()) }
    } else {
      return { [field.name]: readSingle(inner, tag, source, 0) }
    }
  }
  return {}
}

function readMessage(type: MessageType, source: ProtobufSource, depth: number): unknown {
  if (depth > MESSAGE_DEPTH_MAX) {
    throw invalidArgument('INVALID_PROTOBUF', `The message is not valid: ${type.name} is nested too deep.`)
  }
  const shape: Record<string, unknown> = {}
  while (!source.isAtEnd) readNext(type, source, shape, depth)
  return shape
}

function readNext(type: MessageType, source: ProtobufSource, shape: Record<string, unknown>, depth: number): void {
  const tag = source.tag()
  const field = type.byNumber.get(tag >>> 3)
  // The entries of a document are part of its values.
  if (field?.type !== 'fields') source.meter.countField()
  if (field === undefined) source.skip(tag)
  else readField(type, field, tag, source, shape, depth)
}

function readField(
  message: MessageType,
  field: Field,
  tag: number,
  source: ProtobufSource,
  shape: Record<string, unknown>,
  depth: number,
): void {
  const type = typeOf(field)
  if (field.label === 'string-map') {
    source.expect(tag, 2)
    const entry = readMapEntry(type, source.message(), depth)
    const map = (shape[field.name] ??= new Map()) as Map<string, unknown>
    map.set(entry.key, entry.value)
    return
  }
  if (type === 'fields') {
    source.expect(tag, 2)
    const map = (shape[field.name] ??= new Map()) as Map<string, Value>
    readFieldEntry(source.message(), map, 0)
    return
  }
  if (field.label === 'repeated') {
    const items = (shape[field.name] ??= []) as unknown[]
    if (isPacked(type, tag)) {
      const packed = source.message()
      while (!packed.isAtEnd) {
        source.meter.countField()
        items.push(readSingle(type, tag & ~7, packed, depth))
      }
    } else {
      items.push(readSingle(type, tag, source, depth))
    }
    return
  }
  if (field.oneof !== undefined) {
    for (const other of message.fields) if (other.oneof === field.oneof) delete shape[other.name]
  }
  shape[field.name] = readSingle(type, tag, source, depth)
}

function isPacked(type: ScalarName | EnumType | MessageType, tag: number): boolean {
  if ((tag & 7) !== 2) return false
  return type === 'int32' || type === 'int64' || type === 'bool' || (typeof type === 'object' && type.kind === 'enum')
}

function readSingle(
  type: ScalarName | EnumType | MessageType,
  tag: number,
  source: ProtobufSource,
  depth: number,
): unknown {
  if (typeof type === 'string') return readScalar(type, tag, source)
  if (type.kind === 'enum') {
    source.expect(tag, 0)
    const number = source.int32()
    const name = type.names.get(number)
    if (name === undefined) {
      throw invalidArgument('INVALID_MESSAGE', `Invalid request: ${number} is not a value of ${type.name}.`)
    }
    return name
  }
  source.expect(tag, 2)
  return readMessage(type, source.message(), depth + 1)
}

function readScalar(type: ScalarName, tag: number, source: ProtobufSource): unknown {
  source.expect(tag, wireTypes[type])
  switch (type) {
    case 'string':
      return source.string()
    case 'bool':
      return source.bool()
    case 'int32':
      return source.int32()
    case 'int64':
      return source.int64()
    case 'double':
      return source.double()
    case 'bytes':
      return source.bytes()
    case 'int32Value':
      return readWrapper(source.message(), (inner) => inner.int32(), 0, 0)
    case 'int64Value':
      return readWrapper(source.message(), (inner) => inner.int64(), 0, 0n)
    case 'doubleValue':
      return readWrapper(source.message(), (inner) => inner.double(), 1, 0)
    case 'instant': {
      const { seconds, nanos } = readTimestamp(source.message())
      return instantOf(seconds, nanos)
    }
    case 'value':
      return readValue(source.message(), 0)
    case 'arrayValue':
      return readArrayValue(source.message(), 0)
    case 'opaque':
      source.skip(tag)
      return true
    case 'fields':
    case 'version':
    case 'document':
    case 'duration':
    case 'struct':
      throw new TypeError(`The type ${type} is not read as a single value`)
  }
}

const wireTypes: Readonly<Record<ScalarName, number>> = {
  string: 2,
  bool: 0,
  int32: 0,
  int64: 0,
  double: 1,
  bytes: 2,
  int32Value: 2,
  int64Value: 2,
  doubleValue: 2,
  instant: 2,
  version: 2,
  value: 2,
  arrayValue: 2,
  fields: 2,
  document: 2,
  duration: 2,
  struct: 2,
  opaque: 2,
}

/** A wrapper message: one field, number 1, of the given wire type. */
function readWrapper<T>(source: ProtobufSource, read: (source: ProtobufSource) => T, wireType: number, absent: T): T {
  let value = absent
  while (!source.isAtEnd) {
    const tag = source.tag()
    if (tag >>> 3 !== 1) source.skip(tag)
    else {
      source.expect(tag, wireType)
      value = read(source)
    }
  }
  return value
}

function readMapEntry(
  type: ScalarName | EnumType | MessageType,
  source: ProtobufSource,
  depth: number,
): { key: string; value: unknown } {
  let key = ''
  let value: unknown = ''
  while (!source.isAtEnd) {
    const tag = source.tag()
    if (tag >>> 3 === 1) {
      source.expect(tag, 2)
      key = source.string()
    } else if (tag >>> 3 === 2) {
      value = readSingle(type, tag, source, depth)
    } else {
      source.skip(tag)
    }
  }
  return { key, value }
}
