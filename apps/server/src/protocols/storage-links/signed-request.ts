import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'
import type { QueryParameters } from '../../http/exchange.ts'

const ALGORITHM = 'GOOG4-RSA-SHA256'
const LIFE_SECONDS_MAX = 7 * 24 * 60 * 60
/** How far the clock of who signs may be ahead of ours. */
const SKEW_MS = 5 * 60 * 1_000

/** The parts of a request that a signature covers. */
export interface SignableRequest {
  readonly method: string
  /** Percent-encoded, as it came. */
  readonly path: string
  readonly query: QueryParameters
  readonly headers: IncomingHttpHeaders
  /** What clients may know this server by: signers leave the port out, proxies put their own name in. */
  readonly hosts: readonly string[]
}

export interface SignedRequest {
  /** The service key's address. */
  readonly signer: string
  /** What the signer may have signed: one text for each name of the host. */
  readonly texts: readonly string[]
  readonly signature: Buffer
  /** Of the body, in hexadecimal digits, when the signature covers it. */
  readonly contentSha256: string | undefined
}

export function isSigned(query: QueryParameters): boolean {
  return query.has('X-Goog-Signature') || query.has('X-Goog-Algorithm') || isVersion2(query)
}

/** What the server library signs unless it is told a version: without the query, and for as long as one likes. */
function isVersion2(query: QueryParameters): boolean {
  return query.has('GoogleAccessId') && query.has('Signature')
}

/**
 * Takes a V4 signed URL apart (Cloud Storage, "Canonical requests" and "Signatures"): what must have been signed for this very request.
 * Throws `permission-denied`/`SIGNATURE_INVALID` for what can't be right, `SIGNATURE_EXPIRED`, `SIGNATURE_NOT_YET_VALID`.
 */
export function readSignedRequest(request: SignableRequest, nowMs: number): SignedRequest {
  const { query, headers } = request
  if (isVersion2(query)) throw invalid("Signed URLs of version 2 are not offered: sign with version: 'v4'.")
  if (query.get('X-Goog-Algorithm') !== ALGORITHM) throw invalid(`X-Goog-Algorithm must be ${ALGORITHM}.`)
  const date = query.get('X-Goog-Date') ?? ''
  const [, signer, scope] = /^([^/]+)\/(\d{8}\/[\w-]+\/storage\/goog4_request)$/.exec(credentialOf(query)) ?? []
  if (signer === undefined || scope === undefined || scope.slice(0, 8) !== date.slice(0, 8)) {
    throw invalid('X-Goog-Credential must be the address of a service key and the scope of X-Goog-Date.')
  }
  assertInTime(date, query.get('X-Goog-Expires') ?? '', nowMs)
  const signature = query.get('X-Goog-Signature') ?? ''
  if (!/^(?:[0-9a-f]{2})+$/.test(signature)) throw invalid('X-Goog-Signature must be hexadecimal digits.')

  const names = (query.get('X-Goog-SignedHeaders') ?? '').split(';')
  assertCovered(names, headers)
  const contentSha256 = names.includes('x-goog-content-sha256') ? headerOf(headers, 'x-goog-content-sha256') : undefined
  const texts = request.hosts.map((host) => {
    const canonical = [
      request.method,
      canonicalPath(request.path),
      canonicalQuery(query),
      names.map((name) => `${name}:${name === 'host' ? host : headerOf(headers, name)}\n`).join(''),
      names.join(';'),
      contentSha256 ?? 'UNSIGNED-PAYLOAD',
    ].join('\n')
    return [ALGORITHM, date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  })
  return { signer, texts, signature: Buffer.from(signature, 'hex'), contentSha256 }
}

function credentialOf(query: QueryParameters): string {
  return query.get('X-Goog-Credential') ?? ''
}

function assertInTime(date: string, expires: string, nowMs: number): void {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? invalidPart('X-Goog-Date must be like 20261121T120000Z.')
  const fromMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const seconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0
  if (Number.isNaN(fromMs) || seconds < 1 || seconds > LIFE_SECONDS_MAX) {
    throw invalid(`X-Goog-Expires must be 1 to ${LIFE_SECONDS_MAX} seconds after a real date.`)
  }
  if (nowMs < fromMs - SKEW_MS) {
    throw new StatusError('permission-denied', 'SIGNATURE_NOT_YET_VALID', 'This link does not work yet.')
  }
  if (nowMs >= fromMs + seconds * 1_000) {
    throw new StatusError('permission-denied', 'SIGNATURE_EXPIRED', 'This link has expired.')
  }
}

/** The host is always signed, and of the headers that change what a request does (`x-goog-…`) all that are sent. */
function assertCovered(names: readonly string[], headers: IncomingHttpHeaders): void {
  const isInOrder = names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
  if (!names.includes('host') || !isInOrder) {
    throw invalid('X-Goog-SignedHeaders must name the host, in lower case and in order.')
  }
  const missing = names.find((name) => name !== 'host' && headers[name] === undefined)
  if (missing !== undefined) throw invalid(`The link was signed for a request with the header ${missing}.`)
  const added = Object.keys(headers).find((name) => name.startsWith('x-goog-') && !names.includes(name))
  if (added !== undefined) throw invalid(`The header ${added} is not one that the link was signed with.`)
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  const text = Array.isArray(value) ? value.join(',') : (value ?? '')
  return text.trim().replaceAll(/\s{2,}/g, ' ')
}

function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/')
}

function canonicalQuery(query: QueryParameters): string {
  return [...query]
    .filter(([name]) => name !== 'X-Goog-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join('&')
}

/** Everything but letters, digits and `-._~` (RFC 3986, unreserved). */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

function invalid(message: string): StatusError {
  return new StatusError('permission-denied', 'SIGNATURE_INVALID', message)
}

function invalidPart(message: string): never {
  throw invalid(message)
}
