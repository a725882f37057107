import { z } from 'zod'
import { StatusError } from '@hearth/model'
import { type FederatedOutcome, signInMethodsOf } from '../../identity/sign-in/federated-sign-in.ts'
import { identityError } from '../../identity/identity-error.ts'
import type { IdpAssertion, IdpCredential } from '../../identity/sign-in/idp-assertion.ts'
import { defineMethod, optionalFlag, optionalText } from './define-method.ts'
import { encodeTokens, federatedIdOf } from './encode-account.ts'
import { originOf } from './request-origin.ts'
import { parseEmail } from '../../identity/accounts/account-fields.ts'

/** Where every sign-in through a provider ends (wire-protocol 1.5). */
export const signInWithIdp = defineMethod({
  method: 'POST',
  path: 'v1/accounts:signInWithIdp',
  request: z.object({
    requestUri: optionalText,
    postBody: optionalText,
    sessionId: optionalText,
    pendingToken: optionalText,
    idToken: optionalText,
    autoCreate: optionalFlag,
    returnIdpCredential: optionalFlag,
  }),
  async handle(request, { realm, exchange, identity }) {
    if (!request.requestUri) throw identityError('MISSING_REQUEST_URI')
    const { sessionId, pendingToken, idToken } = request
    // Before what the provider said is used up.
    if (idToken !== undefined) await identity.holders.assertOfRealm(realm, idToken)
    const brought = credentialOf(request.requestUri, request.postBody ?? '')
    const credential = { ...brought, sessionId, pendingToken, address: exchange.clientAddress }
    const assertion = await identity.idpCredentials.verify(realm, credential)
    const origin = originOf(exchange)
    try {
      const outcome =
        idToken === undefined
          ? await identity.federated.signIn(realm, assertion, {
              autoCreate: request.autoCreate ?? assertion.isReauthentication !== true,
              origin,
            })
          : await identity.federated.link(realm, idToken, assertion, origin)
      if (outcome.kind === 'signed-in') exchange.note({ uid: outcome.issued.uid })
      const pending = outcome.kind === 'signed-in' ? undefined : await identity.idpCredentials.keep(realm, assertion)
      return {
        ...encodeAssertion(assertion, credential, identity.clock.nowMs()),
        ...encodeOutcome(outcome),
        pendingToken: pending,
      }
    } catch (error) {
      // What the provider gave comes along, so that the app can offer to sign in to the account it belongs to.
      if (request.returnIdpCredential !== true || !(error instanceof StatusError) || !comesWithCredential(error))
        throw error
      const pending = await identity.idpCredentials.keep(realm, assertion)
      return {
        ...encodeAssertion(assertion, credential, identity.clock.nowMs()),
        errorMessage: error.reason,
        pendingToken: pending,
      }
    }
  },
})

const credentialReasons: ReadonlySet<string> = new Set([
  'EMAIL_EXISTS',
  'FEDERATED_USER_ID_ALREADY_LINKED',
  'USER_DISABLED',
])
const SESSION_ID_BYTES = 20

/**
 * How an e-mail address can be signed in with. With e-mail privacy the answer is the same for every address. Sign-in by a provider begins in
 * a window (`protocols/sign-in-window`): no SDK asks for its address here but the vendor's own handler page, whose place that window has.
 * `sessionId` is the request's or a new one, as the vendor answers it; nothing here goes on with it.
 */
