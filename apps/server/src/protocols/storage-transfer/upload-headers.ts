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

/**
 * What the start of a resumable upload says of the content to come: `X-Goog-Upload-Header-Content-Type` of the web and Android, and
 * `X-Goog-Upload-Content-Type` of iOS (gtm-session-fetcher, `GTMSessionUploadFetcher`).
 */
export function contentHeaderOf(
  headers: IncomingHttpHeaders,
  name: 'content-type' | 'content-length',
): string | undefined {
  return headerOf(headers, `x-goog-upload-header-${name}`) ?? headerOf(headers, `x-goog-upload-${name}`)
}

/** For an upload whose headers or parameters are not understood. */
export function invalidUpload(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_UPLOAD', message)
}
