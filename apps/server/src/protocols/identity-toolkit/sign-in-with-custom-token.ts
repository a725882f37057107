import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { defineMethod, optionalText } from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import { originOf } from './request-origin.ts'

export const signInWithCustomToken = defineMethod({
  method: 'POST',
  path: 'v1/accounts:signInWithCustomToken',
  request: z.object({ token: optionalText }),
  async handle({ token }, { realm, exchange, identity }) {
    if (!token) throw identityError('MISSING_CUSTOM_TOKEN')
    const issued = await identity.signIns.signInWithCustomToken(realm, token, originOf(exchange))
    exchange.note({ uid: issued.uid })
    return {
      kind: 'identitytoolkit#VerifyCustomTokenResponse',
      ...encodeTokens(issued),
      isNewUser: issued.isNewUser,
    }
  },
})
