import fc from 'fast-check'
import { StatusError } from '@hearth/model'
import { fromProto3JSON, type JSONObject, toProto3JSON } from 'proto3-json-serializer'
import { describe, expect, test } from 'vitest'
import { vendorTypeOf } from '../../testing/vendor-messages.ts'
import { arbitraryShape } from '../../testing/wire-shape.arbitrary.ts'
import { readJson } from './json-reader.ts'
import { writeJson } from './json-writer.ts'
import * as messages from './messages.ts'
import { readProtobuf } from './protobuf-reader.ts'
import { writeProtobuf } from './protobuf-writer.ts'
import type { MessageType } from './wire-schema.ts'

/** A failure is shrunk for so long and no longer. */
const runs = { numRuns: 60, interruptAfterTimeLimit: 10_000 }
const { ListenRequest, ListenResponse, WriteRequest, WriteResponse } = messages
const all = Object.values(messages).filter((one) => typeof one === 'object') as MessageType[]
const requests = all.filter(({ name }) => name.endsWith('Request'))
const answers = all.filter(({ name }) => name.endsWith('Response'))

/** Only the web SDK has them; the vendor's public definition does not (messages.test.ts). */
const notPublic = ['verify', 'pipelineQuery']

test('the streams are among what is tried', () => {
  expect(requests).toEqual(expect.arrayContaining([ListenRequest, WriteRequest]))
  expect(answers).toEqual(expect.arrayContaining([ListenResponse, WriteResponse]))
})

describe.each(requests.map((type) => [type.name, type] as const))('%s', (_name, type) => {
  const vendor = vendorTypeOf(type)

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(arbitraryShape(type), (shape) => {
        expect(plain(readProtobuf(type, writeProtobuf(type, shape)))).toEqual(plain(shape))
      }),
      runs,
    )
  })

  test('is understood by the vendor’s library, and understands what that writes, in bytes and in JSON', () => {
    fc.assert(
      fc.property(arbitraryShape(type, notPublic), (shape) => {
        const theirs = vendor.decode(writeProtobuf(type, shape))
        expect(plain(readProtobuf(type, Buffer.from(vendor.encode(theirs).finish())))).toEqual(plain(shape))
        expect(plain(readJson(type, withoutEmpty(toProto3JSON(theirs))))).toEqual(plain(shape))
      }),
      runs,
    )
  })

  test('refuses bytes that are none, and never anything else', () => {
    const damaged = fc
      .tuple(arbitraryShape(type), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }), fc.nat())
      .map(([shape, changes, cut]) => {
        const bytes = writeProtobuf(type, shape)
        for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
        return bytes.subarray(0, bytes.length - (cut % 3))
      })
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(damaged, noise), (bytes) => {
        // Of the thread's own time: a busy machine may leave it waiting.
        const began = process.threadCpuUsage()
        try {
          readProtobuf(type, bytes)
        } catch (error) {
          if (!(error instanceof StatusError) || error.code !== 'invalid-argument') throw error
        }
        expect(process.threadCpuUsage(began).user).toBeLessThan(500_000)
      }),
      runs,
    )
  })

  test('refuses JSON that is none of its messages, and never anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...type.byName.keys()), (value, name) => {
        for (const json of [value, { [name]: value }]) {
          try {
            readJson(type, json)
          } catch (error) {
            if (!(error instanceof StatusError) || error.code !== 'invalid-argument') throw error
          }
        }
      }),
      runs,
    )
  })
})

describe.each(answers.map((type) => [type.name, type] as const))('%s', (_name, type) => {
  const vendor = vendorTypeOf(type)

  test('says the same in bytes and in JSON to the vendor’s library', () => {
    fc.assert(
      fc.property(arbitraryShape(type), (shape) => {
        const json = writeJson(type, shape)
        // The library does not read the text "-0" for a double, which the SDKs do.
        fc.pre(!json.includes('"-0"'))
        const fromText = fromProto3JSON(vendor, JSON.parse(json) as JSONObject)
        const fromBytes = vendor.decode(writeProtobuf(type, shape))
        const options = { longs: String, bytes: String, enums: String, defaults: true } as const
        expect(vendor.toObject(fromText as never, options)).toEqual(vendor.toObject(fromBytes, options))
      }),
      runs,
    )
  })
})

test('a time is what the vendor’s library writes of it, to the nanosecond', () => {
  const vendor = vendorTypeOf(messages.GetDocumentRequest)
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 })
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 999_999_999 }), (whole, nanos) => {
      const bytes = vendor.encode(vendor.fromObject({ readTime: { seconds: whole, nanos } })).finish()
      const json = toProto3JSON(vendor.decode(bytes))
      const fromBytes = readProtobuf(messages.GetDocumentRequest, Buffer.from(bytes))
      const micros = BigInt(whole) * 1_000_000n + BigInt(Math.floor(nanos / 1000))
      expect(fromBytes).toEqual({ readTime: { micros, isExact: nanos % 1000 === 0 } })
      expect(readJson(messages.GetDocumentRequest, json)).toEqual(fromBytes)
    }),
    runs,
  )
})

/** Bytes as text, whichever of node's types holds them, and nothing that is empty. */
function plain(shape: unknown): unknown {
  if (shape instanceof Uint8Array) return `bytes ${Buffer.from(shape).toString('hex')}`
  if (Array.isArray(shape)) return shape.map(plain)
  if (shape instanceof Map) return new Map([...shape].map(([key, value]) => [key, plain(value)]))
  if (typeof shape !== 'object' || shape === null) return shape
  // The library writes maps of fields that are empty; absent means the same.
  const kept = Object.entries(shape).filter(([, value]) => !(value instanceof Map && value.size === 0))
  return Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]))
}

/** The library writes lists that are empty; absent means the same. */
function withoutEmpty(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutEmpty)
  if (typeof json !== 'object' || json === null) return json
  const kept = Object.entries(json).filter(([, value]) => !isEmpty(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutEmpty(value)]))
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
