import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { defineMethod, optionalText } from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import { originOf } from './request-origin.ts'

export const signInWithPassword = defineMethod({
  method: 'POST',
  path: 'v1/accounts:signInWithPassword',
  request: z.object({ email: optionalText, password: optionalText }),
  async handle({ email, password }, { realm, exchange, identity }) {
    if (!email) throw identityError('MISSING_EMAIL')
    if (!password) throw identityError('MISSING_PASSWORD')
    const issued = await identity.signIns.signInWithPassword(realm, { email, password }, originOf(exchange))
    exchange.note({ uid: issued.uid })
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      ...encodeTokens(issued),
      registered: true,
      email: issued.account?.email,
      displayName: issued.account?.displayName ?? '',
      ...(issued.account?.photoUrl !== undefined && { profilePicture: issued.account.photoUrl }),
    }
  },
})

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
