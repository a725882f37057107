import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import type { PhoneCredential } from '../../identity/sign-in/phone-sign-in.ts'
import { defineMethod, optionalText } from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import { originOf } from './request-origin.ts'

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
