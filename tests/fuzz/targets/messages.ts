import { parseJsonBody, parseLongJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { readJson, readJsonInTurns } from '../../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { writeJson } from '../../../apps/server/src/protocols/firestore-codec/json-writer.ts'
import * as messages from '../../../apps/server/src/protocols/firestore-codec/messages.ts'
import {
  readProtobuf,
  readProtobufInTurns,
} from '../../../apps/server/src/protocols/firestore-codec/protobuf-reader.ts'
import { ProtobufSource } from '../../../apps/server/src/protocols/firestore-codec/protobuf-source.ts'
import { writeProtobuf } from '../../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import { ReadMeter } from '../../../apps/server/src/protocols/firestore-codec/read-meter.ts'
import type { MessageType } from '../../../apps/server/src/protocols/firestore-codec/wire-schema.ts'
import { type FuzzTarget, MIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'
import { messageWords, requests } from './requests.ts'

const types = Object.values(messages).filter(
  (one): one is typeof one & MessageType => typeof one === 'object' && one.name.endsWith('Request'),
)

/** A GetDocumentRequest with a read time of one second. */
const readAtATime = field(1, Buffer.from([0x2a, 0x02, 0x08, 0x01]))

/** Requests in both their wire forms: what is read is written and read again as the same. */
export const messageTargets: readonly FuzzTarget[] = [
  {
    name: 'protobuf-request',
    form: 'protobuf',
    watches: ['/firestore-codec/protobuf-', '/model/src/typed-json.ts'],
    seeds: [...requests.map(([name, request]) => seedOf(name, request)), readAtATime],
    words: messageWords,
    // Of more fields or values than a request has.
    refusals: ['invalid-argument', 'resource-exhausted'],
    limitBytes: 17 * MIB,
    open: () => ({
      run(input) {
        const source = new ProtobufSource(input, new ReadMeter())
        const tag = source.tag()
        source.expect(tag, 2)
        const type = typeNumber(tag >>> 3)
        const once = writeProtobuf(type, writable(readProtobuf(type, Buffer.from(source.bytes()))))
        same(writeProtobuf(type, readProtobuf(type, once)), once)
      },
      decode(input) {
        const source = new ProtobufSource(input, new ReadMeter())
        const tag = source.tag()
        source.expect(tag, 2)
        return readProtobufInTurns(typeNumber(tag >>> 3), Buffer.from(source.bytes()))
      },
    }),
  },
  {
    name: 'json-request',
    form: 'json',
    watches: ['/firestore-codec/json-', '/firestore-codec/instant.ts', '/model/src/typed-json.ts'],
    seeds: requests.map(([name, request]) => JSON.stringify({ [name]: request })),
    words: messageWords,
    limitBytes: 11 * MIB,
    open: () => ({
      run(input) {
        for (const [type, request] of requestsIn(parseJsonBody(input))) {
          const once = writeJson(type, writable(readJson(type, request)))
          same(writeJson(type, readJson(type, JSON.parse(once))), once)
        }
      },
      async decode(input) {
        const named = await parseLongJsonBody(input, () => undefined)
        for (const [type, request] of requestsIn(named)) await readJsonInTurns(type, request)
      },
    }),
  },
]

/** The number of the one field around a request says which it is. */
function seedOf(name: string, request: object): Buffer {
  const number = types.findIndex((type) => type.name === name) + 1
  const type = typeNumber(number)
  return field(number, writeProtobuf(type, writable(readJson(type, request))))
}

/** The members of an object that are called as requests are; of a long text, there would be a member for each character. */
function requestsIn(json: unknown): [MessageType, unknown][] {
  if (typeof json !== 'object' || json === null) return []
  const members = json as Readonly<Record<string, unknown>>
  return types.filter(({ name }) => Object.hasOwn(members, name)).map((type) => [type, members[type.name]])
}

function typeNumber(number: number): MessageType {
  return types[(number - 1) % types.length] as MessageType
}

/** The moments of requests, and what is only seen to be there, are never written by the server, so they are left out. */
function writable(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(writable)
  if (typeof shape !== 'object' || shape === null || Object.getPrototypeOf(shape) !== Object.prototype) return shape
  const members = Object.entries(shape).filter(([, value]) => value !== true && !isInstant(value))
  return Object.fromEntries(members.map(([name, value]) => [name, writable(value)]))
}

function isInstant(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'isExact' in value
}

function field(number: number, content: Buffer): Buffer {
  const head = [(number << 3) | 2]
  let length = content.length
  for (; length > 0x7f; length >>>= 7) head.push((length & 0x7f) | 0x80)
  return Buffer.concat([Buffer.from([...head, length]), content])
}
