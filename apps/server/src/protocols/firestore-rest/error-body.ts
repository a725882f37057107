import type { StatusError } from '@hearth/model'
import { jsonErrorHeaders } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { httpStatusOf, statusNameOf } from '../../http/status-codes.ts'

/** Verbs whose answer is a list of messages; their errors come in a list, too. */
export function isStreamed(path: string): boolean {
  return /:(?:batchGet|runQuery|runAggregationQuery|executePipeline)$/.test(path)
}

export function writeRestError(exchange: Exchange, error: StatusError): void {
  const { before, behind } = bodyAround(error)
  const body = before + exchange.id + behind
  exchange.reply(httpStatusOf(error), jsonErrorHeaders(error), isStreamed(exchange.path) ? `[${body}]` : body)
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
