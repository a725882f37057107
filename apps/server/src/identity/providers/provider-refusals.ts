import { StatusError } from '@hearth/model'
import type { Log } from '../../ambient.ts'
import { identityError } from '../identity-error.ts'

/** Of `openid-client`; an error of the network itself has no code at all. */
const unreachableCodes: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])
/** How a provider says that somebody said no; the second is Apple's. */
const cancelled: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

/** What went wrong between this server and a provider, in terms of the protocol; the log has the code alone. */
export class ProviderRefusals {
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** For what a provider should have answered whoever asks. */
  unreachable(providerId: string, cause: unknown): StatusError {
    this.#log.warn({ providerId, code: codeOf(cause) }, 'a provider could not be asked')
    return identityError('PROVIDER_UNREACHABLE')
  }

  wrong(providerId: string, cause: unknown): StatusError {
    this.#log.warn({ providerId, code: codeOf(cause) }, 'a provider answered wrongly')
    return identityError('INVALID_IDP_RESPONSE')
  }

  /** For what `openid-client` threw. */
  async of(providerId: string, error: unknown): Promise<Error> {
    if (error instanceof StatusError) return error
    const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } =
      await import('openid-client')
    if (error instanceof AuthorizationResponseError && cancelled.has(error.error)) {
      return identityError('USER_CANCELLED')
    }
    const isAnswered =
      error instanceof AuthorizationResponseError ||
      error instanceof ResponseBodyError ||
      error instanceof WWWAuthenticateChallengeError ||
      (error instanceof ClientError && error.code !== undefined && !unreachableCodes.has(error.code))
    return isAnswered ? this.wrong(providerId, error) : this.unreachable(providerId, error)
  }
}

/** The library's code is a constant of its own; the provider's words may hold what nobody should read in a log. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof StatusError) return error.reason
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
