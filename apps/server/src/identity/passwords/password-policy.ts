import { isCommonPassword } from './common-passwords.ts'
import { identityError } from '../identity-error.ts'

/** What a project asks of new passwords. */
export interface PasswordPolicy {
  /** With `OFF` clients may show the policy, and only the minimum of 6 characters is enforced. */
  readonly enforcement: 'ENFORCE' | 'OFF'
  /** A sign-in with a password that the policy refuses must change it first. */
  readonly forceUpgradeOnSignIn: boolean
  readonly charactersMin: number
  readonly charactersMax: number
  readonly needsLowercase: boolean
  readonly needsUppercase: boolean
  readonly needsNumeric: boolean
  readonly needsNonAlphanumeric: boolean
  /** Whether what guessers try first is refused, also with `OFF`. */
  readonly refusesCommon: boolean
}

export const defaultPasswordPolicy: PasswordPolicy = {
  enforcement: 'OFF',
  forceUpgradeOnSignIn: false,
  charactersMin: 6,
  charactersMax: 4_096,
  needsLowercase: false,
  needsUppercase: false,
  needsNumeric: false,
  needsNonAlphanumeric: false,
  refusesCommon: false,
}

/** What counts as non-alphanumeric: the printable ASCII characters besides letters and digits. */
export const nonAlphanumericCharacters = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-']

/** What a password lacks, in sentences; empty when it has everything. */
export function unmetRequirements(policy: PasswordPolicy, password: string): string[] {
  const unmet: string[] = []
  if (password.length < policy.charactersMin) {
    unmet.push(`Password must contain at least ${policy.charactersMin} characters`)
  }
  if (password.length > policy.charactersMax) {
    unmet.push(`Password may contain at most ${policy.charactersMax} characters`)
  }
  if (policy.needsLowercase && !/[a-z]/.test(password)) unmet.push('Password must contain a lower case character')
  if (policy.needsUppercase && !/[A-Z]/.test(password)) unmet.push('Password must contain an upper case character')
  if (policy.needsNumeric && !/[0-9]/.test(password)) unmet.push('Password must contain a numeric character')
  if (policy.needsNonAlphanumeric && !nonAlphanumericCharacters.some((character) => password.includes(character))) {
    unmet.push('Password must contain a non-alphanumeric character')
  }
  return unmet
}

/** Throws `WEAK_PASSWORD` below 6 characters and for a common one, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` for what the policy asks. */
export function validatePassword(policy: PasswordPolicy, password: string): void {
  if (policy.enforcement === 'ENFORCE') {
    const unmet = unmetRequirements(policy, password)
    if (unmet.length > 0) {
      const sentence = `Missing password requirements: [${unmet.join(', ')}]`
      throw identityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', sentence, { unmet })
    }
  }
  if (password.length < defaultPasswordPolicy.charactersMin) {
    throw identityError(
      'WEAK_PASSWORD',
      `Password should be at least ${defaultPasswordPolicy.charactersMin} characters`,
    )
  }
  if (policy.refusesCommon && isCommonPassword(password)) {
    throw identityError('WEAK_PASSWORD', 'This password is one of the most used, and the first that others try.')
  }
  if (password.length > defaultPasswordPolicy.charactersMax) {
    const sentence = `Missing password requirements: [Password may contain at most ${defaultPasswordPolicy.charactersMax} characters]`
    throw identityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', sentence)
  }
}
