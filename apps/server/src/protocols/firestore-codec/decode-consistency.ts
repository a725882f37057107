import { invalidArgument } from '@hearth/model'
import type { Version } from '@hearth/model'
import { versionOf } from './instant.ts'
import type { Instant } from './instant.ts'
import type { TransactionOptions } from './messages.ts'

const TRANSACTION_BYTES_MAX = 256

/** Transaction ids are opaque text in the server and bytes on the wire. */
export function encodeTransaction(transaction: string): Uint8Array {
  return Buffer.from(transaction, 'utf8')
}

/** Throws `invalid-argument`/`INVALID_TRANSACTION` for bytes that no transaction id is made of; none at all is absent. */
export function decodeTransaction(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined
  if (bytes.length > TRANSACTION_BYTES_MAX) throw invalidTransaction()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (text.includes('\ufffd')) throw invalidTransaction()
  return text
}

function invalidTransaction(): Error {
  return invalidArgument('INVALID_TRANSACTION', 'Invalid transaction.')
}

export function decodeReadTime(readTime: Instant | undefined): Version | undefined {
  return readTime === undefined ? undefined : versionOf(readTime, 'read time')
}

/** What `beginTransaction` of the documents takes. Without a mode the transaction reads and writes. */
export function decodeTransactionOptions(options: TransactionOptions | undefined): {
  readOnly: boolean
  readTime?: Version
  retryOf?: string
} {
  if (options?.readOnly !== undefined) {
    const readTime = decodeReadTime(options.readOnly.readTime)
    return { readOnly: true, ...(readTime !== undefined && { readTime }) }
  }
  const retryOf = decodeTransaction(options?.readWrite?.retryTransaction)
  return { readOnly: false, ...(retryOf !== undefined && { retryOf }) }
}
