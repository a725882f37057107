import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'
import type { Checksums } from '../../files/content-terms.ts'

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

/**
 * The checksums in the headers of an upload: `x-goog-hash: crc32c=…,md5=…` and `content-md5`.
 * Throws `invalid-argument`/`INVALID_CHECKSUM`.
 */
export function checksumsOf(headers: IncomingHttpHeaders): Checksums {
  const given = new Map<string, string>()
  for (const part of (headerOf(headers, 'x-goog-hash') ?? '').split(',')) {
    const [, name = '', value = ''] = /^\s*(\w+)=(\S+)\s*$/.exec(part) ?? []
    given.set(name, value)
  }
  return validChecksums({ md5: given.get('md5') ?? headerOf(headers, 'content-md5'), crc32c: given.get('crc32c') })
}

/** Throws `invalid-argument`/`INVALID_CHECKSUM` for what can't be base64 of 16 bytes (MD5) or of 4 (CRC32C). */
export function validChecksums({ md5, crc32c }: Checksums): Checksums {
  if (isBytes(md5, 16) && isBytes(crc32c, 4)) return { md5, crc32c }
  throw new StatusError(
    'invalid-argument',
    'INVALID_CHECKSUM',
    'MD5 must be base64 of 16 bytes, and CRC32C base64 of 4 bytes in big-endian order.',
  )
}

function isBytes(base64: string | undefined, count: number): boolean {
  if (base64 === undefined) return true
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length === count && bytes.toString('base64') === base64
}
