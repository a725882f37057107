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
  const body = JSON.stringify({
    error: {
      code,
      message: error.message,
      status: statusNameOf(error),
      details: [
        { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: exchange.id },
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: error.reason, domain: 'hearth' },
      ],
    },
  })
  exchange.reply(
    code,
    { 'content-type': 'application/json; charset=utf-8', ...errorHeaders(error) },
    isStreamed(exchange.path) ? `[${body}]` : body,
  )
}
