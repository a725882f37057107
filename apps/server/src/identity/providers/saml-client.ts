import type { SamlConfig } from '@node-saml/node-saml'
import type { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import type { IdpAssertion } from '../sign-in/idp-assertion.ts'
import { FLOW_LIFE_MS } from './sign-in-flows.ts'
import type { AnsweredFlow, AuthorizationRequest, FlowSecrets, ProviderClient } from './provider-client.ts'
import type { SamlProvider } from './provider-config.ts'
import type { ProviderRefusals } from './provider-refusals.ts'
import { assertBearer, readSamlUser } from './saml-assertion.ts'
import { pemOf } from './saml-config.ts'
import { readSamlResponse } from './saml-response.ts'
import { verifySaml } from './verify-saml.ts'

/** Milliseconds that clocks may differ by. */
const CLOCK_TOLERANCE = 30_000
/** An answer comes straight from the provider: one that is older was kept by somebody. */
const ASSERTION_AGE_MS_MAX = 5 * 60 * 1000
const RECENT_MS = 5 * 60 * 1000

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
