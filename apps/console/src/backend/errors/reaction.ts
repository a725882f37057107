import { errorTexts } from '../../texts/en/errors.ts'
import { failureOf, type Failure } from './failure.ts'
import { NoRoom } from './no-room.ts'

/** What can be offered beside a message. */
export type Offer = 'sign-in' | 'reset-password'

/** What a person quotes when they ask for help. */
export interface ErrorDetails {
  /** Such as `auth/too-many-requests`. */
  readonly code: string
  /** Finds the request in the server's log. */
  readonly requestId?: string
  readonly message?: string
}

interface Said {
  /** A plain sentence for the person: what happened, what it means, what to do. */
  readonly message: string
  readonly details: ErrorDetails
}

/** How the console answers an error; see product.md section 8, which `reactionTo` holds whole. */
export type Reaction =
  /** At the field it belongs to. */
  | (Said & {
      readonly kind: 'at-field'
      readonly field: 'email' | 'password' | 'code' | 'projectId' | 'phoneNumber' | 'localId'
      readonly offers: readonly Offer[]
    })
  /** At the form, saying nothing about which part was wrong; the password is cleared and gets the focus. */
  | (Said & { readonly kind: 'at-form'; readonly offers: readonly Offer[] })
  /** The action is off until the time is over; count it down. */
  | (Said & { readonly kind: 'wait'; readonly seconds: number; readonly offers: readonly Offer[] })
  /** Nothing is said: the person did it. */
  | { readonly kind: 'quiet' }
  /** Say how to allow pop-ups, with a button that opens it from a fresh click. */
  | (Said & { readonly kind: 'allow-popups' })
  /** Ask for the password again, then do the action again. */
  | (Said & { readonly kind: 're-authenticate' })
  /** The checklist at the password field shows what is missing. */
  | (Said & { readonly kind: 'policy' })
  /** Banner; tried again by itself with growing pauses and by hand; forms keep what was typed. */
  | (Said & { readonly kind: 'unreachable' })
  /** To `/sign-in`, which says why. */
  | (Said & { readonly kind: 'signed-out'; readonly reason: 'disabled' | 'ended' })
  /** The password was right; a second factor is asked for. */
  | (Said & { readonly kind: 'second-factor' })
  /** The link from a mail was used, is too old, or never was one: offer another. */
  | (Said & { readonly kind: 'link-over' })
  /** Sign in again, then what was under way goes on. */
  | (Said & { readonly kind: 'sign-in-again' })
  /** What was denied; a change shown early is rolled back where it is seen. */
  | (Said & { readonly kind: 'denied' })
  /** The upload stays paused, but for a file that is larger than the server takes. */
  | (Said & { readonly kind: 'quota'; readonly isTooLarge: boolean })
  /** Its row goes away, with a note. */
  | (Said & { readonly kind: 'gone' })
  /** Shown on the upload. */
  | (Said & { readonly kind: 'upload-stopped' })
  /** A plain sentence, what to do, and the request id. */
  | (Said & { readonly kind: 'say' })

/** Without a hint from the server the first wait is this long. */
const waitSeconds = 30

/** THE function from an error to what the console does about it. Every code the SDKs can throw has an answer. */
export function reactionTo(thrown: unknown): Reaction {
  const failure = failureOf(thrown)
  if (thrown instanceof NoRoom) return { kind: 'quota', isTooLarge: thrown.isTooLarge, ...said(failure, thrown.words) }
  return reactionToReason(failure) ?? reactionToCode(failure)
}

/** The sentence for places that have room for nothing else; empty when nothing is to be said. */
export function messageOf(thrown: unknown): string {
  const reaction = reactionTo(thrown)
  return reaction.kind === 'quiet' ? '' : reaction.message
}

