import { usersTexts } from '../../texts/en/users.ts'
import { validateDisplayName } from '../../ui/validators.ts'

/** E.164, or nothing. */
export function validatePhoneNumber(value: string): string | undefined {
  const number = value.trim()
  return number === '' || /^\+[1-9]\d{6,14}$/.test(number) ? undefined : usersTexts.phoneInvalid
}

export function validateOptionalName(value: string): string | undefined {
  return value.trim() === '' ? undefined : validateDisplayName(value)
}

/** A web address, or nothing. */
export function validatePhotoUrl(value: string): string | undefined {
  const text = value.trim()
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    ? undefined
    : usersTexts.photoInvalid
}
