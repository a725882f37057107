import type { SamlConfig } from '@node-saml/node-saml'
import type { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import { FLOW_LIFE_MS } from './sign-in-flows.ts'
import type { AnsweredFlow, AuthorizationRequest, FlowSecrets, ProviderClient } from './provider-client.ts'
import { type SamlProvider, pemOf } from './provider-config.ts'
import type { ProviderRefusals } from './provider-refusals.ts'
import { assertBearer, readSamlUser } from './saml-assertion.ts'
import { verifySaml } from './verify-saml.ts'

/** Milliseconds that clocks may differ by. */
const CLOCK_TOLERANCE = 30_000
/** An answer comes straight from the provider: one that is older was kept by somebody. */
const ASSERTION_AGE_MS_MAX = 5 * 60 * 1000
const RECENT_MS = 5 * 60 * 1000
const CHARACTERS_MAX = 128 * 1024
const TAGS_MAX = 1_500
/** Each costs where names are looked up, below all elements that are in its own. */
const NAMESPACES_MAX = 200
/** From one tag to the next: a tag with its attributes and the text after it, such as a certificate. */
const PIECE_CHARACTERS_MAX = 16 * 1024

/** What may stand in a signature: no SHA-1, no shared secrets, no stylesheets and paths. */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

interface Asked {
  readonly callbackUrl: string
  readonly isReauthentication: boolean
}

/**
 * Hearth as a service provider of SAML 2.0: the request by a redirect, the answer by a form (Profiles, section 4.1), never unasked. The
 * assertion itself is signed, and what is read is what was signed; the library sees to that. What the standard asks for beyond
 * (section 4.1.4.2) is looked at in `saml-assertion.ts`.
 */
export class SamlClient implements ProviderClient<SamlProvider> {
  readonly #refusals: ProviderRefusals
  readonly #clock: Clock

  constructor(options: { refusals: ProviderRefusals; clock: Clock }) {
    this.#refusals = options.refusals
    this.#clock = options.clock
  }

  async authorizationUrl(provider: SamlProvider, request: AuthorizationRequest): Promise<string> {
    const { SAML } = await import('@node-saml/node-saml')
    const generateUniqueId = (): string => requestIdOf(request)
    const saml = new SAML({ ...optionsOf(provider, request), generateUniqueId })
    return await saml.getAuthorizeUrlAsync(request.state, undefined, {})
  }

  async exchange(provider: SamlProvider, answer: URLSearchParams, flow: AnsweredFlow): Promise<IdpAssertion> {
    const now = this.#clock.nowMs()
    const requestId = requestIdOf(flow)
    const check = {
      encoded: readSamlResponse(answer.get('SAMLResponse') ?? ''),
      options: optionsOf(provider, flow),
      requestId,
      askedAt: new Date(now).toISOString(),
    }
    const { assertion, attributes, problem } = await verifySaml(check, flow.address)
    if (assertion?.Assertion === undefined) throw this.#refusalOf(problem)
    assertBearer(assertion.Assertion, {
      issuer: provider.saml.idpEntityId,
      recipient: flow.callbackUrl,
      requestId,
      signedInSince: flow.isReauthentication ? now - RECENT_MS - CLOCK_TOLERANCE : undefined,
      issuedUntil: now + CLOCK_TOLERANCE,
    })
    const user = readSamlUser(assertion.Assertion, attributes)
    return { providerId: provider.providerId, ...user, isTrusted: false }
  }

  #refusalOf(said = ''): StatusError {
    // The status of an answer without an assertion (Core, section 3.2.2.2), which the library has put into its sentence.
    if (/\b(?:AuthnFailed|RequestDenied)\b/.test(said)) return identityError('USER_CANCELLED')
    return this.#refusals.wrong(samlProblems.find(([pattern]) => pattern.test(said))?.[1] ?? 'other')
  }
}

/** By what the library says (`saml.js` of node-saml 5), whose sentences have parts of the answer in them. */
const samlProblems: readonly (readonly [RegExp, string])[] = [
  [/AudienceRestriction|audience mismatch/, 'wrong_audience'],
  // The last is said where no confirmation of the subject is in time.
  [/expired|not yet valid|No valid subject confirmation/, 'out_of_time'],
  [/SAML provider returned/, 'refused_by_provider'],
  [/[Ii]nvalid (?:document )?signature|signed data/, 'wrong_signature'],
  [/SAML issuer/, 'other_issuer'],
  [/InResponseTo/, 'other_request'],
  [/Missing SAML assertion|EncryptedAssertion/, 'no_assertion'],
  [/^(?:AbortError|TimeoutError)$/, 'took_too_long'],
]

/** An `xs:ID` begins with a letter or an underscore. */
function requestIdOf({ nonce }: Pick<FlowSecrets, 'nonce'>): string {
  return `_${nonce}`
}

function optionsOf({ saml }: SamlProvider, { callbackUrl, isReauthentication }: Asked): SamlConfig {
  return {
    idpCert: saml.certificates.map(pemOf),
    entryPoint: saml.ssoUrl,
    issuer: saml.spEntityId,
    audience: saml.spEntityId,
    callbackUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_TOLERANCE,
    maxAssertionAgeMs: ASSERTION_AGE_MS_MAX,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isReauthentication,
    requestIdExpirationPeriodMs: FLOW_LIFE_MS,
  }
}

/**
 * A `SAMLResponse`, once it is known to be harmless to parse: of a bounded size in every direction, nothing but elements and text (no
 * document types, so no entities; no comments, sections or instructions), and no algorithms but these. Everybody who began a flow can
 * send one, signed or not. Throws `INVALID_IDP_RESPONSE`.
 */
export function readSamlResponse(encoded: string): string {
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  if (xml === '' || xml.length > CHARACTERS_MAX)
    throw refused(`has no answer, or one with more than ${CHARACTERS_MAX} characters`)
  if (/<!|<\?(?!xml\s)/.test(xml)) throw refused('has a document type, a comment, a section or an instruction in it')
  const pieces = xml.split('<', TAGS_MAX + 2)
  if (pieces.length > TAGS_MAX + 1 || pieces.some((piece) => piece.length > PIECE_CHARACTERS_MAX)) {
    throw refused(`has more than ${TAGS_MAX} tags, or ${PIECE_CHARACTERS_MAX} characters between two`)
  }
  if (xml.split('xmlns', NAMESPACES_MAX + 2).length > NAMESPACES_MAX + 1)
    throw refused(`has more than ${NAMESPACES_MAX} namespaces`)
  for (const [, name = ''] of xml.matchAll(/\bAlgorithm\s*=\s*["']([^"']*)["']/g)) {
    if (!algorithms.has(name)) throw refused('is encrypted, or signed by an algorithm that isn’t taken')
  }
  return encoded
}

function refused(what: string): Error {
  return identityError('INVALID_IDP_RESPONSE', `The provider’s answer ${what}.`)
}
