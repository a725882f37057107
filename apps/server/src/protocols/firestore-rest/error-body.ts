import type { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { writeVendorError } from '../../http/vendor-error-body.ts'

/** Verbs whose answer is a list of messages; their errors come in a list, too. */
export function isStreamed(path: string): boolean {
  return /:(?:batchGet|runQuery|runAggregationQuery|executePipeline)$/.test(path)
}

export function writeRestError(exchange: Exchange, error: StatusError): void {
  writeVendorError(exchange, error, { isListed: isStreamed(exchange.path) })
}
