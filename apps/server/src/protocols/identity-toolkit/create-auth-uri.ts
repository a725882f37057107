import { z } from 'zod'
import { StatusError } from '@hearth/model'
import { parseEmail } from '../../identity/accounts/account-fields.ts'
import { signInMethodsOf } from '../../identity/sign-in/federated-sign-in.ts'
import { identityError } from '../../identity/identity-error.ts'
import { defineMethod, optionalText } from './define-method.ts'

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

function parseIdentifier(identifier: string): string {
  try {
    return parseEmail(identifier)
  } catch (error) {
    if (error instanceof StatusError) throw identityError('INVALID_IDENTIFIER')
    throw error
  }
}
