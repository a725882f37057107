import type { PasswordPolicy } from '../../identity/passwords/password-policy.ts'

/** A character class that is not asked for is left out: the SDK shows only what is there. */
export function encodeStrength(policy: PasswordPolicy): Record<string, unknown> {
  return {
    minPasswordLength: policy.charactersMin,
    maxPasswordLength: policy.charactersMax,
    ...(policy.needsLowercase && { containsLowercaseCharacter: true }),
    ...(policy.needsUppercase && { containsUppercaseCharacter: true }),
    ...(policy.needsNumeric && { containsNumericCharacter: true }),
    ...(policy.needsNonAlphanumeric && { containsNonAlphanumericCharacter: true }),
  }
}