/** The slugs of Hearth's own endpoints that are worth more than their code. */
function reactionToReason(failure: Failure): Reaction | undefined {
  switch (failure.reason) {
    case 'SETUP_CODE_INVALID':
      return { kind: 'at-field', field: 'code', offers: [], ...said(failure, errorTexts.setupCodeInvalid) }
    case 'SETUP_CODE_EXPIRED':
      return { kind: 'at-field', field: 'code', offers: [], ...said(failure, errorTexts.setupCodeExpired) }
    case 'SETUP_IN_PROGRESS':
      return { kind: 'at-form', offers: ['sign-in'], ...said(failure, errorTexts.setupInProgress) }
    case 'SETUP_DONE':
      return { kind: 'at-form', offers: ['sign-in'], ...said(failure, errorTexts.setupDone) }
    case 'INVITATION_INVALID':
      return { kind: 'say', ...said(failure, errorTexts.invitationInvalid) }
    case 'INVITATION_OVER':
      return { kind: 'say', ...said(failure, errorTexts.invitationOver) }
    case 'LAST_OWNER':
      return { kind: 'say', ...said(failure, errorTexts.lastOwner) }
    case 'LAST_SERVER_OWNER':
      return { kind: 'say', ...said(failure, errorTexts.lastServerOwner) }
    case 'TEAM_FULL':
      return { kind: 'say', ...said(failure, errorTexts.teamFull) }
    case 'EMAIL_EXISTS':
      return {
        kind: 'at-field',
        field: 'email',
        offers: ['sign-in', 'reset-password'],
        ...said(failure, errorTexts.emailInUse),
      }
    case 'INVALID_EMAIL':
      return { kind: 'at-field', field: 'email', offers: [], ...said(failure, errorTexts.invalidEmail) }
    case 'PHONE_NUMBER_EXISTS':
      return { kind: 'at-field', field: 'phoneNumber', offers: [], ...said(failure, errorTexts.phoneInUse) }
    case 'INVALID_PHONE_NUMBER':
      return { kind: 'at-field', field: 'phoneNumber', offers: [], ...said(failure, errorTexts.invalidPhone) }
    case 'DUPLICATE_LOCAL_ID':
      return { kind: 'at-field', field: 'localId', offers: [], ...said(failure, errorTexts.uidInUse) }
    case 'INVALID_LOCAL_ID':
      return { kind: 'at-field', field: 'localId', offers: [], ...said(failure, errorTexts.invalidUid) }
    case 'USER_NOT_FOUND':
    case 'EMAIL_NOT_FOUND':
      return { kind: 'gone', ...said(failure, errorTexts.userGone) }
    case 'OPERATION_NOT_ALLOWED':
      return { kind: 'say', ...said(failure, errorTexts.switchedOff) }
    case 'WEAK_PASSWORD':
    case 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS':
      return refusedPassword(failure)
    case 'PROJECT_EXISTS':
      return { kind: 'at-field', field: 'projectId', offers: [], ...said(failure, errorTexts.projectExists) }
    case 'BUCKET_TAKEN':
      return { kind: 'say', ...said(failure, errorTexts.bucketTaken) }
    case 'TOO_MANY_DOWNLOAD_TOKENS':
      return { kind: 'say', ...said(failure, errorTexts.tooManyLinks) }
    case 'NOT_A_MEMBER':
      return { kind: 'denied', ...said(failure, errorTexts.notAMember) }
    case 'SERVER_OWNER_ONLY':
      return { kind: 'denied', ...said(failure, errorTexts.serverOwnerOnly) }
    case 'FOREIGN_ANSWER':
      // Too many requests, or no answer in time, is said in the same words whoever says it.
      if (failure.code !== 'unavailable') return undefined
      return { kind: 'unreachable', ...said(failure, errorTexts.foreignAnswer) }
    case 'PASSKEY_CANCELLED':
      return { kind: 'quiet' }
    case 'PASSKEY_ON_DEVICE':
    case 'PASSKEY_ALREADY_EXISTS':
      return { kind: 'say', ...said(failure, errorTexts.passkeyOnDevice) }
    case 'PASSKEY_REFUSED':
      return { kind: 'say', ...said(failure, errorTexts.passkeyRefused) }
    case 'PASSKEY_CREDENTIAL_NOT_FOUND':
      return { kind: 'say', ...said(failure, errorTexts.passkeyUnknown) }
    case 'PASSKEY_ENROLLMENT_NOT_FOUND':
      return { kind: 'gone', ...said(failure, errorTexts.passkeyGone) }
    case 'PASSKEY_LIMIT_EXCEEDED':
      return { kind: 'say', ...said(failure, errorTexts.tooManyPasskeys) }
    case 'INVALID_AUTHENTICATOR_RESPONSE':
      return { kind: 'say', ...said(failure, errorTexts.passkeyInvalid) }
    case 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN':
      return { kind: 're-authenticate', ...said(failure, errorTexts.recentLogin) }
    default:
      return undefined
  }
}

