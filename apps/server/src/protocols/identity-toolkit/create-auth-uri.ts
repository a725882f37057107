import { z } from 'zod'
import { StatusError } from '@hearth/model'
import { parseEmail } from '../../identity/accounts/account-fields.ts'
import { signInMethodsOf } from '../../identity/sign-in/federated-sign-in.ts'
import { identityError } from '../../identity/identity-error.ts'
import { defineMethod, optionalText } from './define-method.ts'

/**
 * How an e-mail address can be signed in with. With e-mail privacy the answer is the same for every address. Sign-in by a provider begins in
 * a window (`protocols/sign-in-window`): no SDK asks for its address here.
 */
export const createAuthUri = defineMethod({
  method: 'POST',
  path: 'v1/accounts:createAuthUri',
  request: z.object({ identifier: optionalText, continueUri: optionalText, providerId: optionalText }),
  async handle({ identifier, continueUri, providerId }, { realm, identity }) {
    if (providerId !== undefined) {
      throw identityError('OPERATION_NOT_ALLOWED', 'Sign-in through a provider begins at /__/auth/handler.')
    }
    if (!identifier) throw identityError('MISSING_IDENTIFIER')
    if (!continueUri) throw identityError('MISSING_CONTINUE_URI')
    const email = parseIdentifier(identifier)
    const kind = 'identitytoolkit#CreateAuthUriResponse'
    const { emailPrivacy } = await identity.settings.get(realm)
    if (emailPrivacy) return { kind }
    const account = await identity.accounts.findBy(realm, { kind: 'email', email })
    const methods = account === undefined ? [] : signInMethodsOf(account)
    return { kind, registered: account !== undefined, allProviders: methods, signinMethods: methods }
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
