import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodeOrderedPath,
  encodeOrderedValue,
  keyAfterPrefix,
  OrderedBytesReader,
  OrderedBytesWriter,
} from './ordered-bytes.ts'
import { comparePaths } from './resource-path.ts'
import { arbitraryDocumentPath, arbitraryNumber, arbitraryText, arbitraryValue } from './value.arbitrary.ts'
import { compareValues } from './value-order.ts'
import type { Value } from './value.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('ordered bytes', () => {
  it.each<[string, Value, string]>([
    ['a text with a zero', { kind: 'string', value: 'a\0' }, '3061010100'],
    ['an integer', { kind: 'integer', value: 3n }, '20c008000000000000'],
    ['a double that ties with it', { kind: 'double', value: 3 }, '20c008000000000000'],
    ['an integer beyond doubles', { kind: 'integer', value: 2n ** 53n + 1n }, '20c3400000000000000001'],
    ['the largest integer', { kind: 'integer', value: 2n ** 63n - 1n }, '20c3dfffffffffffff03ff'],
    ['an array', { kind: 'array', values: [{ kind: 'boolean', value: true }] }, '501100'],
  ])('are as documented for %s', (_, value, expected) => {
    expect(hex(encodeOrderedValue(value))).toBe(expected)
    expect(hex(encodeOrderedPath('c/__id7__'))).toBe('63000100800000000000000700')
  })

  it('have the order of values', () => {
    const inOrder = (a: Value, b: Value) => {
      const order = Buffer.compare(encodeOrderedValue(a), encodeOrderedValue(b))
      expect(order).toBe(Math.sign(compareValues(a, b)))
    }
    fc.assert(fc.property(arbitraryValue, arbitraryValue, inOrder), { numRuns: 10_000 })
    fc.assert(fc.property(arbitraryNumber, arbitraryNumber, inOrder), { numRuns: 10_000 })
  })

  it('have the order of neighbouring integers and doubles', () => {
    const near = fc.tuple(fc.integer({ min: 51, max: 63 }), fc.bigInt({ min: -2000n, max: 2000n }), fc.boolean())
    const number = fc.tuple(near, fc.boolean()).map(([[power, offset, isNegative], isDouble]): Value => {
      const magnitude = 2n ** BigInt(power) + offset
      const value = BigInt.asIntN(64, isNegative ? -magnitude : magnitude)
      return isDouble ? { kind: 'double', value: Number(value) } : { kind: 'integer', value }
    })
    fc.assert(
      fc.property(number, number, (a, b) => {
        const order = Buffer.compare(encodeOrderedValue(a), encodeOrderedValue(b))
        expect(order).toBe(Math.sign(compareValues(a, b)))
      }),
      { numRuns: 10_000 },
    )
  })

  it('are never the beginning of other bytes, unless the values tie', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        if (hex(encodeOrderedValue(a)).startsWith(hex(encodeOrderedValue(b)))) expect(compareValues(a, b)).toBe(0)
      }),
      { numRuns: 10_000 },
    )
  })

  it('have the order of paths and give them back', () => {
    fc.assert(
      fc.property(arbitraryDocumentPath, arbitraryDocumentPath, (a, b) => {
        expect(Buffer.compare(encodeOrderedPath(a), encodeOrderedPath(b))).toBe(Math.sign(comparePaths(a, b)))
        expect(new OrderedBytesReader(encodeOrderedPath(a)).path()).toBe(a)
      }),
      { numRuns: 5000 },
    )
  })

  it('give texts back', () => {
    fc.assert(
      fc.property(fc.array(arbitraryText, { maxLength: 3 }), (texts) => {
        const writer = new OrderedBytesWriter()
        for (const text of texts) writer.text(text)
        const reader = new OrderedBytesReader(writer.take())
        expect(texts.map(() => reader.text())).toEqual(texts)
      }),
    )
    const writer = new OrderedBytesWriter()
    writer.text('\u{feff}x'.repeat(5000))
    expect(new OrderedBytesReader(writer.take()).text()).toBe('\u{feff}x'.repeat(5000))
  })

  it('may stop at a limit, and are right up to there', () => {
    fc.assert(
      fc.property(arbitraryValue, fc.integer({ min: 1, max: 20 }), (value, limit) => {
        const writer = new OrderedBytesWriter()
        writer.value(value, limit)
        const whole = encodeOrderedValue(value)
        expect(hex(writer.take().subarray(0, limit))).toBe(hex(whole.subarray(0, limit)))
      }),
      { numRuns: 5000 },
    )
  })

  it('have a next key after everything that begins alike', () => {
    expect(hex(keyAfterPrefix(Uint8Array.of(1, 2)))).toBe('0103')
    expect(hex(keyAfterPrefix(Uint8Array.of(1, 255, 255)))).toBe('02')
  })
})
