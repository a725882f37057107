import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeValue } from './typed-json.ts'
import { arbitraryValue, vector } from './value.arbitrary.ts'
import {
  compareBytes,
  compareValues,
  equalsInArrayTransform,
  equalsInQuery,
  isIdentical,
  isVector,
  typeBracket,
} from './value-order.ts'
import type { Value } from './value.ts'

const nothing: Value = { kind: 'null' }
const bool = (value: boolean): Value => ({ kind: 'boolean', value })
const int = (value: bigint): Value => ({ kind: 'integer', value })
const double = (value: number): Value => ({ kind: 'double', value })
const text = (value: string): Value => ({ kind: 'string', value })
const bytes = (...value: number[]): Value => ({ kind: 'bytes', value: Uint8Array.from(value) })
const time = (micros: bigint): Value => ({ kind: 'timestamp', micros })
const ref = (path: string, database = '(default)'): Value => ({
  kind: 'reference',
  name: `projects/p/databases/${database}/documents/${path}`,
})
const geo = (latitude: number, longitude: number): Value => ({ kind: 'geopoint', latitude, longitude })
const array = (...values: Value[]): Value => ({ kind: 'array', values })
const map = (fields: Record<string, Value>): Value => ({ kind: 'map', fields: new Map(Object.entries(fields)) })

/** Each line is one tie; lines rise. */
const ascending: Value[][] = [
  [nothing],
  [bool(false)],
  [bool(true)],
  [double(NaN)],
  [double(-Infinity)],
  [double(-Number.MAX_VALUE)],
  [int(-(2n ** 63n)), double(-(2 ** 63))],
  [int(-(2n ** 63n) + 1n)],
  [int(-(2n ** 53n) - 1n)],
  [int(-(2n ** 53n)), double(-(2 ** 53))],
  [double(-1.5)],
  [int(-1n), double(-1)],
  [double(-Number.MIN_VALUE)],
  [int(0n), double(0), double(-0)],
  [double(Number.MIN_VALUE)],
  [int(3n), double(3)],
  [double(3.5)],
  [int(2n ** 53n), double(2 ** 53)],
  [int(2n ** 53n + 1n)],
  [int(2n ** 53n + 2n), double(2 ** 53 + 2)],
  [int(2n ** 63n - 1n)],
  [double(2 ** 63)],
  [double(Infinity)],
  [time(-1n)],
  [time(0n)],
  [time(1n)],
  [text('')],
  [text('\0')],
  [text('a')],
  [text('a\0')],
  [text('ab')],
  [text('é')],
  [text('\u{fffd}')],
  [text('\u{1f600}')],
  [bytes()],
  [bytes(0)],
  [bytes(0, 0)],
  [bytes(1, 255)],
  [bytes(255)],
  [ref('c1/__id-3__')],
  [ref('c1/__id10__')],
  [ref('c1/x')],
  [ref('c1/x/a/b')],
  [ref('c10/x')],
  [ref('c2/x')],
  [ref('cola/_')],
  [ref('cola\0/doca')],
  [ref('a/a', 'other')],
  [geo(-90, 180)],
  [geo(0, -1), geo(-0, -1)],
  [geo(0, 0), geo(-0, -0)],
  [geo(1, -180)],
  [array()],
  [array(nothing)],
  [array(int(1n)), array(double(1))],
  [array(int(1n), int(1n))],
  [array(int(2n))],
  [array(array())],
  [vector()],
  [vector(2), map({ value: array(int(2n)), __type__: text('__vector__') })],
  [vector(1, 1)],
  [map({})],
  [map({ __type__: text('__vector__') })],
  [map({ a: text('aaa'), b: text('baz') })],
  [map({ a: text('foo'), b: text('bar') }), map({ b: text('bar'), a: text('foo') })],
  [map({ a: text('foo'), b: text('bar'), c: text('qux') })],
  [map({ a: text('foo'), b: text('baz') })],
  [map({ b: nothing })],
  [map({ '\u{fffd}': nothing })],
  [map({ '\u{1f600}': nothing })],
]

