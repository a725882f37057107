import type { StatusError } from '@hearth/model'
import { errorHeaders } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { httpStatusOf, statusNameOf } from '../../http/status-codes.ts'

/** Verbs whose answer is a list of messages; their errors come in a list, too. */
export function isStreamed(path: string): boolean {
  return /:(?:batchGet|runQuery|runAggregationQuery|executePipeline)$/.test(path)
}

export function writeRestError(exchange: Exchange, error: StatusError): void {
  const code = httpStatusOf(error)
  // Joined, because refused requests are as many as the ones that pass.
  const requestInfo = `{"@type":"type.googleapis.com/google.rpc.RequestInfo","requestId":${JSON.stringify(exchange.id)}}`
  const errorInfo = `{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":${JSON.stringify(error.reason)},"domain":"hearth"}`
  const body = `{"error":{"code":${code},"message":${JSON.stringify(error.message)},"status":"${statusNameOf(error)}","details":[${requestInfo},${errorInfo}]}}`
  exchange.reply(
    code,
    { 'content-type': 'application/json; charset=utf-8', ...errorHeaders(error) },
    isStreamed(exchange.path) ? `[${body}]` : body,
  )
}
