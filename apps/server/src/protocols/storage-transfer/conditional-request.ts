import type { IncomingHttpHeaders } from 'node:http'

/** What a conditional read is told about a content. */
export interface Validators {
  /** With its quotes. */
  readonly etag: string
  /** Milliseconds since the epoch. */
  readonly lastModified: number
}

/**
 * Whether a read is to be answered with the content, with 304 or with 412 (RFC 9110, section 13.2.2: entity tags come before dates, and a
 * date that is none counts for nothing).
 */
export function decideConditional(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): 'send' | 'not-modified' | 'failed' {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (match !== undefined) {
    if (!namesTag(match, etag, false)) return 'failed'
  } else {
    const unmodifiedSince = secondsOf(headers['if-unmodified-since'])
    if (unmodifiedSince !== undefined && Math.floor(lastModified / 1000) > unmodifiedSince) return 'failed'
  }
  if (noneMatch !== undefined) return namesTag(noneMatch, etag, true) ? 'not-modified' : 'send'
  const modifiedSince = secondsOf(headers['if-modified-since'])
  return modifiedSince !== undefined && Math.floor(lastModified / 1000) <= modifiedSince ? 'not-modified' : 'send'
}

/** Whether a `Range` counts: always without `If-Range`, else only for the very content that names (RFC 9110, section 13.1.5). */
export function isRangeWanted(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const condition = headers['if-range']
  if (typeof condition !== 'string') return true
  if (condition.includes('"')) return condition.trim() === etag
  return secondsOf(condition) === Math.floor(lastModified / 1000)
}

function namesTag(list: string, etag: string, weak: boolean): boolean {
  return list.split(',').some((item) => {
    const tag = item.trim()
    return tag === '*' || tag === etag || (weak && tag === `W/${etag}`)
  })
}

function secondsOf(date: string | undefined): number | undefined {
  const ms = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}