describe('the order of values', () => {
  it('is the order of the reference table, for every pair', () => {
    for (const [i, left] of ascending.entries()) {
      for (const [j, right] of ascending.entries()) {
        for (const a of left) {
          for (const b of right) {
            const order = Math.sign(compareValues(a, b))
            expect(order, `${encodeValue(a)} against ${encodeValue(b)}`).toBe(Math.sign(i - j))
          }
        }
      }
    }
  })

  it('keeps the laws of a total order', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, arbitraryValue, (a, b, c) => {
        expect(compareValues(a, a)).toBe(0)
        expect(Math.sign(compareValues(a, b))).toBe(0 - Math.sign(compareValues(b, a)))
        const [x, y, z] = [a, b, c].sort(compareValues) as [Value, Value, Value]
        expect(compareValues(x, y)).toBeLessThanOrEqual(0)
        expect(compareValues(y, z)).toBeLessThanOrEqual(0)
        expect(compareValues(x, z)).toBeLessThanOrEqual(0)
        if (compareValues(a, b) === 0) expect(Math.sign(compareValues(a, c))).toBe(Math.sign(compareValues(b, c)))
      }),
      { numRuns: 5000 },
    )
  })

  it('is the order of bytes for bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4 }), fc.uint8Array({ maxLength: 4 }), (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b))
      }),
    )
  })

  it('gives NaN and vectors brackets of their own', () => {
    expect([double(NaN), double(1), int(1n), vector(1), map({}), bool(true)].map(typeBracket)).toEqual([
      'nan',
      'number',
      'number',
      'vector',
      'map',
      'boolean',
    ])
    expect(isVector(map({ __type__: text('__vector__'), value: array(text('x')) }))).toBe(false)
    expect(isVector(map({ __type__: text('other'), value: array() }))).toBe(false)
    expect(isVector(map({ __type__: text('__vector__'), value: array(), more: nothing }))).toBe(false)
  })
})

describe('equality', () => {
  it('in queries ignores the type of numbers and never finds null or NaN', () => {
    expect(equalsInQuery(double(1), int(1n))).toBe(true)
    expect(equalsInQuery(double(-0), int(0n))).toBe(true)
    expect(equalsInQuery(int(2n ** 53n + 1n), double(2 ** 53))).toBe(false)
    expect(equalsInQuery(double(NaN), double(NaN))).toBe(false)
    expect(equalsInQuery(nothing, nothing)).toBe(false)
    expect(equalsInQuery(text('1'), int(1n))).toBe(false)
  })

  it('in array transforms finds null and NaN too', () => {
    expect(equalsInArrayTransform(double(NaN), double(NaN))).toBe(true)
    expect(equalsInArrayTransform(nothing, nothing)).toBe(true)
    expect(equalsInArrayTransform(double(1), int(1n))).toBe(true)
  })

  it('as identity sees types and signs of zero', () => {
    expect(isIdentical(double(1), int(1n))).toBe(false)
    expect(isIdentical(double(-0), double(0))).toBe(false)
    expect(isIdentical(geo(-0, 0), geo(0, 0))).toBe(false)
    expect(isIdentical(double(NaN), double(NaN))).toBe(true)
    expect(isIdentical(map({ a: array(int(1n)) }), map({ a: array(double(1)) }))).toBe(false)
    expect(isIdentical(map({ a: nothing, b: bool(true) }), map({ b: bool(true), a: nothing }))).toBe(true)
  })

  it('as identity is equality of the canonical text, and implies a tie', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        expect(isIdentical(a, a)).toBe(true)
        expect(isIdentical(a, b)).toBe(encodeValue(a) === encodeValue(b))
        if (isIdentical(a, b)) expect(compareValues(a, b)).toBe(0)
      }),
      { numRuns: 3000 },
    )
  })
})
