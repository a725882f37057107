import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { mailRequestOf } from './action-codes.ts'
import { defineMethod, optionalFlag, optionalText, defineAdminMethod, optionalInteger } from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import { originOf } from './request-origin.ts'
import type { PhoneCredential } from '../../identity/sign-in/phone-sign-in.ts'

const LIFE_SECONDS_DEFAULT = 14 * 24 * 60 * 60

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

/** Sends a code by text message. No proof that a person asks is wanted; the limits of `PhoneCodes` keep robots away. */
export const sendVerificationCode = defineMethod({
  method: 'POST',
  path: 'v1/accounts:sendVerificationCode',
  request: z.object({ phoneNumber: optionalText }),
  async handle({ phoneNumber }, { realm, exchange, identity }) {
    if (!phoneNumber) throw identityError('MISSING_PHONE_NUMBER')
    return { sessionInfo: await identity.phones.sendCode(realm, phoneNumber, originOf(exchange)) }
  },
})

export const signInWithPhoneNumber = defineMethod({
  method: 'POST',
  path: 'v1/accounts:signInWithPhoneNumber',
  request: z.object({
    sessionInfo: optionalText,
    code: optionalText,
    phoneNumber: optionalText,
    temporaryProof: optionalText,
    idToken: optionalText,
    operation: optionalText,
  }),
  async handle(request, { project, realm, exchange, identity }) {
    const credential = credentialOf(request)
    const origin = originOf(exchange)
    const outcome =
      request.idToken === undefined
        ? await identity.phones.signIn(realm, credential, { autoCreate: request.operation !== 'REAUTH', origin })
        : await identity.phones.link(project, request.idToken, credential, origin)
    if (outcome.kind === 'belongs-to-other') {
      return { temporaryProof: outcome.proof, temporaryProofExpiresIn: '600', phoneNumber: outcome.phoneNumber }
    }
    exchange.note({ uid: outcome.issued.uid })
    return { ...encodeTokens(outcome.issued), phoneNumber: outcome.phoneNumber, isNewUser: outcome.isNewUser }
  },
})

/** What clients ask before they send a code; the key is never used. */
export const getRecaptchaParams = defineMethod({
  method: 'GET',
  path: 'v1/recaptchaParams',
  request: z.object({}),
  handle: async () => ({ kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'none' }),
})

function credentialOf(request: {
  sessionInfo?: string | undefined
  code?: string | undefined
  phoneNumber?: string | undefined
  temporaryProof?: string | undefined
}): PhoneCredential {
  const { sessionInfo, code, phoneNumber, temporaryProof } = request
  if (temporaryProof) {
    if (!phoneNumber) throw identityError('MISSING_PHONE_NUMBER')
    return { kind: 'proof', phoneNumber, proof: temporaryProof }
  }
  if (!sessionInfo) throw identityError('MISSING_SESSION_INFO')
  if (!code) throw identityError('MISSING_CODE')
  return { kind: 'code', sessionInfo, code }
}

export const createSessionCookie = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project:createSessionCookie',
  needs: 'editor',
  request: z.object({ idToken: optionalText, validDuration: optionalInteger }),
  async handle({ idToken, validDuration }, { realm, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    const lifeSeconds = validDuration ?? LIFE_SECONDS_DEFAULT
    return { sessionCookie: await identity.administration.createSessionCookie(realm, idToken, lifeSeconds) }
  },
})
