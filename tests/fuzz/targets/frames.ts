import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { MemoryBudget } from '../../../apps/server/src/http/memory-budget.ts'
import { encodeFrame, FrameReader } from '../../../apps/server/src/protocols/firestore-grpc/frames.ts'
import { parseTimeout } from '../../../apps/server/src/protocols/firestore-grpc/grpc-stream.ts'
import { parseForm } from '../../../apps/server/src/http/form.ts'
import { decodeForward, FIELDS_MAX } from '../../../apps/server/src/protocols/firestore-webchannel/frames.ts'
import {
  decodeChannelAddress,
  decodeCredential,
} from '../../../apps/server/src/protocols/firestore-webchannel/protocol.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { ignoreRefusal, same } from './judgement.ts'

const compressed = gzipSync(Buffer.alloc(64 * 1024))
const forward = 'count=2&ofs=5&req0___data__=%7B%22database%22%3A%22x%22%7D&req1___data__=%7B%7D'
const handshake =
  'headers=X-Goog-Api-Client:x%0D%0AAuthorization:Bearer%20e30.e30.%0D%0A&count=1&ofs=0&req0___data__=%7B%7D'

/** The longest frame of HTTP/2 that a client may send unless it was told otherwise (RFC 9113, section 4.2). */
const CHUNK_BYTES = 16 * 1024

/** What carries messages: gRPC's frames and the forms of WebChannel. */
export const frameTargets: readonly FuzzTarget[] = [
  {
    name: 'grpc-frames',
    form: 'bytes',
    watches: ['/firestore-grpc/frames.ts'],
    // The first byte says whether gzip was announced, the second how long the pieces are in which the rest comes.
    seeds: [
      Buffer.concat([Buffer.from([0, 3]), encodeFrame(Buffer.from('message')), encodeFrame(Buffer.alloc(0))]),
      Buffer.concat([Buffer.from([1, 200, 1, 0, 0, 0, compressed.length]), compressed]),
    ],
    words: ['\0\0\0\0\0', '\u0001\0\0\0', '\0\u0001\0\0\0'],
    refusals: ['invalid-argument', 'resource-exhausted'],
    limitBytes: 17 * MIB,
    open: () => ({
      run(input) {
        const memory = new MemoryBudget().lease('fuzz')
        const reader = new FrameReader((input[0] ?? 0) % 2 === 1 ? 'gzip' : undefined, memory)
        const length = 1 + (input[1] ?? 0)
        const plain: Buffer[] = []
        for (let at = 2; at < input.length; at += length) {
          for (const { bytes } of reader.read(input.subarray(at, at + length))) plain.push(encodeFrame(bytes))
        }
        reader.finish()
        if ((input[0] ?? 0) % 2 === 0) same(Buffer.concat(plain), input.subarray(2))
      },
      // Node hands on a chunk of HTTP/2 at a time.
      async decode(input) {
        const memory = new MemoryBudget().lease('fuzz')
        const reader = new FrameReader((input[0] ?? 0) % 2 === 1 ? 'gzip' : undefined, memory)
        for (let at = 2; at < input.length; at += CHUNK_BYTES) {
          for (const { heldBytes } of reader.read(input.subarray(at, at + CHUNK_BYTES))) memory.give(heldBytes)
          await setImmediate()
        }
        reader.finish()
      },
    }),
  },
  {
    name: 'webchannel-form',
    form: 'text',
    watches: ['/firestore-webchannel/frames.ts', '/firestore-webchannel/protocol.ts', '/http/form.ts'],
    // The query, and after a line break the form.
    seeds: [`VER=8&database=projects/demo-app/databases/(default)\n${handshake}`, `VER=8&SID=x&AID=3\n${forward}`],
    words: [
      'count=',
      'ofs=',
      '&',
      '=',
      '%',
      '%00',
      '%ff',
      'req0___data__=',
      'headers=',
      '$httpHeaders=',
      '9007199254740993',
    ],
    limitBytes: 31 * MIB,
    open: () => ({
      async run(input) {
        const line = input.indexOf('\n')
        const query = new URLSearchParams(input.subarray(0, Math.max(0, line)).toString())
        const limits = { fieldsMax: FIELDS_MAX, decodedBytesMax: input.length }
        const form = await parseForm(input.subarray(line + 1), limits)
        ignoreRefusal(() => decodeChannelAddress(query))
        ignoreRefusal(() => decodeCredential(query, form))
        await decodeForward(form, () => undefined)
      },
    }),
  },
  {
    name: 'grpc-timeout',
    form: 'text',
    watches: ['/firestore-grpc/grpc-stream.ts'],
    seeds: ['1H', '20M', '3S', '99999999m', '5u', '7n', '', '-1S', '1e3S'],
    limitBytes: 16 * KIB,
    open: () => ({
      run(input) {
        const text = input.toString()
        const ms = parseTimeout(text)
        same(ms !== undefined, /^[0-9]{1,8}[HMSmun]$/.test(text))
        if (ms !== undefined) same(ms >= 0 && ms <= 99_999_999 * 3_600_000, true)
      },
    }),
  },
]
