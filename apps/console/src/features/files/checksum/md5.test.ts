/// <reference types="node" />
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Md5 } from './md5.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('sums up %j as the standard says', (text, sum) => {
  const md5 = new Md5()
  md5.update(new TextEncoder().encode(text))
  expect(hex(md5.digest())).toBe(sum)
})

it('comes to the same sum as another implementation, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (parts) => {
      const md5 = new Md5()
      const other = createHash('md5')
      for (const part of parts) {
        md5.update(part)
        other.update(part)
      }
      expect(hex(md5.digest())).toBe(other.digest('hex'))
    }),
  )
})
