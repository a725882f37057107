import { StatusError } from '@hearth/model'

/** How long ago somebody may have signed in to do what a found, unlocked screen must not be enough for. */
export const RECENT_SIGN_IN_SECONDS = 5 * 60

/**
 * Throws `failed-precondition`/`CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, which the vendor's SDKs call `auth/requires-recent-login`.
 * `authTime`: seconds since the epoch; `nowMs`: milliseconds.
 */
export function assertRecentSignIn(authTime: number, nowMs: number): void {
  if (nowMs / 1000 - authTime <= RECENT_SIGN_IN_SECONDS) return
  const text = 'This needs a recent sign-in. Sign in again, then repeat it.'
  throw new StatusError('failed-precondition', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN', text)
}
