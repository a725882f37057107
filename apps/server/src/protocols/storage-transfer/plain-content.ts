import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { FileObject } from '../../files/file-object.ts'
import type { FileContent } from '../../files/files.ts'
import { headerOf } from './upload-headers.ts'

/** How a member of gzip begins (RFC 1952, 2.3.1). */
const GZIP_MAGIC = Buffer.of(0x1f, 0x8b)

/** Whether a file is stored compressed and may be sent without (Cloud Storage, "Transcoding of gzip-compressed files"). */
export function isStoredGzip({ contentEncoding, cacheControl }: FileObject): boolean {
  return contentEncoding?.trim().toLowerCase() === 'gzip' && !/\bno-transform\b/i.test(cacheControl ?? '')
}

/** Whether a client that does not take gzip gets the plain content: what only says that it is gzip is sent as it is. */
export async function isSentPlain(headers: IncomingHttpHeaders, { object, open }: FileContent): Promise<boolean> {
  if (!isStoredGzip(object) || acceptsGzip(headerOf(headers, 'accept-encoding'))) return false
  if (object.sizeBytes < GZIP_MAGIC.length) return false
  return (await buffer(await open({ first: 0, last: GZIP_MAGIC.length - 1 }))).equals(GZIP_MAGIC)
}

/** The plain content, inflated as fast as it is read. Breaks where the stored one does, and where it is no whole gzip ({@link isNoGzip}). */
export function inflated(stored: Readable): Readable {
  // Whoever reads hears of an error from the stream itself.
  return pipeline(stored, createGunzip(), () => {})
}

/** Whether reading broke off because what was uploaded is cut or no gzip: an error of zlib's own, and none of the store. */
export function isNoGzip(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** RFC 9110, section 12.5.3: a weight of 0 refuses. */
function acceptsGzip(header = ''): boolean {
  return header.split(',').some((item) => {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
    return !isRefused && (coding === 'gzip' || coding === 'x-gzip' || coding === '*')
  })
}
