import { expect, test } from 'vitest'
import { JSON_DEPTH_MAX, parseCommentedJson, tryParseOutsideJson, tryParseOutsideObject } from './outside-json.ts'

test.each([
  ['{"a": 1 /* one */} // the end', { a: 1 }],
  ['// the beginning\n{"a": "http://x/*y*/"}', { a: 'http://x/*y*/' }],
  ['\u{FEFF}[1, 2]', [1, 2]],
])('%j is read', (text, value) => {
  expect(parseCommentedJson(text)).toEqual(value)
})

test.each([
  ['', 'line 1, column 1'],
  ['{"a": 1,\n "b": }', 'line 2, column 7'],
  ['{"a": 1,}', 'line 1, column 9'],
  ['{"a": 1} x', 'line 1, column 10'],
])('%j is refused with its place', (text, place) => {
  expect(() => parseCommentedJson(text)).toThrow(place)
})

test('what is no JSON, too deep or no object is nothing where nothing is asked for', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  expect(tryParseOutsideJson(nested(JSON_DEPTH_MAX))).toBeInstanceOf(Array)
  expect(tryParseOutsideJson(nested(JSON_DEPTH_MAX + 1))).toBeUndefined()
  expect(tryParseOutsideJson('{"a"')).toBeUndefined()
  expect(['{"a":1}', '[1]', 'null', '1', 'x'].map(tryParseOutsideObject)).toEqual([{ a: 1 }, ...Array(4)])
})
