import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson, tryParseJson } from './parse-json.ts'

it.each([
  [String.raw`{"a":1,"x\\":2}`, String.raw`{"a":1,"x\"":2}`],
  [String.raw`{"b":1,"x\\":2}`, String.raw`{"b":1,"x\u0022" :2}`],
  [String.raw`{"c":1,"x\\":2}`, String.raw`{"c":1,"x\t":[{"x\t":null}]}`],
  [String.raw`{"d":1,"x\\ny":2}`, String.raw`{"d":1,"x\nyz":2}`],
  [String.raw`{"e":1,"\\u00":2}`, String.raw`{"e":1,"\u0000\"\"":2}`],
])('reads a name as it is written, after %s: %s', (before, text) => {
  parseJson(before)
  expect(Object.keys(parseJson(text) as object)).toEqual(namesOf(text))
})

it('refuses what is no JSON', () => {
  expect(() => parseJson(String.raw`"a\\""`)).toThrow(SyntaxError)
  expect(() => parseJson(String.raw`{"a\\"":1}`)).toThrow(SyntaxError)
  expect(() => parseJson(String.raw`{"a\x":1}`)).toThrow(SyntaxError)
  expect(() => parseJson('\\')).toThrow(SyntaxError)
  expect([tryParseJson('{"a":1'), tryParseJson('null')]).toEqual([undefined, null])
})

it('keeps the order of names, the last of two that are the same, and a name like that of the prototype', () => {
  expect(JSON.stringify(parseJson(String.raw`{"b":1,"\"":2,"a":3,"\u0062":4}`))).toBe(String.raw`{"b":4,"\"":2,"a":3}`)
  expect(parseJson(String.raw`{"a":1,"\u0061":2,"a":3}`)).toEqual({ a: 3 })
  expect(parseJson(String.raw`{"\u0031":2,"1":1}`)).toEqual({ 1: 1 })
  const read = parseJson(String.raw`{"\"":{"__proto__":{"isOwner":true}},"__proto\u005f_":1}`)
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.keys(read as object)).toEqual(['"', '__proto__'])
})

it('reads what was written, whatever was read before', () => {
  const name = fc.string({ unit: fc.constantFrom('\\', '"', 'x', 'n', 'u', '0', '\n', '\u0000') })
  const value = fc.dictionary(name, fc.oneof(name, fc.array(fc.dictionary(name, name))))
  fc.assert(
    fc.property(value, (written) => {
      const text = JSON.stringify(written)
      expect(JSON.stringify(parseJson(text))).toBe(text)
    }),
    { numRuns: 3000 },
  )
})

/** The names of an object, each read alone. */
function namesOf(text: string): unknown[] {
  return [...text.matchAll(/(?<=[{,])("(?:[^"\\]|\\.)*") ?:/g)]
    .filter(({ index }) => !text.slice(0, index).includes('['))
    .map(([, name = '']) => JSON.parse(name) as unknown)
}
