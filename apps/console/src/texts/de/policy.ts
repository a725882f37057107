import type { policyTexts } from '../en/policy.ts'

export const policy: typeof policyTexts = {
  label: 'Was das Passwort braucht',
  unmet: 'Das Passwort erfüllt noch nicht jede Regel.',
  minLength: (count) => `Mindestens ${count} Zeichen`,
  maxLength: (count) => `Höchstens ${count} Zeichen`,
  lowercase: 'Ein Kleinbuchstabe',
  uppercase: 'Ein Großbuchstabe',
  digit: 'Eine Ziffer',
  symbol: 'Ein Zeichen, das weder Buchstabe noch Ziffer ist',
}
