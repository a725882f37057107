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

/** What guessers try first: the most used passwords of six characters and more, from public rankings of leaked ones. Lower case. */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  000000 010203 101010 111111 112233 121212 123123 123321 123456 1234567 12345678 123456789 1234567890 123456a 123456q
  123654 123abc 123qwe 123qweasd 131313 147258 147258369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 222222 333333
  444444 456789 555555 654321 666666 696969 741852963 777777 789456 789456123 87654321 888888 987654 987654321 999999
  a12345 a123456 aa123456 aaaaaa abc123 abcd1234 abcdef access admin1 admin123 administrator amanda andrea andrew anthony
  asdasd asdf1234 asdfgh asdfghjkl ashley azerty babygirl bailey banana baseball basketball batman biteme buster butterfly
  changeme charlie cheese chelsea chocolate computer cookie dallas daniel default donald dragon eminem family flower football
  freedom fuckyou george ginger google guest123 hannah harley hello1 hello123 hockey hunter iloveyou internet jasmine jennifer
  jessica jordan jordan23 joshua justin killer letmein liverpool login1 london lovely maggie master matrix matthew merlin
  michael michelle monkey mustang naruto nicole ninja1 p@ssw0rd p@ssword pass123 pass1234 passw0rd password password! password1
  password12 password123 patrick pepper pokemon princess purple q1w2e3 q1w2e3r4 qazwsx qazwsxedc qwe123 qwer1234 qwerty qwerty1
  qwerty12 qwerty123 qwertyuiop ranger robert samantha samsung secret secret1 shadow silver soccer solo12 starwars summer
  sunshine superman taylor test123 test1234 testing thomas thunder tigger trustno1 welcome welcome1 welcome123 whatever
  william winner winter zaq12wsx zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
)

function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
