import { appsTexts } from '../../../../texts/en/apps.ts'

/** What an app or a key is called. */
export function validateName(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return appsTexts.nameMissing
  return length > 80 ? appsTexts.nameTooLong : undefined
}
