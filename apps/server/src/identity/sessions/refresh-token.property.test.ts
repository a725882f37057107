import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../lib/ambient.ts'
import {
  formatRefreshToken,
  hashSecret,
  matchesSecret,
  newSecret,
  newSessionId,
  parseRefreshToken,
} from './refresh-token.ts'

describe('refresh tokens', () => {
  it('come back as they were made, for every uid', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom('account', 'operator'),
        (uid, kind) => {
          const token = { kind, uid, sessionId: newSessionId(systemRandom), secret: newSecret(systemRandom) } as const
          expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token)
        },
      ),
    )
  })

  it.each([
    '',
    'x',
    'a.b.c.d',
    `a.${'A'.repeat(3)}.${'A'.repeat(22)}.${'A'.repeat(42)}`,
    `b.QQ.${'A'.repeat(22)}.${'A'.repeat(43)}`,
  ])('are not %j', (text) => {
    expect(parseRefreshToken(text)).toBeUndefined()
  })

  it('are known by the hash of their secret alone', () => {
    const secret = newSecret(systemRandom)
    expect(hashSecret(secret)).not.toContain(secret)
    expect(matchesSecret(secret, hashSecret(secret))).toBe(true)
    expect(matchesSecret(newSecret(systemRandom), hashSecret(secret))).toBe(false)
  })
})
