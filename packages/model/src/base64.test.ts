import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

it('writes the standard alphabet with padding and reads either alphabet with or without padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64')
      expect(encodeBase64(bytes)).toBe(text)
      expect(decodeBase64(text)).toEqual(bytes)
      expect(decodeBase64(text.replaceAll('=', ''))).toEqual(bytes)
      expect(decodeBase64(Buffer.from(bytes).toString('base64url'))).toEqual(bytes)
    }),
  )
})
