import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, base64OfHex, hexOf, lengthOfBase64 } from './bytes-text.ts'

describe('bytes as text', () => {
  it('are the same bytes in hexadecimal and in Base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const base64 = base64Of(bytes)
        expect(base64).toBe(Buffer.from(bytes).toString('base64'))
        expect(base64OfHex(hexOf(base64))).toBe(base64)
        expect(lengthOfBase64(base64)).toBe(bytes.length)
      }),
    )
  })

  it('are taken of more bytes than a call has arguments', () => {
    expect(lengthOfBase64(base64Of(new Uint8Array(1_048_487)))).toBe(1_048_487)
  })

  it.each([
    ['68 69', 'aGk='],
    ['0x68,0x69', 'aGk='],
    ['68:69', 'aGk='],
    ['6869\n', 'aGk='],
    ['', ''],
    ['686', undefined],
    ['6g', undefined],
  ])('written as %j are %j', (hex, base64) => {
    expect(base64OfHex(hex)).toBe(base64)
  })
})
