import { expect, test } from 'vitest'
import { parseCommentedJson } from './outside-json.ts'

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
