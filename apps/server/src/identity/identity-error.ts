import { type StatusCode, StatusError } from '@hearth/model'

/**
 * What the identity service answers with when it says no. The reasons are the identity protocol's own strings, because clients
 * react to them; each with its sentence.
 */
const reasons = {
  ADMIN_ONLY_OPERATION: ['permission-denied', 'Only an administrator of this project may do this.'],
  BLOCKING_FUNCTION_ERROR_RESPONSE: ['permission-denied', 'A webhook of this project does not allow it.'],
  CLAIMS_TOO_LARGE: ['invalid-argument', 'Custom claims take at most 1000 characters of JSON.'],
  CREDENTIAL_MISMATCH: ['invalid-argument', 'The custom token was made for another project.'],
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: [
    'failed-precondition',
    'This needs a recent sign-in. Sign in again, then repeat it.',
  ],
  DUPLICATE_LOCAL_ID: ['already-exists', 'An account with this user id exists already.'],
  EMAIL_EXISTS: ['already-exists', 'An account with this e-mail address exists already.'],
  EMAIL_NOT_FOUND: ['not-found', 'There is no account with this e-mail address.'],
  FEDERATED_USER_ID_ALREADY_LINKED: ['already-exists', 'This sign-in belongs to another account.'],
  FORBIDDEN_CLAIM: ['invalid-argument', 'A custom claim has a reserved name.'],
  INSUFFICIENT_PERMISSION: ['permission-denied', 'The caller may not do this.'],
  INVALID_CLAIMS: ['invalid-argument', 'Custom claims must be a JSON object.'],
  INVALID_CUSTOM_TOKEN: ['unauthenticated', 'The custom token is not valid.'],
  INVALID_DISPLAY_NAME: ['invalid-argument', 'A display name has at most 256 characters.'],
  INVALID_DURATION: ['invalid-argument', 'A session cookie lives from 5 minutes to 14 days.'],
  INVALID_EMAIL: ['invalid-argument', 'The e-mail address is badly formatted.'],
  INVALID_ID_TOKEN: ['unauthenticated', 'The ID token is not valid.'],
  INVALID_LOCAL_ID: ['invalid-argument', 'A user id has 1 to 128 characters.'],
  INVALID_LOGIN_CREDENTIALS: ['unauthenticated', 'The e-mail address or the password is wrong.'],
  INVALID_PAGE_SELECTION: ['invalid-argument', 'The page token is not one that this server gave.'],
  INVALID_PASSWORD: ['unauthenticated', 'The password is wrong.'],
  INVALID_PHONE_NUMBER: ['invalid-argument', 'A phone number has the form +14155550123.'],
  INVALID_PHOTO_URL: ['invalid-argument', 'A photo URL has at most 4096 characters and none that controls.'],
  INVALID_PROVIDER_ID: ['invalid-argument', 'The sign-in provider is not valid.'],
  INVALID_REFRESH_TOKEN: ['unauthenticated', 'The refresh token is not valid.'],
  INVALID_GRANT_TYPE: ['invalid-argument', 'The grant type must be refresh_token.'],
  INVALID_IDENTIFIER: ['invalid-argument', 'The identifier is no e-mail address.'],
  INVALID_REQ_TYPE: ['invalid-argument', 'The request asks for nothing that can be done.'],
  LAST_SERVER_OWNER: [
    'failed-precondition',
    'This is the only account that runs the server. Make another one its owner first.',
  ],
  MISSING_CONTINUE_URI: ['invalid-argument', 'A continue URI is missing.'],
  MISSING_CUSTOM_TOKEN: ['invalid-argument', 'A custom token is missing.'],
  MISSING_EMAIL: ['invalid-argument', 'An e-mail address is missing.'],
  MISSING_GRANT_TYPE: ['invalid-argument', 'A grant type is missing.'],
  MISSING_IDENTIFIER: ['invalid-argument', 'An identifier is missing.'],
  MISSING_ID_TOKEN: ['invalid-argument', 'An ID token is missing.'],
  MISSING_LOCAL_ID: ['invalid-argument', 'A user id is missing.'],
  MISSING_PASSWORD: ['invalid-argument', 'A password is missing.'],
  MISSING_REFRESH_TOKEN: ['invalid-argument', 'A refresh token is missing.'],
  NOT_DISABLED: ['failed-precondition', 'Disable the account before batch deletion.'],
  OPERATION_NOT_ALLOWED: ['failed-precondition', 'This is switched off for this project.'],
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: ['invalid-argument', 'The password does not meet the requirements.'],
  PASSWORD_LOGIN_DISABLED: ['failed-precondition', 'Sign-in by password is switched off for this project.'],
  PHONE_NUMBER_EXISTS: ['already-exists', 'An account with this phone number exists already.'],
  PROVIDER_ALREADY_LINKED: ['already-exists', 'The account has a password already.'],
  TOKEN_EXPIRED: ['unauthenticated', 'The session has ended. Sign in again.'],
  TOO_MANY_ATTEMPTS_TRY_LATER: ['resource-exhausted', 'Too many attempts. Try again later.'],
  USER_DISABLED: ['permission-denied', 'The account has been disabled by an administrator.'],
  USER_NOT_FOUND: ['not-found', 'There is no account with this user id.'],
  WEAK_PASSWORD: ['invalid-argument', 'The password is too weak.'],
  EMAIL_CHANGE_NEEDS_VERIFICATION: [
    'failed-precondition',
    'The new e-mail address must be verified before the change.',
  ],
  EXPIRED_OOB_CODE: ['failed-precondition', 'The code has expired. Ask for a new one.'],
  INVALID_CONTINUE_URI: ['invalid-argument', 'The continue URI is not an absolute URL.'],
  INVALID_OOB_CODE: ['invalid-argument', 'The code is not valid, or was used before.'],
  MISSING_NEW_EMAIL: ['invalid-argument', 'A new e-mail address is missing.'],
  MISSING_OOB_CODE: ['invalid-argument', 'A code is missing.'],
  MISSING_REQ_TYPE: ['invalid-argument', 'The kind of the code is missing.'],
  UNAUTHORIZED_DOMAIN: ['permission-denied', 'This domain is not one of the authorised domains of the project.'],
  INVALID_CODE: ['invalid-argument', 'The code is wrong.'],
  INVALID_CREDENTIAL_OR_PROVIDER_ID: ['invalid-argument', 'The credential or its provider is not valid.'],
  INVALID_IDP_RESPONSE: ['unauthenticated', 'What the sign-in provider is said to have answered is not valid.'],
  INVALID_SESSION_INFO: ['invalid-argument', 'The code was used before, or belongs to no session of this server.'],
  INVALID_TEMPORARY_PROOF: ['unauthenticated', 'The proof of the phone number is not valid.'],
  MISSING_CODE: ['invalid-argument', 'A code is missing.'],
  MISSING_OR_INVALID_NONCE: ['unauthenticated', 'The nonce does not belong to the ID token.'],
  MISSING_PHONE_NUMBER: ['invalid-argument', 'A phone number is missing.'],
  MISSING_SESSION_INFO: ['invalid-argument', 'The session that the code belongs to is missing.'],
  SMS_NOT_SENT: ['unavailable', 'The text message could not be sent. Try again later.'],
  SESSION_EXPIRED: ['failed-precondition', 'The code has expired. Ask for a new one.'],
  INVALID_MFA_PENDING_CREDENTIAL: ['unauthenticated', 'The sign-in that this continues has ended. Sign in again.'],
  MFA_ENROLLMENT_NOT_FOUND: ['not-found', 'The account has no such second factor.'],
  MISSING_MFA_ENROLLMENT_ID: ['invalid-argument', 'The second factor is not named.'],
  MISSING_MFA_PENDING_CREDENTIAL: ['invalid-argument', 'The sign-in that this continues is missing.'],
  SECOND_FACTOR_EXISTS: ['already-exists', 'The account has this second factor already.'],
  SECOND_FACTOR_LIMIT_EXCEEDED: ['resource-exhausted', 'An account has at most 5 second factors.'],
  INVALID_SECOND_FACTOR: [
    'invalid-argument',
    'A second factor needs a phone number or the secret of an authenticator app.',
  ],
  UNSUPPORTED_FIRST_FACTOR: ['failed-precondition', 'A second factor needs a sign-in by password, mail or provider.'],
  UNVERIFIED_EMAIL: ['failed-precondition', 'A second factor needs a verified e-mail address.'],
  INVALID_HASH: ['invalid-argument', 'The password hash or its parameters are not valid.'],
  INVALID_HASH_ALGORITHM: ['invalid-argument', 'There is no such hash algorithm.'],
  MISSING_HASH_ALGORITHM: ['invalid-argument', 'Password hashes need the name of their algorithm.'],
  MISSING_USER_ACCOUNT: ['invalid-argument', 'There are no users to import.'],
  INVALID_TENANT_ID: ['invalid-argument', 'The id of the tenant is not valid.'],
  TENANT_ID_MISMATCH: ['permission-denied', 'The credential belongs to another tenant.'],
  TENANT_LIMIT_EXCEEDED: ['resource-exhausted', 'A project has at most 1000 tenants.'],
  CONFIGURATION_EXISTS: ['already-exists', 'There is a configuration of this provider already.'],
  CONFIGURATION_LIMIT_EXCEEDED: ['resource-exhausted', 'A project has at most 100 providers.'],
  CONFIGURATION_NOT_FOUND: ['not-found', 'There is no configuration of this provider.'],
  INVALID_CONFIG: ['invalid-argument', 'The configuration of the provider is not valid.'],
  INVALID_CONFIG_ID: ['invalid-argument', 'A provider has an id such as oidc.example: a-z, 0-9 and -.'],
  INVALID_PENDING_TOKEN: ['unauthenticated', 'The sign-in that this goes on with is over. Sign in again.'],
  INVALID_SIGN_IN_STATE: ['failed-precondition', 'This sign-in is over, or was begun in another browser.'],
  PROVIDER_UNREACHABLE: ['unavailable', 'The sign-in provider could not be reached.'],
  USER_CANCELLED: ['cancelled', 'The sign-in was cancelled at the provider.'],
  TENANT_NOT_FOUND: ['not-found', 'There is no such tenant.'],
} as const satisfies Readonly<Record<string, readonly [StatusCode, string]>>

export type IdentityReason = keyof typeof reasons

/** With `sentence` for what the reason alone does not tell; without it the reason's own. */
export function identityError(
  reason: IdentityReason,
  sentence?: string,
  details?: Readonly<Record<string, unknown>>,
): StatusError {
  const [code, usual] = reasons[reason]
  return new StatusError(code, reason, sentence ?? usual, details === undefined ? {} : { details })
}

/** The sentence that goes with a reason when nothing more is known; undefined for reasons of other parts. */
export function usualSentence(reason: string): string | undefined {
  return Object.hasOwn(reasons, reason) ? reasons[reason as IdentityReason][1] : undefined
}
