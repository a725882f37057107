import { inLanguage } from '../in-language.ts'

/** The rules that a password can have. */
export const policyTexts = inLanguage('policy', {
  label: 'What the password needs',
  unmet: 'The password doesn’t meet every rule yet.',
  minLength: (count: number) => `At least ${count} characters`,
  maxLength: (count: number) => `At most ${count} characters`,
  lowercase: 'A lower-case letter',
  uppercase: 'An upper-case letter',
  digit: 'A digit',
  symbol: 'A character that is neither a letter nor a digit',
})