function reactionToCode(failure: Failure): Reaction {
  switch (failure.code) {
    case 'auth/email-already-in-use':
      return {
        kind: 'at-field',
        field: 'email',
        offers: ['sign-in', 'reset-password'],
        ...said(failure, errorTexts.emailInUse),
      }
    case 'auth/invalid-credential':
    case 'auth/wrong-password':
    case 'auth/user-not-found':
      return { kind: 'at-form', offers: ['reset-password'], ...said(failure, errorTexts.invalidCredential) }
    case 'auth/invalid-email':
    case 'auth/missing-email':
      return { kind: 'at-field', field: 'email', offers: [], ...said(failure, errorTexts.invalidEmail) }
    case 'auth/missing-password':
      return { kind: 'at-field', field: 'password', offers: [], ...said(failure, errorTexts.missingPassword) }
    case 'auth/too-many-requests': {
      const seconds = failure.retryAfterSeconds ?? waitSeconds
      return {
        kind: 'wait',
        seconds,
        offers: ['reset-password'],
        ...said(failure, errorTexts.tooManyRequests(seconds)),
      }
    }
    case 'auth/popup-closed-by-user':
    case 'auth/cancelled-popup-request':
    case 'auth/user-cancelled':
      return { kind: 'quiet' }
    case 'auth/popup-blocked':
      return { kind: 'allow-popups', ...said(failure, errorTexts.popupBlocked) }
    case 'auth/requires-recent-login':
      return { kind: 're-authenticate', ...said(failure, errorTexts.recentLogin) }
    case 'auth/password-does-not-meet-requirements':
    case 'auth/weak-password':
      return refusedPassword(failure)
    case 'auth/network-request-failed':
    case 'auth/timeout':
      return { kind: 'unreachable', ...said(failure, errorTexts.unreachable) }
    case 'auth/user-disabled':
      return { kind: 'signed-out', reason: 'disabled', ...said(failure, errorTexts.userDisabled) }
    case 'auth/user-token-expired':
    case 'auth/invalid-user-token':
    case 'auth/null-user':
      return { kind: 'signed-out', reason: 'ended', ...said(failure, errorTexts.sessionEnded) }
    case 'auth/account-exists-with-different-credential':
      return { kind: 'say', ...said(failure, errorTexts.linkFirst) }
    case 'auth/multi-factor-auth-required':
      return { kind: 'second-factor', ...said(failure, errorTexts.secondFactor) }
    case 'auth/expired-action-code':
    case 'auth/invalid-action-code':
      return { kind: 'link-over', ...said(failure, errorTexts.linkOver) }
    case 'auth/invalid-verification-code':
    case 'auth/missing-verification-code':
    case 'auth/missing-code':
      return { kind: 'at-field', field: 'code', offers: [], ...said(failure, errorTexts.wrongCode) }
    case 'auth/code-expired':
    case 'auth/invalid-multi-factor-session':
    case 'auth/missing-multi-factor-session':
      return { kind: 'at-form', offers: [], ...said(failure, errorTexts.signInOver) }
    case 'auth/credential-already-in-use':
      return { kind: 'say', ...said(failure, errorTexts.linkedElsewhere) }
    case 'auth/provider-already-linked':
    case 'auth/second-factor-already-in-use':
      return { kind: 'say', ...said(failure, errorTexts.linkedAlready) }
    case 'auth/maximum-second-factor-count-exceeded':
      return { kind: 'say', ...said(failure, errorTexts.tooManyFactors) }
    case 'auth/unverified-email':
      return { kind: 'say', ...said(failure, errorTexts.unverifiedEmail) }
    case 'auth/unsupported-first-factor':
      return { kind: 'say', ...said(failure, errorTexts.unsupportedFirstFactor) }
    case 'auth/unauthorized-domain':
    case 'auth/unauthorized-continue-uri':
      return { kind: 'say', ...said(failure, errorTexts.unauthorizedDomain) }
    case 'auth/operation-not-supported-in-this-environment':
      return { kind: 'say', ...said(failure, errorTexts.needsHttps) }
    case 'auth/admin-restricted-operation':
      return { kind: 'say', ...said(failure, errorTexts.signUpClosed) }
    case 'auth/operation-not-allowed':
      return { kind: 'say', ...said(failure, errorTexts.switchedOff) }
    case 'auth/user-mismatch':
      return { kind: 'at-form', offers: [], ...said(failure, errorTexts.userMismatch) }

    case 'storage/unauthenticated':
      return { kind: 'sign-in-again', ...said(failure, errorTexts.signInAgain) }
    case 'storage/unauthorized':
      return { kind: 'denied', ...said(failure, errorTexts.fileDenied) }
    case 'storage/quota-exceeded':
      return { kind: 'quota', isTooLarge: false, ...said(failure, errorTexts.quota) }
    case 'storage/object-not-found':
      return { kind: 'gone', ...said(failure, errorTexts.fileGone) }
    case 'storage/canceled':
      return { kind: 'upload-stopped', ...said(failure, errorTexts.uploadCancelled) }
    case 'storage/retry-limit-exceeded':
      return { kind: 'upload-stopped', ...said(failure, errorTexts.uploadFailed) }

    case 'permission-denied':
      return { kind: 'denied', ...said(failure, errorTexts.denied) }
    case 'unauthenticated':
      return { kind: 'sign-in-again', ...said(failure, errorTexts.unauthenticated) }
    case 'unavailable':
      return {
        kind: 'unreachable',
        ...said(failure, failure.reason === undefined ? errorTexts.unavailable : errorTexts.noAnswer),
      }
    case 'not-found':
      return { kind: 'gone', ...said(failure, errorTexts.notFound) }
    case 'already-exists':
      return { kind: 'say', ...said(failure, errorTexts.alreadyExists) }
    case 'failed-precondition':
      return { kind: 'say', ...said(failure, errorTexts.failedPrecondition) }
    case 'aborted':
      return { kind: 'say', ...said(failure, errorTexts.aborted) }
    case 'resource-exhausted': {
      const seconds = failure.retryAfterSeconds
      if (seconds === undefined) return { kind: 'say', ...said(failure, errorTexts.resourceExhausted) }
      return { kind: 'wait', seconds, offers: [], ...said(failure, errorTexts.tooManyRequests(seconds)) }
    }
    case 'invalid-argument':
    case 'out-of-range':
      return { kind: 'say', ...said(failure, errorTexts.invalidArgument) }
    case 'deadline-exceeded':
      return { kind: 'say', ...said(failure, errorTexts.deadlineExceeded) }
    case 'unimplemented':
      return { kind: 'say', ...said(failure, errorTexts.unimplemented) }
    case 'cancelled':
      return { kind: 'say', ...said(failure, errorTexts.cancelled) }
    case 'internal':
    case 'data-loss':
    case 'auth/internal-error':
      return { kind: 'say', ...said(failure, errorTexts.server) }
    default:
      return { kind: 'say', ...said(failure, errorTexts.unknown) }
  }
}

/** A password that guessers try first meets every rule that is on show: nothing but the server's sentence tells it from others. */
function refusedPassword(failure: Failure): Reaction {
  const isCommon = /\bone of the most used\b/.test(failure.message ?? '')
  return { kind: 'policy', ...said(failure, isCommon ? errorTexts.commonPassword : errorTexts.passwordPolicy) }
}

function said(failure: Failure, message: string): Said {
  return {
    message,
    details: {
      code: failure.code,
      ...(failure.requestId !== undefined && { requestId: failure.requestId }),
      ...(failure.message !== undefined && failure.message !== '' && { message: failure.message }),
    },
  }
}
