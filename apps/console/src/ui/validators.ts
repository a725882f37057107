import { uiTexts } from '../texts/en/ui.ts'

const validationTexts = uiTexts.validation

/** The pattern that HTML itself gives for `input type=email`. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export function validateEmail(value: string): string | undefined {
  const email = value.trim()
  if (email === '') return validationTexts.emailMissing
  return emailPattern.test(email) && email.length <= 320 ? undefined : validationTexts.emailInvalid
}

export function validateDisplayName(value: string): string | undefined {
  const name = value.trim()
  if (name === '') return validationTexts.nameMissing
  return [...name].length <= 80 ? undefined : validationTexts.nameTooLong
}

export function validatePasswordPresent(value: string): string | undefined {
  return value === '' ? validationTexts.passwordMissing : undefined
}

/** 6 to 30 of a-z, 0-9 and '-', starting with a letter, not ending in '-'. */
export function validateProjectId(value: string): string | undefined {
  if (value === '') return validationTexts.projectIdMissing
  if (!/^[a-z0-9-]*$/.test(value)) return validationTexts.projectIdCharacters
  if (!/^[a-z]/.test(value)) return validationTexts.projectIdStart
  if (value.length < 6 || value.length > 30) return validationTexts.projectIdLength
  return value.endsWith('-') ? validationTexts.projectIdEnd : undefined
}
