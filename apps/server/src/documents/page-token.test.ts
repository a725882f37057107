import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePageToken, encodePageToken } from './page-token.ts'

test('a token gives its position back to the list it was made for', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (scope, position) => {
      expect(decodePageToken(scope, encodePageToken(scope, position))).toBe(position)
    }),
  )
})

test('a token of another list is refused', () => {
  expect(() => decodePageToken('b', encodePageToken('a', 'x'))).toThrow('The page token is invalid.')
})

test('whatever else is sent is refused, never a crash', () => {
  fc.assert(
    fc.property(fc.string(), (token) => {
      expect(() => decodePageToken('a', token)).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error)
    }),
  )
})
