import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareUtf8, utf8Exceeds, utf8Length } from './utf8.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', 'a', '\u{7f}', '\u{80}', '\u{ffff}', '\u{1f600}'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

describe('UTF-8 order', () => {
  it('puts U+FFFD before U+1F600, unlike UTF-16 order', () => {
    expect(compareUtf8('\u{fffd}', '\u{1f600}')).toBeLessThan(0)
  })

  it('is the order of the encoded bytes', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      { numRuns: 2000 },
    )
  })

  it('knows the encoded length of any string, lone surrogates included', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        (a) => {
          expect(utf8Length(a)).toBe(Buffer.byteLength(a))
          expect(utf8Exceeds(a, 12)).toBe(Buffer.byteLength(a) > 12)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
