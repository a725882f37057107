import type { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { isNotChanged, statusOf } from '../storage-transfer/error-body.ts'

/** Errors of links in the form of the XML API, which has no other. */
export function writeXmlError(exchange: Exchange, error: StatusError): void {
  if (isNotChanged(exchange, error)) {
    exchange.reply(304, {})
    return
  }
  const details = `<Code>${escape(error.reason)}</Code><Message>${escape(error.message)}</Message><RequestId>${escape(exchange.id)}</RequestId>`
  const body = `<?xml version='1.0' encoding='UTF-8'?><Error>${details}</Error>`
  exchange.reply(statusOf(error), { 'content-type': 'application/xml; charset=utf-8' }, body)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
