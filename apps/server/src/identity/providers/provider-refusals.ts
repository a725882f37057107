import { StatusError } from '@hearth/model'
import { AnswerTooLargeError } from '../../outbound/outbound-request.ts'
import { PrivateAddressError } from '../../outbound/reach.ts'
import { identityError } from '../identity-error.ts'

/** Of `openid-client`; an error of the network itself has no code at all. */
const unreachableCodes: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])
/** How a provider says that somebody said no; the second is Apple's. */
const cancelled: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])
/** What providers answer instead (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core 1.0, 3.1.2.6; GitHub). Other words of theirs are not told on. */
const knownErrors: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'login_required',
  'bad_verification_code',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'unverified_user_email',
])
const CAUSES_MAX = 5

/**
 * What went wrong between this server and a provider, in terms of the protocol. The app hears that it did; `problem` of the details is for
 * `ProviderFailures`: an error of {@link knownErrors}, a constant of the library, a word for the network (`networkProblemOf`), or one of ours. Nothing in it is the provider's own text.
 */
export class ProviderRefusals {
  /** For what a provider should have answered whoever asks. */
  unreachable(cause: unknown): StatusError {
    return this.unavailable(problemOf(cause) ?? 'no_answer')
  }

  /** For one that answers, and not what was asked: it has too much to do, or is out of order. */
  unavailable(problem: string): StatusError {
    return identityError('PROVIDER_UNREACHABLE', undefined, { problem })
  }

  wrong(problem: string, sentence?: string): StatusError {
    return identityError('INVALID_IDP_RESPONSE', sentence, { problem })
  }

  /** For what `openid-client` threw. */
  async of(error: unknown): Promise<Error> {
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
    return isAnswered ? this.wrong(problemOf(error) ?? 'other') : this.unreachable(error)
  }
}

/** By what the provider answered, else by what became of the connection, else by the code: the library's is a constant of its own. */
function problemOf(error: unknown): string | undefined {
  const said = errorIn(error)
  if (said !== undefined && knownErrors.has(said)) return said
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return networkProblemOf(error) ?? (typeof code === 'string' ? code : undefined)
}

/** `error` of an answer; of one that came with status 200, as GitHub's does, the library has the body below its causes. */
function errorIn(thrown: unknown): string | undefined {
  let at = thrown
  for (let depth = 0; depth < CAUSES_MAX && typeof at === 'object' && at !== null; depth++) {
    const { error, body, cause } = at as { error?: unknown; body?: { error?: unknown } | null; cause?: unknown }
    const said = error ?? body?.error
    if (typeof said === 'string') return said
    at = cause
  }
  return undefined
}

const networkProblems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  EHOSTUNREACH: 'no_route',
  ENETUNREACH: 'no_route',
  ETIMEDOUT: 'timeout',
}
/** Of OpenSSL's, and Node's own for TLS. */
const tlsPattern =
  /^(?:EPROTO$|ERR_TLS_|ERR_SSL_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|INVALID_CA$|HOSTNAME_MISMATCH$)/

/** Why no answer came, in a word of a fixed list; undefined where none fits. Looks at the causes of an error as well, whoever wrapped it. */
function networkProblemOf(thrown: unknown): string | undefined {
  let at = thrown
  for (let depth = 0; depth < CAUSES_MAX && at instanceof Error; depth++) {
    const word = wordOf(at)
    if (word !== undefined) return word
    at = at.cause
  }
  return undefined
}

function wordOf(error: Error & { readonly code?: unknown }): string | undefined {
  if (error instanceof PrivateAddressError) return 'private_address'
  if (error instanceof AnswerTooLargeError) return 'answer_too_large'
  if (error.name === 'TimeoutError') return 'timeout'
  const { code } = error
  if (typeof code !== 'string') return undefined
  return tlsPattern.test(code) ? 'tls' : Object.hasOwn(networkProblems, code) ? networkProblems[code] : undefined
}
