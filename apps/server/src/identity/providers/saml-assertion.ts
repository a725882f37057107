import { identityError } from '../identity-error.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'

/** Elements as `xml2js` gives them: each a list, with its attributes under `$` and its text under `_`. */
interface Element {
  readonly _?: string
  readonly $?: Readonly<Record<string, string>>
}

/** What was signed of an answer (SAML 2.0 Core, section 2.3.3). */
export interface SamlAssertion {
  readonly $?: Readonly<Record<string, string>>
  readonly Issuer?: readonly Element[]
  readonly Subject?: readonly {
    readonly NameID?: readonly Element[]
    readonly SubjectConfirmation?: readonly (Element & { readonly SubjectConfirmationData?: readonly Element[] })[]
  }[]
  readonly Conditions?: readonly (Element & { readonly AudienceRestriction?: readonly unknown[] })[]
  readonly AuthnStatement?: readonly Element[]
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const RAW_ID_CHARACTERS_MAX = 256

const emailNames = [
  'email',
  'mail',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const displayNames = [
  'displayName',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'urn:oid:2.16.840.1.113730.3.1.241',
]

/**
 * That the assertion was given to this server, for this request, by this provider (Profiles, section 4.1.4.2). Times and audience are
 * the library's, which passes over a confirmation that names no request. Throws `INVALID_IDP_RESPONSE`.
 */
export function assertBearer(
  assertion: SamlAssertion,
  expected: {
    readonly issuer: string
    readonly recipient: string
    readonly requestId: string
    /** Milliseconds since the epoch; the latest that it may have been issued. */
    readonly issuedUntil: number
    /** Milliseconds since the epoch; of a sign-in that is to be recent. */
    readonly signedInSince: number | undefined
  },
): void {
  if (assertion.Issuer?.[0]?._ !== expected.issuer) throw wrong('is of another provider')
  // Since when it is one, the library looks at; not that it is one yet.
  if (!(Date.parse(assertion.$?.['IssueInstant'] ?? '') <= expected.issuedUntil))
    throw wrong('was issued in the future')
  if (assertion.Conditions?.[0]?.AudienceRestriction === undefined) throw wrong('names no audience')
  const confirmations = assertion.Subject?.[0]?.SubjectConfirmation ?? []
  const isConfirmed = confirmations.some(({ $: { Method } = {}, SubjectConfirmationData: [data] = [] }) => {
    const { Recipient, InResponseTo, NotOnOrAfter } = data?.$ ?? {}
    const isForUs = Recipient === expected.recipient && InResponseTo === expected.requestId
    return Method === BEARER && isForUs && NotOnOrAfter !== undefined && Date.parse(NotOnOrAfter) > 0
  })
  // One that holds and one in time may be two: all are to be this request's.
  if (!isConfirmed || confirmations.length !== 1) throw wrong('was not given to this server for this sign-in')
  if (expected.signedInSince === undefined) return
  const signedInAt = Date.parse(assertion.AuthnStatement?.[0]?.$?.['AuthnInstant'] ?? '')
  if (!(signedInAt >= expected.signedInSince)) throw wrong('tells of a sign-in that is not a recent one')
}

/** Throws `INVALID_IDP_RESPONSE` for an assertion that names nobody, or somebody for once alone. */
export function readSamlUser(
  assertion: SamlAssertion,
  attributes: unknown,
): Pick<IdpAssertion, 'rawId' | 'email' | 'emailVerified' | 'displayName' | 'profile'> {
  const nameId = assertion.Subject?.[0]?.NameID?.[0]
  const rawId = nameId?._?.trim() ?? ''
  if (rawId === '' || rawId.length > RAW_ID_CHARACTERS_MAX) throw wrong('names no user')
  if (nameId?.$?.['Format'] === TRANSIENT) throw wrong('calls the user by a name that changes each time')
  const profile = (attributes ?? {}) as Record<string, unknown>
  return {
    rawId,
    email: textOf(profile, emailNames) ?? (rawId.includes('@') ? rawId : undefined),
    // Whoever runs a provider may write any address: it is told, and not vouched for.
    emailVerified: false,
    displayName: textOf(profile, displayNames),
    profile,
  }
}

function textOf(attributes: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    if (!Object.hasOwn(attributes, name)) continue
    const [value] = [attributes[name]].flat()
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

function wrong(what: string): Error {
  return identityError('INVALID_IDP_RESPONSE', `The provider’s assertion ${what}.`)
}
