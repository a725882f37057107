import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { mailRequestOf } from './action-codes.ts'
import { defineMethod, optionalFlag, optionalText } from './define-method.ts'
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

/** Creates an account with a password or an anonymous one; with an ID token gives that account a password. */
export const signUp = defineMethod({
  method: 'POST',
  path: 'v1/accounts:signUp',
  request: z.object({
    email: optionalText,
    password: optionalText,
    displayName: optionalText,
    photoUrl: optionalText,
    idToken: optionalText,
    // What only administrators may choose is refused, not ignored.
    localId: optionalText,
    emailVerified: optionalFlag,
    disabled: optionalFlag,
  }),
  async handle(request, call) {
    const { project, realm, exchange, identity } = call
    const { email, password, displayName, photoUrl, idToken } = request
    if (request.localId !== undefined) throw identityError('UNEXPECTED_PARAMETER', 'User ID')
    if (request.emailVerified === true || request.disabled !== undefined) {
      throw identityError('INSUFFICIENT_PERMISSION', 'Only administrators choose states of accounts.')
    }
    const kind = 'identitytoolkit#SignupNewUserResponse'
    if (idToken !== undefined) {
      if (!email) throw identityError('MISSING_EMAIL')
      if (!password) throw identityError('MISSING_PASSWORD')
      const mail = mailRequestOf(call, undefined)
      const issued = await identity.ownAccount.linkPassword(project, idToken, { email, password }, mail)
      exchange.note({ uid: issued.uid })
      return { kind, ...encodeTokens(issued), email: issued.account?.email, displayName: issued.account?.displayName }
    }
    const issued = await identity.signIns.signUp(realm, { email, password, displayName, photoUrl }, originOf(exchange))
    exchange.note({ uid: issued.uid })
    return { kind, ...encodeTokens(issued), email: issued.account?.email, displayName: issued.account?.displayName }
  },
})
