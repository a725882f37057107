import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeResumeToken, encodeResumeToken } from './resume-token.ts'

const EPOCH = '0011223344556677'

test('a token gives its version back', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.string(), (version, database) => {
      expect(decodeResumeToken(EPOCH, database, encodeResumeToken(EPOCH, database, version))).toBe(version)
    }),
  )
})

test('a token of another history or another database says nothing', () => {
  const token = encodeResumeToken(EPOCH, 'd', 7)
  expect(decodeResumeToken('ffffffffffffffff', 'd', token)).toBeUndefined()
  expect(decodeResumeToken(EPOCH, 'e', token)).toBeUndefined()
})

test('bytes that were never a token say nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(decodeResumeToken(EPOCH, 'd', bytes)).toBeUndefined()
    }),
  )
})
