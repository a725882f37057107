import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOfHex, hexOf } from './bytes-text.ts'

describe('bytes as text', () => {
  it('are the same bytes in hexadecimal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(bytesOfHex(hexOf(bytes))).toEqual(bytes)
      }),
    )
  })

  it.each([
    ['68 69', [0x68, 0x69]],
    ['0x68,0x69', [0x68, 0x69]],
    ['68:69', [0x68, 0x69]],
    ['6869\n', [0x68, 0x69]],
    ['', []],
    ['686', undefined],
    ['6g', undefined],
  ])('written as %j are %j', (hex, bytes) => {
    expect(bytesOfHex(hex)).toEqual(bytes && Uint8Array.from(bytes))
  })
})
