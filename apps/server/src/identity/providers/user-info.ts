import { identityError } from '../identity-error.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import type { UserInfoFields } from './known-providers.ts'

const RAW_ID_CHARACTERS_MAX = 256

/** Who a provider's answer is about. Throws `INVALID_IDP_RESPONSE` for one that names nobody. */
export function readUserInfo(
  answer: unknown,
  fields: UserInfoFields,
): Pick<IdpAssertion, 'rawId' | 'email' | 'emailVerified' | 'displayName' | 'photoUrl' | 'screenName'> {
  const rawId = textAt(answer, fields.id)
  if (rawId === undefined || rawId.length > RAW_ID_CHARACTERS_MAX) {
    throw identityError('INVALID_IDP_RESPONSE', 'The provider names no user.')
  }
  return {
    rawId,
    email: textAt(answer, fields.email),
    emailVerified: fields.emailVerified?.some((path) => valueAt(answer, path) === true) === true,
    displayName: textAt(answer, fields.displayName),
    photoUrl: textAt(answer, fields.photoUrl),
    screenName: textAt(answer, fields.screenName),
  }
}

/** The first address of a list of `{ email, primary, verified }`. */
export function verifiedAddressOf(list: unknown): string | undefined {
  if (!Array.isArray(list)) return undefined
  const primary: unknown = list.find((one) => valueAt(one, 'primary') === true && valueAt(one, 'verified') === true)
  return textAt(primary, ['email'])
}

/** A number is taken for its digits where JSON can hold all of them. */
function textAt(answer: unknown, paths: readonly string[] = []): string | undefined {
  for (const path of paths) {
    const value = valueAt(answer, path)
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  }
  return undefined
}

function valueAt(answer: unknown, path: string): unknown {
  let value = answer
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
