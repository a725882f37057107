import type { StatusError } from '@hearth/model'
import { usualSentence } from '../../identity/identity-error.ts'
import { jsonErrorHeaders } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { httpStatusOf } from '../../http/status-codes.ts'

/** Reasons of other parts that the official SDKs know by another name. */
const knownAs: Readonly<Record<string, string>> = {
  API_KEY_INVALID: 'INVALID_API_KEY',
}

/** Reasons that the vendor keeps to itself: its SDKs know the sentence. */
const knownBySentence: ReadonlySet<string> = new Set(['API_KEY_HTTP_REFERRER_BLOCKED'])

/**
 * The identity protocol's error body. `message` is what clients react to: the reason alone, or `REASON : sentence` where there is
 * more to say than the reason tells.
 */
export function writeIdentityError(exchange: Exchange, error: StatusError): void {
  const code = identityStatusOf(error)
  const reason = knownAs[error.reason] ?? error.reason
  const message = messageOf(error, reason)
  exchange.reply(
    code,
    jsonErrorHeaders(error),
    JSON.stringify({
      error: {
        code,
        message,
        errors: [{ message, reason: 'invalid', domain: 'global' }],
        requestId: exchange.id,
      },
    }),
  )
}

function messageOf({ reason, message }: StatusError, known: string): string {
  if (knownBySentence.has(reason)) return message
  return usualSentence(reason) === message ? known : `${known} : ${message}`
}

/** Whatever the identity service refuses is a bad request on this wire, except for waits; only credentials of administrators differ. */
function identityStatusOf(error: StatusError): number {
  const isIdentityReason = usualSentence(error.reason) !== undefined && error.code !== 'resource-exhausted'
  if (isIdentityReason && error.details?.['isHeaderCredential'] !== true) return 400
  return httpStatusOf(error)
}
