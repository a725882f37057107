import { expect, test } from 'vitest'
import { splitPath } from './path-segments.ts'

test('splits before it decodes, so that an encoded slash stays inside its segment', () => {
  expect(splitPath('/v0/b/x/o/a%2Fb').decoded).toEqual(['v0', 'b', 'x', 'o', 'a/b'])
  expect(splitPath('/v0/b/x/o/a%2Fb').raw).toEqual(['v0', 'b', 'x', 'o', 'a%2Fb'])
})

test('lets names that only contain dots and dots inside encoded values pass', () => {
  expect(splitPath('/a/.../..b/c%2F..%2Fd').decoded).toEqual(['a', '...', '..b', 'c/../d'])
})

test.each([
  '/a/../b',
  '/a/..',
  '/./a',
  '/a/%2e%2e/b',
  '/a/.%2E',
  '/%00',
  '/a%00b',
  '/%',
  '/%zz',
  '/%ff',
  '/%c0%af',
  'http://x/',
  '*',
])('refuses %s', (path) => {
  expect(() => splitPath(path)).toThrow(expect.objectContaining({ code: 'invalid-argument', reason: 'INVALID_PATH' }))
})
