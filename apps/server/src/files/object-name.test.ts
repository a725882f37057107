import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterPrefix, validateObjectName } from './object-name.ts'

describe('validateObjectName', () => {
  it.each(['photo.png', 'a/b/c', 'ä/日本/😀', '...', 'a/', '__proto__', 'a/../b', './a', '../a', 'a/..'])(
    'accepts %j',
    (name) => {
      expect(() => validateObjectName(name)).not.toThrow()
    },
  )

  it.each(['', '.', '..', 'nul\0', 'line\nbreak', 'x'.repeat(1_025), '\ud800'])('refuses %j', (name) => {
    expect(() => validateObjectName(name)).toThrow(expect.objectContaining({ reason: 'INVALID_OBJECT_NAME' }))
  })
})

describe('afterPrefix', () => {
  it('comes after everything that starts with the prefix, and before everything beyond', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (prefix, rest) => {
        const after = afterPrefix(prefix)
        if (after === undefined) return
        const bytes = Buffer.from(after)
        expect(Buffer.compare(Buffer.from(prefix + rest), bytes)).toBe(-1)
        expect(after.startsWith(prefix) && prefix !== '').toBe(false)
      }),
    )
  })

  it('knows that nothing comes after the last character', () => {
    expect(afterPrefix('\u{10ffff}')).toBeUndefined()
    expect(afterPrefix('a\u{10ffff}')).toBe('b')
  })
})
