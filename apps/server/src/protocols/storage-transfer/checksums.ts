import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'
import type { Checksums } from '../../files/content-terms.ts'
import { headerOf } from './upload-headers.ts'

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
