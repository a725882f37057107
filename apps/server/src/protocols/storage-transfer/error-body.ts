import type { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { httpStatusOf, statusNameOf } from '../../http/status-codes.ts'

/** `firebase/storage` reads the HTTP status alone: 402 is a quota or a size that was exceeded, 403 a denial (wire-protocol 4.1). */
const quotaReasons = new Set(['FILE_TOO_LARGE', 'QUOTA_EXCEEDED', 'DISK_FULL', 'TOO_MANY_DOWNLOAD_TOKENS'])
const conflictReasons = new Set(['UPLOAD_FINISHED', 'CONDITION_NOT_MET', 'NOT_CHANGED', 'PUBLIC_FILES_OFF'])

export function writeStorageError(exchange: Exchange, error: StatusError): void {
  if (isNotChanged(exchange, error)) {
    exchange.reply(304, {})
    return
  }
  const code = statusOf(error)
  exchange.replyJson(code, {
    error: {
      code,
      message: error.message,
      status: statusNameOf(error),
      errors: [{ message: error.message, reason: error.reason }],
      requestId: exchange.id,
    },
  })
}

/** Whether a read found what the client has already. */
export function isNotChanged({ method }: Exchange, error: StatusError): boolean {
  return error.reason === 'NOT_CHANGED' && (method === 'GET' || method === 'HEAD')
}

export function statusOf(error: StatusError): number {
  if (quotaReasons.has(error.reason)) return 402
  if (conflictReasons.has(error.reason)) return 412
  return httpStatusOf(error)
}
