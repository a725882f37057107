import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { defineMethod, type MethodCall, optionalText } from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import {
  assertionRequest,
  decodeAssertion,
  decodeRegistration,
  encodeCreationOptions,
  encodeRequestOptions,
  registrationRequest,
} from './passkey-json.ts'
import { originOf } from './request-origin.ts'

const UNNAMED = 'Unnamed Passkey'

/** Giving one's account a passkey, first half: what `navigator.credentials.create` is asked with. */
export const startPasskeyEnrolment = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeyEnrollment:start',
  request: z.object({ idToken: optionalText }),
  async handle({ idToken }, { project, exchange, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const started = await identity.passkeyEnrolment.start(project, idToken, exchange.publicOrigin)
    exchange.note({ uid: started.account.uid })
    const rpName = project === CONSOLE_PROJECT ? 'Hearth' : (await identity.projects.get(project)).name
    return { credentialCreationOptions: encodeCreationOptions(started, rpName) }
  },
})

export const finalizePasskeyEnrolment = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeyEnrollment:finalize',
  request: z.object({
    idToken: optionalText,
    name: optionalText,
    displayName: optionalText,
    authenticatorRegistrationResponse: registrationRequest,
  }),
  async handle({ idToken, name, displayName, authenticatorRegistrationResponse }, call) {
    const answer = decodeRegistration(authenticatorRegistrationResponse)
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const { project, exchange, identity } = call
    const named = { ...answer, name: name || displayName || UNNAMED }
    const issued = await identity.passkeyEnrolment.finish(project, idToken, named, placeOf(call))
    exchange.note({ uid: issued.uid })
    return encodeTokens(issued)
  },
})

/** Signing in by a passkey, first half: what `navigator.credentials.get` is asked with. */
export const startPasskeySignIn = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeySignIn:start',
  request: z.object({}),
  async handle(_request, { realm, exchange, identity }) {
    const started = await identity.passkeySignIn.start(realm, exchange.publicOrigin)
    return { credentialRequestOptions: encodeRequestOptions(started) }
  },
})

export const finalizePasskeySignIn = defineMethod({
  method: 'POST',
  path: 'v2/accounts/passkeySignIn:finalize',
  request: z.object({ authenticatorAuthenticationResponse: assertionRequest }),
  async handle({ authenticatorAuthenticationResponse }, call) {
    const answer = decodeAssertion(authenticatorAuthenticationResponse)
    const issued = await call.identity.passkeySignIn.finish(call.realm, answer, placeOf(call))
    call.exchange.note({ uid: issued.uid })
    return encodeTokens(issued)
  },
})

function placeOf({ exchange }: MethodCall) {
  return { ownOrigin: exchange.publicOrigin, origin: originOf(exchange) }
}