export const createAuthUri = defineMethod({
  method: 'POST',
  path: 'v1/accounts:createAuthUri',
  request: z.object({
    identifier: optionalText,
    continueUri: optionalText,
    providerId: optionalText,
    sessionId: optionalText,
  }),
  async handle({ identifier, continueUri, providerId, sessionId }, { realm, identity }) {
    if (providerId !== undefined) {
      throw identityError(
        'OPERATION_NOT_ALLOWED',
        'Sign-in through a provider begins at /__/auth/handler of this server, which the SDKs open by themselves; createAuthUri has no address for it.',
      )
    }
    if (!identifier) throw identityError('MISSING_IDENTIFIER')
    if (!continueUri) throw identityError('MISSING_CONTINUE_URI')
    if (!URL.canParse(continueUri)) throw identityError('INVALID_CONTINUE_URI')
    const email = parseIdentifier(identifier)
    const session = sessionId ?? identity.random.bytes(SESSION_ID_BYTES).toString('base64url')
    const shared = { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: session }
    const { emailPrivacy } = await identity.settings.get(realm)
    if (emailPrivacy) return shared
    const account = await identity.accounts.findBy(realm, { kind: 'email', email })
    const methods = account === undefined ? [] : signInMethodsOf(account)
    return { ...shared, registered: account !== undefined, allProviders: methods, signinMethods: methods }
  },
})

function comesWithCredential(error: StatusError): boolean {
  return credentialReasons.has(error.reason)
}

const PARAMETERS_MAX = 100

/** The parameters come in the query or the fragment of the address and in the body; the body wins. */
function credentialOf(requestUri: string, postBody: string): IdpCredential {
  if (!URL.canParse(requestUri)) throw identityError('INVALID_REQUEST_URI')
  const uri = new URL(requestUri)
  for (const text of [postBody, uri.search, uri.hash]) {
    // The standard's own parser takes time that grows with the square of their number.
    if (text.split('&', PARAMETERS_MAX + 1).length > PARAMETERS_MAX) {
      throw identityError(
        'INVALID_REQ_TYPE',
        `The post body and the request URI have at most ${PARAMETERS_MAX} parameters.`,
      )
    }
  }
  const parameters = new URLSearchParams([
    ...new URLSearchParams(postBody),
    ...uri.searchParams,
    ...new URLSearchParams(uri.hash.slice(1)),
  ])
  const valueOf = (name: string): string | undefined => parameters.get(name) || undefined
  return {
    providerId: valueOf('providerId'),
    code: valueOf('hearthCode'),
    idToken: valueOf('id_token'),
    accessToken: valueOf('access_token'),
    nonce: valueOf('nonce'),
    user: valueOf('user'),
    samlResponse: valueOf('SAMLResponse'),
  }
}

function encodeAssertion(assertion: IdpAssertion, { nonce }: IdpCredential, now: number): Record<string, unknown> {
  const { providerId, rawId, email, emailVerified, displayName, photoUrl, screenName, profile } = assertion
  const { accessTokenUntil } = assertion
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    rawId,
    federatedId: federatedIdOf(assertion),
    email,
    emailVerified,
    displayName,
    fullName: displayName,
    photoUrl,
    screenName,
    rawUserInfo: JSON.stringify(profile),
    oauthIdToken: assertion.idToken,
    oauthAccessToken: assertion.accessToken,
    ...(accessTokenUntil !== undefined && { oauthExpireIn: Math.max(0, Math.round((accessTokenUntil - now) / 1000)) }),
    ...(assertion.idToken !== undefined && { nonce }),
  }
}

function encodeOutcome(outcome: FederatedOutcome): Record<string, unknown> {
  switch (outcome.kind) {
    case 'signed-in': {
      const { issued, isNewUser } = outcome
      const { email, emailVerified, displayName, photoUrl } = issued.account ?? {}
      // An account without an address may have come by a provider that says one.
      const ofAccount = issued.account !== undefined && email === undefined ? {} : { email, emailVerified }
      return { ...encodeTokens(issued), ...ofAccount, displayName, photoUrl, isNewUser }
    }
    case 'needs-confirmation':
      return { needConfirmation: true, email: outcome.email, verifiedProvider: outcome.signInMethods }
  }
}

function parseIdentifier(identifier: string): string {
  try {
    return parseEmail(identifier)
  } catch (error) {
    if (error instanceof StatusError) throw identityError('INVALID_IDENTIFIER')
    throw error
  }
}
