import { inLanguage } from '../in-language.ts'

/** What a field says of what was typed. */
export const validationTexts = inLanguage('validation', {
  emailMissing: 'The e-mail address is missing.',
  emailInvalid: 'This is not an e-mail address. It looks like name@example.com.',
  nameMissing: 'The name is missing.',
  nameTooLong: 'A name has at most 80 characters.',
  passwordMissing: 'The password is missing.',
  codeMissing: 'The set-up code is missing. The server printed it when it started.',
  projectIdMissing: 'The project id is missing.',
  projectIdCharacters: 'Only the letters a to z, digits and “-”.',
  projectIdStart: 'The first character is a letter.',
  projectIdLength: 'Between 6 and 30 characters.',
  projectIdEnd: 'The last character is a letter or a digit.',
})
