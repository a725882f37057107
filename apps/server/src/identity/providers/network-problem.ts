import { AnswerTooLargeError } from '../../outbound/outbound-request.ts'
import { PrivateAddressError } from '../../outbound/reach.ts'

const words: Readonly<Record<string, string>> = {
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
const CAUSES_MAX = 5

/** Why no answer came, in a word of a fixed list; undefined where none fits. Looks at the causes of an error as well, whoever wrapped it. */
export function networkProblemOf(thrown: unknown): string | undefined {
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
  return tlsPattern.test(code) ? 'tls' : Object.hasOwn(words, code) ? words[code] : undefined
}
