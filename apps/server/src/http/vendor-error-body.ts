import type { StatusError } from '@hearth/model'
import { jsonErrorHeaders } from './error-body.ts'
import type { Exchange } from './exchange.ts'
import { httpStatusOf, statusNameOf } from './status-codes.ts'

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
