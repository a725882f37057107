import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'

/** A header's value; the first of several. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** How many bytes a header announces, when it does. */
export function announcedBy(header: string | undefined): { sizeBytes?: number } {
  return header !== undefined && /^\d{1,15}$/.test(header) ? { sizeBytes: Number(header) } : {}
}

/** For an upload whose headers or parameters are not understood. */
export function invalidUpload(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_UPLOAD', message)
}
