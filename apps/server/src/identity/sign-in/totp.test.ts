import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase32, encodeBase32, findTotpStep, totpCode, totpStep } from './totp.ts'

/** The secret of RFC 6238, appendix B. */
const secret = encodeBase32(Buffer.from('12345678901234567890'))

describe('a one-time password', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s, as RFC 6238 says', (second, code) => {
    expect(totpCode(secret, totpStep(second * 1000))).toBe(code)
  })

  it('is good one period before and after, and never twice', () => {
    const nowMs = 1_234_567_890_000
    const step = totpStep(nowMs)
    for (const offset of [-1, 0, 1]) {
      const code = totpCode(secret, step + offset)
      expect(findTotpStep(secret, code, { nowMs, lastStep: undefined })).toBe(step + offset)
      expect(findTotpStep(secret, code, { nowMs, lastStep: step + offset })).toBeUndefined()
    }
    for (const offset of [-2, 2]) {
      const code = totpCode(secret, step + offset)
      expect(findTotpStep(secret, code, { nowMs, lastStep: undefined })).toBeUndefined()
    }
    for (const code of ['', '12345', '1234567', 'abcdef', '２８７０８２']) {
      expect(findTotpStep(secret, code, { nowMs, lastStep: undefined })).toBeUndefined()
    }
  })

  it('has a secret that base32 takes there and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(new Uint8Array(decodeBase32(encodeBase32(bytes)))).toEqual(bytes)
      }),
    )
    expect(() => decodeBase32('0189')).toThrow(RangeError)
  })
})
