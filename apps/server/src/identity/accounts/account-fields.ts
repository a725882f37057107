import type { Random } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'

const EMAIL_CHARACTERS_MAX = 254
/** The HTML standard's definition of a valid e-mail address; linear in its input. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

const DISPLAY_NAME_CHARACTERS_MAX = 256
const PHOTO_URL_CHARACTERS_MAX = 4_096
const UID_CHARACTERS_MAX = 128
const GENERATED_UID_CHARACTERS = 28
const UID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The address as it is stored and compared: trimmed and in lower case. Throws `INVALID_EMAIL`. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > EMAIL_CHARACTERS_MAX || !emailPattern.test(email)) throw identityError('INVALID_EMAIL')
  return email
}

/** Undefined for an empty one, which clears the name. Throws `INVALID_DISPLAY_NAME`. */
export function parseDisplayName(text: string): string | undefined {
  if (text.length > DISPLAY_NAME_CHARACTERS_MAX) throw identityError('INVALID_DISPLAY_NAME')
  return text === '' ? undefined : text
}

/**
 * Undefined for an empty one, which clears the photo. Any text without control characters, as with the vendor: apps also keep
 * relative addresses and names of files in it. Throws `INVALID_PHOTO_URL`.
 */
export function parsePhotoUrl(text: string): string | undefined {
  if (text === '') return undefined
  if (text.length > PHOTO_URL_CHARACTERS_MAX || /\p{Cc}/u.test(text)) throw identityError('INVALID_PHOTO_URL')
  return text
}

/** The form is +14155550123. Throws `INVALID_PHONE_NUMBER` in the vendor's words, which its users' tests compare. */
export function parsePhoneNumber(text: string): string {
  if (!/^\+[1-9]\d{4,14}$/.test(text)) throw identityError('INVALID_PHONE_NUMBER', 'Invalid format.')
  return text
}

/** Throws `INVALID_LOCAL_ID`. */
export function validateUid(uid: string): void {
  if (uid.length === 0 || uid.length > UID_CHARACTERS_MAX || !uid.isWellFormed() || uid.includes('\0')) {
    throw identityError('INVALID_LOCAL_ID')
  }
}

/** 28 letters and digits, 166 bits. */
export function newUid(random: Random): string {
  let uid = ''
  while (uid.length < GENERATED_UID_CHARACTERS) {
    for (const byte of random.bytes(GENERATED_UID_CHARACTERS)) {
      // Six bits, the two values beyond the alphabet thrown away, so that every character is equally likely.
      const character = UID_ALPHABET[byte & 63]
      if (character !== undefined && uid.length < GENERATED_UID_CHARACTERS) uid += character
    }
  }
  return uid
}
