import type { ByteRange } from '../../blobs/blobs.ts'

/**
 * Reads a `Range` header for a content of `sizeBytes` (RFC 9110, section 14). `'unsatisfiable'` asks for a 416; undefined for the whole content,
 * as the header is absent, not in bytes, malformed, or asks for several ranges, which a server may ignore.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  if (from === '') {
    const count = Number(to)
    if (count === 0 || sizeBytes === 0) return 'unsatisfiable'
    return { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= sizeBytes ? 'unsatisfiable' : { first, last }
}
