import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import type { EnrolmentProof } from '../../identity/sign-in/second-factor-enrolment.ts'
import type { SecondProof } from '../../identity/sign-in/second-factor-sign-in.ts'
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '../../identity/sign-in/totp.ts'
import { defineMethod, optionalText } from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import { originOf } from './request-origin.ts'

const phoneVerification = z.object({ sessionInfo: optionalText, code: optionalText }).nullish()
const totpVerification = z.object({ sessionInfo: optionalText, verificationCode: optionalText }).nullish()

/** Adding a second factor, first half (wire-protocol 1.6). */
export const startEnrolment = defineMethod({
  method: 'POST',
  path: 'v2/accounts/mfaEnrollment:start',
  request: z.object({
    idToken: optionalText,
    phoneEnrollmentInfo: z.object({ phoneNumber: optionalText }).nullish(),
    totpEnrollmentInfo: z.object({}).nullish(),
  }),
  async handle({ idToken, phoneEnrollmentInfo, totpEnrollmentInfo }, { project, exchange, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    if (phoneEnrollmentInfo) {
      const { phoneNumber } = phoneEnrollmentInfo
      if (!phoneNumber) throw identityError('MISSING_PHONE_NUMBER')
      const address = originOf(exchange)
      return {
        phoneSessionInfo: { sessionInfo: await identity.enrolment.startPhone(project, idToken, phoneNumber, address) },
      }
    }
    if (!totpEnrollmentInfo) throw identityError('INVALID_REQ_TYPE')
    const { secret, sessionInfo, finalizeBefore } = await identity.enrolment.startTotp(project, idToken)
    return {
      totpSessionInfo: {
        sharedSecretKey: secret,
        verificationCodeLength: TOTP_DIGITS,
        hashingAlgorithm: 'SHA1',
        periodSec: TOTP_PERIOD_SECONDS,
        sessionInfo,
        finalizeEnrollmentTime: new Date(finalizeBefore).toISOString(),
      },
    }
  },
})

export const finalizeEnrolment = defineMethod({
  method: 'POST',
  path: 'v2/accounts/mfaEnrollment:finalize',
  request: z.object({
    idToken: optionalText,
    displayName: optionalText,
    phoneVerificationInfo: phoneVerification,
    totpVerificationInfo: totpVerification,
  }),
  async handle(request, { project, exchange, identity }) {
    if (!request.idToken) throw identityError('MISSING_ID_TOKEN')
    const proof = enrolmentProofOf(request)
    const named = { name: request.displayName, origin: originOf(exchange) }
    const issued = await identity.enrolment.finalize(project, request.idToken, proof, named)
    exchange.note({ uid: issued.uid })
    return { ...encodeTokens(issued), ...(proof.kind === 'totp' ? { totpAuthInfo: {} } : { phoneAuthInfo: {} }) }
  },
})

export const withdrawEnrolment = defineMethod({
  method: 'POST',
  path: 'v2/accounts/mfaEnrollment:withdraw',
  request: z.object({ idToken: optionalText, mfaEnrollmentId: optionalText }),
  async handle({ idToken, mfaEnrollmentId }, { project, exchange, identity }) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN')
    if (!mfaEnrollmentId) throw identityError('MISSING_MFA_ENROLLMENT_ID')
    const issued = await identity.enrolment.withdraw(project, idToken, mfaEnrollmentId)
    exchange.note({ uid: issued.uid })
    return encodeTokens(issued)
  },
})

/** The second half of a sign-in: a code to the number of a factor. An authenticator app needs none. */
export const startSecondFactor = defineMethod({
  method: 'POST',
  path: 'v2/accounts/mfaSignIn:start',
  request: z.object({ mfaPendingCredential: optionalText, mfaEnrollmentId: optionalText }),
  async handle({ mfaPendingCredential, mfaEnrollmentId }, { realm, exchange, identity }) {
    if (!mfaPendingCredential) throw identityError('MISSING_MFA_PENDING_CREDENTIAL')
    if (!mfaEnrollmentId) throw identityError('MISSING_MFA_ENROLLMENT_ID')
    const origin = originOf(exchange)
    const sessionInfo = await identity.secondFactors.sendCode(realm, mfaPendingCredential, mfaEnrollmentId, origin)
    return { phoneResponseInfo: { sessionInfo } }
  },
})

export const finalizeSecondFactor = defineMethod({
  method: 'POST',
  path: 'v2/accounts/mfaSignIn:finalize',
  request: z.object({
    mfaPendingCredential: optionalText,
    mfaEnrollmentId: optionalText,
    phoneVerificationInfo: phoneVerification,
    totpVerificationInfo: totpVerification,
  }),
  async handle(request, { realm, exchange, identity }) {
    const { mfaPendingCredential } = request
    if (!mfaPendingCredential) throw identityError('MISSING_MFA_PENDING_CREDENTIAL')
    const proof = signInProofOf(request)
    const origin = originOf(exchange)
    const session = await identity.secondFactors.complete(realm, mfaPendingCredential, proof, origin)
    const issued = await identity.signIns.issue(realm, session)
    exchange.note({ uid: issued.uid })
    return encodeTokens(issued)
  },
})

interface Verification {
  readonly mfaEnrollmentId?: string | undefined
  readonly phoneVerificationInfo?: z.infer<typeof phoneVerification>
  readonly totpVerificationInfo?: z.infer<typeof totpVerification>
}

function enrolmentProofOf({ phoneVerificationInfo: phone, totpVerificationInfo: totp }: Verification): EnrolmentProof {
  const sessionInfo = phone?.sessionInfo ?? totp?.sessionInfo
  const code = phone?.code ?? totp?.verificationCode
  if (!sessionInfo) throw identityError('MISSING_SESSION_INFO')
  if (!code) throw identityError('MISSING_CODE')
  return { kind: phone ? 'phone' : 'totp', sessionInfo, code }
}

function signInProofOf(request: Verification): SecondProof {
  if (request.phoneVerificationInfo) {
    const { sessionInfo, code } = enrolmentProofOf(request)
    return { kind: 'phone', sessionInfo, code }
  }
  const code = request.totpVerificationInfo?.verificationCode
  if (!code) throw identityError('MISSING_CODE')
  if (!request.mfaEnrollmentId) throw identityError('MISSING_MFA_ENROLLMENT_ID')
  return { kind: 'totp', factorId: request.mfaEnrollmentId, code }
}
