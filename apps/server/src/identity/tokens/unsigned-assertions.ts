import { isTooDeep, tryParseOutsideObject } from '../../lib/outside-json.ts'
import { parseEmail } from '../accounts/account-fields.ts'
import { identityError } from '../identity-error.ts'
import type { IdpAssertion, IdpCredential, IdpVerifier } from '../sign-in/idp-assertion.ts'
import { appleNameIn } from '../providers/known-providers.ts'
import { decodeJwt } from './jwt.ts'

/**
 * `hearth dev` takes a provider at nobody's word, as the vendor's emulator does: the ID token, or the access token where there is
 * none, is the JSON text of the claims or a token whose signature is not looked at. Every provider is set up and trusted. Apps always
 * get an access token, of which many make the credential that they link; it is the ID token where none came, and so can be linked.
 */
export const unsignedAssertions: IdpVerifier = {
  async verify(
    _realm: string,
    { providerId = '', idToken, accessToken, user, samlResponse }: IdpCredential,
  ): Promise<IdpAssertion> {
    const token = idToken ?? accessToken
    const claims = token === undefined ? undefined : (tryParseOutsideObject(token) ?? decodeJwt(token)?.payload)
    if (claims === undefined) {
      throw identityError(
        'INVALID_IDP_RESPONSE',
        'Under `hearth dev` a credential is a JSON object of claims, such as {"sub":"1","email":"ada@example.com"}.',
      )
    }
    const said = assertionOf(providerId, { ...appleNameIn(providerId, user), ...claims })
    const ofSaml = providerId.startsWith('saml.') ? readSamlResponse(samlResponse) : {}
    return { ...said, ...ofSaml, isTrusted: true, idToken, accessToken: accessToken ?? idToken }
  },
}

/** As the vendor's emulator reads it: the subject's name is the address, where it is one, and every address counts as verified. */
function readSamlResponse(text: string | undefined): Partial<IdpAssertion> {
  if (text === undefined) return { emailVerified: true }
  const { assertion } = tryParseOutsideObject(text) ?? missing('assertion')
  if (!isObject(assertion)) return missing('assertion')
  const { subject, attributeStatements } = assertion
  if (!isObject(subject)) return missing('assertion.subject')
  const { nameId } = subject
  if (typeof nameId !== 'string' || nameId === '') return missing('assertion.subject.nameId')
  return {
    emailVerified: true,
    ...(isEmail(nameId) && { email: nameId }),
    ...(isObject(attributeStatements) && { profile: attributeStatements }),
  }
}

function missing(part: string): never {
  throw identityError('INVALID_IDP_RESPONSE', `SAMLResponse is JSON with the ${part} of the provider; there is none.`)
}

function isEmail(text: string): boolean {
  try {
    return parseEmail(text) !== ''
  } catch {
    return false
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The claims of OpenID Connect (Core 1.0, section 5.1) as an assertion. Throws `INVALID_IDP_RESPONSE` without a subject, and for claims that are too deep. */
export function assertionOf(
  providerId: string,
  claims: Readonly<Record<string, unknown>>,
): Omit<IdpAssertion, 'isTrusted'> {
  const { sub } = claims
  const rawId = typeof sub === 'number' ? String(sub) : sub
  if (typeof rawId !== 'string' || rawId === '' || rawId.length > 256) {
    throw identityError('INVALID_IDP_RESPONSE', 'The provider names no subject.')
  }
  if (isTooDeep(claims)) throw identityError('INVALID_IDP_RESPONSE', 'What the provider says is nested too deeply.')
  return {
    providerId,
    rawId,
    email: textOf(claims['email']),
    // Apple writes it as a text, to some.
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    displayName: textOf(claims['name']) ?? textOf(claims['screen_name']),
    photoUrl: textOf(claims['picture']),
    screenName: textOf(claims['screen_name']),
    profile: claims,
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
