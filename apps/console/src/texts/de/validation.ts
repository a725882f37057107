import type { validationTexts } from '../en/validation.ts'

export const validation: typeof validationTexts = {
  emailMissing: 'Die E-Mail-Adresse fehlt.',
  emailInvalid: 'Das ist keine E-Mail-Adresse. Sie sieht aus wie name@example.com.',
  nameMissing: 'Der Name fehlt.',
  nameTooLong: 'Ein Name hat höchstens 80 Zeichen.',
  passwordMissing: 'Das Passwort fehlt.',
  codeMissing: 'Der Einrichtungscode fehlt. Der Server schrieb ihn beim Start auf.',
  projectIdMissing: 'Die Projektkennung fehlt.',
  projectIdCharacters: 'Nur die Buchstaben a bis z, Ziffern und „-“.',
  projectIdStart: 'Das erste Zeichen ist ein Buchstabe.',
  projectIdLength: 'Zwischen 6 und 30 Zeichen.',
  projectIdEnd: 'Das letzte Zeichen ist ein Buchstabe oder eine Ziffer.',
}
