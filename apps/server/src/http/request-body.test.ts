import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonBody } from './request-body.ts'

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text))
const invalid = expect.objectContaining({ code: 'invalid-argument', reason: 'INVALID_JSON' })

test('an empty body is an empty object', () => {
  expect(parse('')).toEqual({})
})

test('takes whatever JSON there is, as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      expect(JSON.stringify(parse(JSON.stringify(value)))).toBe(JSON.stringify(value))
    }),
  )
})

test('takes a hundred levels and not one more', () => {
  expect(parse('['.repeat(100) + ']'.repeat(100))).toBeInstanceOf(Array)
  expect(() => parse('['.repeat(101) + ']'.repeat(101))).toThrow(invalid)
  expect(() => parse('{"a":'.repeat(101) + '1' + '}'.repeat(101))).toThrow(invalid)
  expect(() => parse('['.repeat(1_000_000))).toThrow(invalid)
})

test('brackets inside strings are no levels', () => {
  const text = JSON.stringify({ text: '"[\\'.repeat(500) })
  expect(parse(text)).toEqual(JSON.parse(text))
})

test.each(['{', '{"a":}', 'undefined', '{"a":1}x', "{'a':1}", '\u0000'])('refuses %j without quoting it', (text) => {
  expect(() => parse(text)).toThrow(invalid)
  expect(() => parse(text)).toThrow('The body is not valid JSON.')
})

test('refuses what is not UTF-8', () => {
  expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(invalid)
})

test('a property named __proto__ stays a property', () => {
  const value = parse('{"__proto__":{"admin":true}}') as Record<string, unknown>
  expect(Object.keys(value)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
})
