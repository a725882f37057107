import { encodeFrame } from '../../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { KIB, MIB, type WorstInput, type WorstRequest } from './worst-input.ts'

const database = 'projects/demo-app/databases/(default)'
const messageBytes = 17 * MIB - 64 * KIB

export const grpcCall = (method: string, message: Buffer): WorstRequest => ({
  method: 'POST',
  path: method,
  isGrpc: true,
  body: encodeFrame(message),
})

/** A field of a message: its number with the wire type 2, and what is in it. */
export function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(number: number): Buffer {
  const bytes: number[] = []
  for (let rest = number; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest])
    bytes.push((rest & 0x7f) | 0x80)
  }
}

/** As many of a part as a message has room for. */
const many = (part: Buffer): Buffer => Buffer.alloc(Math.floor(messageBytes / part.length) * part.length, part)

const commit = (writes: Buffer): WorstRequest => grpcCall('Commit', Buffer.concat([field(1, database), writes]))
/** Of one document, whose fields or values are these. */
const set = (fields: Buffer): Buffer =>
  field(2, field(1, Buffer.concat([field(1, `${database}/documents/c/x`), fields])))
const ofArray = (values: Buffer): Buffer => set(field(2, Buffer.concat([field(1, 'a'), field(2, field(9, values))])))
const query = (part: Buffer): WorstRequest =>
  grpcCall(
    'RunQuery',
    Buffer.concat([field(1, `${database}/documents`), field(2, Buffer.concat([field(2, field(2, 'c')), part]))]),
  )

const none = Buffer.alloc(0)

/** google.firestore.v1 in binary form; the numbers of fields are those of its proto files. */
export const grpcInputs: readonly WorstInput[] = [
  {
    decoder: 'protobuf of documents, in frames of gRPC',
    limit: '17 MiB',
    routes: [/\(firestore-grpc\)/],
    answers: /^(0 |8 A message may have at most 524288 fields|3 The method takes one message)/,
    shapes: {
      'millions of empty writes': () => commit(many(field(2, none))),
      'millions of unknown fields': () => commit(many(Buffer.from([0xf8, 0x07, 0x00]))),
      'an array of nulls': () => commit(ofArray(many(field(1, Buffer.from([0x58, 0]))))),
      'an array of integers': () => commit(ofArray(many(field(1, Buffer.from([0x10, 1]))))),
      'an array of empty maps': () => commit(ofArray(many(field(1, field(6, none))))),
      'large documents that are taken': () =>
        commit(
          Buffer.concat(
            Array.from({ length: 5 }, () => ofArray(Buffer.alloc(4 * 99_000, field(1, Buffer.from([0x10, 1]))))),
          ),
        ),
      'a field over and over': () =>
        commit(set(many(field(2, Buffer.concat([field(1, 'a'), field(2, Buffer.from([0x58, 0]))]))))),
      'a mask of one path over and over': () => commit(field(2, field(3, many(field(1, 'a'))))),
      'orders of one field': () => query(many(field(4, field(1, field(2, 'a'))))),
      'empty filters': () => query(field(3, field(1, Buffer.concat([Buffer.from([8, 1]), many(field(2, none))])))),
      'selected fields': () => query(field(1, many(field(2, field(2, 'a'))))),
      'documents to read': () =>
        grpcCall('BatchGetDocuments', Buffer.concat([field(1, database), many(field(2, `${database}/documents/c/x`))])),
      'no names to read': () =>
        grpcCall('BatchGetDocuments', Buffer.concat([field(1, database), many(field(2, none))])),
      'nothing but frames': () => ({ ...grpcCall('Commit', none), body: Buffer.alloc(8 * MIB) }),
    },
  },
]
