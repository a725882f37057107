import { describe, expect, it } from 'vitest'
import { defaultPasswordPolicy, type PasswordPolicy, unmetRequirements, validatePassword } from './password-policy.ts'

const strict: PasswordPolicy = {
  ...defaultPasswordPolicy,
  enforcement: 'ENFORCE',
  charactersMin: 8,
  charactersMax: 20,
  needsLowercase: true,
  needsUppercase: true,
  needsNumeric: true,
  needsNonAlphanumeric: true,
}

describe('a password policy', () => {
  it.each([
    ['Ab1!efgh', 0],
    ['Ab1!efg', 1],
    ['Ab1!efgh'.repeat(3), 1],
    ['ab1!efgh', 1],
    ['AB1!EFGH', 1],
    ['Abc!efgh', 1],
    ['Ab1cefgh', 1],
    ['Ab1 efgh', 1],
    ['', 5],
    ['ÄÖÜ', 5],
  ])('finds what %j lacks', (password, count) => {
    expect(unmetRequirements(strict, password)).toHaveLength(count)
  })

  it('names every requirement that is not met', () => {
    expect(() => validatePassword(strict, 'abc')).toThrow(
      expect.objectContaining({
        reason: 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
        message:
          'Missing password requirements: [Password must contain at least 8 characters, Password must contain an upper case character, ' +
          'Password must contain a numeric character, Password must contain a non-alphanumeric character]',
      }) as Error,
    )
  })

  it.each([
    ['12345', 'WEAK_PASSWORD'],
    ['', 'WEAK_PASSWORD'],
    ['x'.repeat(4_097), 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
  ])('that is off still refuses %.5j', (password, reason) => {
    const off: PasswordPolicy = { ...strict, enforcement: 'OFF' }
    expect(() => validatePassword(off, password)).toThrow(expect.objectContaining({ reason }) as Error)
    expect(() => validatePassword(off, '123456')).not.toThrow()
    expect(() => validatePassword(off, 'x'.repeat(4_096))).not.toThrow()
  })
})
