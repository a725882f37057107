import { StatusError } from '@hearth/model'
import type { Exchange } from './exchange.ts'
import { httpStatusOf, statusNameOf } from './status-codes.ts'

/**
 * The server's own error body: `{"error":{"code":404,"status":"NOT_FOUND","reason":"ROUTE_NOT_FOUND","message":"…","requestId":"…"}}`.
 * It reads as a Google API error to the official clients.
 */
export function writeJsonError(exchange: Exchange, error: StatusError): void {
  const code = httpStatusOf(error)
  const { reason, message, details } = error
  exchange.reply(
    code,
    jsonErrorHeaders(error),
    JSON.stringify({
      error: {
        code,
        status: statusNameOf(error),
        reason,
        message,
        requestId: exchange.id,
        ...(details && { details }),
      },
    }),
  )
}

const plainHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Headers of an error whose body is JSON: those of `errorHeaders`, and the type. */
export function jsonErrorHeaders(error: StatusError): Readonly<Record<string, string>> {
  // Most errors say nothing of their own, and refusals are as many as what is granted.
  return error.details === undefined ? plainHeaders : { ...plainHeaders, ...errorHeaders(error) }
}

/** Headers that go with an error whatever its body: `retry-after` from `details.retryAfterSeconds`, `allow` from `details.allow`. */
export function errorHeaders(error: StatusError): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  const retryAfter = error.details?.['retryAfterSeconds']
  if (typeof retryAfter === 'number') headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)))
  const allow = error.details?.['allow']
  if (typeof allow === 'string') headers['allow'] = allow
  return headers
}

/** Whatever was thrown, as an error that may be shown: what is not a `StatusError` becomes a generic `internal` that keeps its cause. */
export function asStatusError(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown
  return new StatusError(
    'internal',
    'INTERNAL',
    'Something failed on the server. Its log has the details under this request id.',
    { cause: thrown },
  )
}

/** Errors that say something is wrong with the server itself, and belong in its log with their cause. */
export function isServerFault({ code, cause }: StatusError): boolean {
  // What is only busy has no cause.
  return (
    code === 'internal' || code === 'unknown' || code === 'data-loss' || (code === 'unavailable' && cause !== undefined)
  )
}

/**
 * The error body of the vendor's APIs (google.rpc.Status as JSON, https://google.aip.dev/193): its clients decode `details`, a list of typed
 * messages, and fail on anything else there. `isListed` for a call whose answer is a list of messages, and so its error.
 */
export function writeVendorError(exchange: Exchange, error: StatusError, { isListed }: { isListed: boolean }): void {
  const { before, behind } = bodyAround(error)
  const body = before + exchange.id + behind
  exchange.reply(httpStatusOf(error), jsonErrorHeaders(error), isListed ? `[${body}]` : body)
}

/** Addresses of the vendor's APIs of a project, whose clients read no other error. */
export function isVendorPath(path: string): boolean {
  return /^\/v\d[a-z\d]{0,10}\/projects\//.test(path)
}

/** The text of an error in front of the id of the request, which needs no escapes, and behind it. */
interface BodyAround {
  readonly before: string
  readonly behind: string
}

/** Refusals are one and the same error, and as many as what is granted. */
const known = new WeakMap<StatusError, BodyAround>()

function bodyAround(error: StatusError): BodyAround {
  let body = known.get(error)
  if (body === undefined) {
    const [code, message, reason] = [httpStatusOf(error), error.message, error.reason].map((part) =>
      JSON.stringify(part),
    )
    const status = statusNameOf(error)
    body = {
      before: `{"error":{"code":${code},"message":${message},"status":"${status}","details":[{"@type":"type.googleapis.com/google.rpc.RequestInfo","requestId":"`,
      behind: `"},{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":${reason},"domain":"hearth"}]}}`,
    }
    known.set(error, body)
  }
  return body
}
