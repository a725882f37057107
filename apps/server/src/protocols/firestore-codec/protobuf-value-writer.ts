import { unreachable } from '@hearth/model'
import type { Fields, Value } from '@hearth/model'
import type { ProtobufSink } from './protobuf-sink.ts'

/** The content of a google.firestore.v1.Value; its numbers are from document.proto. */
export function writeValue(sink: ProtobufSink, value: Value): void {
  switch (value.kind) {
    case 'null':
      sink.tag(11, 0)
      sink.uint32(0)
      return
    case 'boolean':
      sink.tag(1, 0)
      sink.bool(value.value)
      return
    case 'integer':
      sink.tag(2, 0)
      sink.int64(value.value)
      return
    case 'double':
      sink.tag(3, 1)
      sink.double(value.value)
      return
    case 'timestamp':
      sink.tag(10, 2)
      sink.message(() => writeMicros(sink, value.micros))
      return
    case 'string':
      sink.tag(17, 2)
      sink.string(value.value)
      return
    case 'bytes':
      sink.tag(18, 2)
      sink.bytes(value.value)
      return
    case 'reference':
      sink.tag(5, 2)
      sink.string(value.name)
      return
    case 'geopoint':
      sink.tag(8, 2)
      sink.message(() => writeLatLng(sink, value.latitude, value.longitude))
      return
    case 'array':
      sink.tag(9, 2)
      sink.message(() => writeArrayValue(sink, value.values))
      return
    case 'map':
      sink.tag(6, 2)
      sink.message(() => writeFields(sink, 1, value.fields))
      return
    default:
      unreachable(value)
  }
}

export function writeArrayValue(sink: ProtobufSink, values: readonly Value[]): void {
  for (const item of values) {
    sink.tag(1, 2)
    sink.message(() => writeValue(sink, item))
  }
}

/** The entries of a `map<string, Value>` with the given field number. */
export function writeFields(sink: ProtobufSink, number: number, fields: Fields): void {
  for (const [key, value] of fields) {
    sink.tag(number, 2)
    sink.message(() => {
      sink.tag(1, 2)
      sink.string(key)
      sink.tag(2, 2)
      sink.message(() => writeValue(sink, value))
    })
  }
}

/** The content of a google.protobuf.Timestamp. Before 1970 the seconds are rounded down, the fraction stays positive. */
export function writeMicros(sink: ProtobufSink, micros: bigint): void {
  let seconds = micros / 1_000_000n
  let rest = micros % 1_000_000n
  if (rest < 0n) {
    seconds -= 1n
    rest += 1_000_000n
  }
  if (seconds !== 0n) {
    sink.tag(1, 0)
    sink.int64(seconds)
  }
  if (rest !== 0n) {
    sink.tag(2, 0)
    sink.uint32(Number(rest) * 1000)
  }
}

function writeLatLng(sink: ProtobufSink, latitude: number, longitude: number): void {
  if (latitude !== 0 || Object.is(latitude, -0)) {
    sink.tag(1, 1)
    sink.double(latitude)
  }
  if (longitude !== 0 || Object.is(longitude, -0)) {
    sink.tag(2, 1)
    sink.double(longitude)
  }
}
