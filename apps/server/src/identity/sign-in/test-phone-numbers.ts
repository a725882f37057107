import { parsePhoneNumber } from '../accounts/account-fields.ts'
import { identityError } from '../identity-error.ts'

/** Numbers that no message is sent to, each with the code that it always has; for tests of apps, and reviewers of them. */
export type TestPhoneNumbers = Readonly<Record<string, string>>

/** As many as the vendor takes. */
const NUMBERS_MAX = 10

/** Throws `INVALID_PHONE_NUMBER`, and `INVALID_CODE` for a code that is not of six digits, `INVALID_REQ_TYPE` for more than ten numbers. */
export function parseTestPhoneNumbers(given: Readonly<Record<string, string>>): TestPhoneNumbers {
  const numbers = Object.entries(given)
  if (numbers.length > NUMBERS_MAX) {
    throw identityError('INVALID_REQ_TYPE', `There are at most ${NUMBERS_MAX} phone numbers for tests.`)
  }
  for (const [number, code] of numbers) {
    parsePhoneNumber(number)
    if (!/^\d{6}$/.test(code))
      throw identityError('INVALID_CODE', 'The code of a phone number for tests has six digits.')
  }
  return Object.fromEntries(numbers)
}
