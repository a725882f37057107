import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { StatusError } from '@hearth/model'
import type { FileObject } from '../../files/file-object.ts'
import type { FileContent } from '../../files/files.ts'
import { freeBytes } from '../../lib/free-bytes.ts'
import { drained } from '../../http/paced-answer.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parseThumbnailSize } from '../../thumbnails/thumbnail-size.ts'
import type { Thumbnails } from '../../thumbnails/thumbnails.ts'
import { decideConditional, isRangeWanted, type Validators } from './conditional-request.ts'
import { parseByteRange } from './byte-range.ts'
import { etagOf, fileNameOf } from './object-metadata.ts'
import { headerOf } from './upload-headers.ts'

/** Types a browser may show in place: none of them can run script. Everything else is saved, whatever its metadata says. */
const shownInPlace = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/ogg',
  'text/plain',
])

/**
 * Sends a file or one range of it; answers 304 and 416 without reading it. Several ranges are answered with the whole, as RFC 9110 allows,
 * and so is every range of what is inflated on its way (`isSentPlain`).
 * Throws `failed-precondition`/`CONDITION_NOT_MET`, `data-loss`/`CONTENT_UNREADABLE`, and `failed-precondition`/`CONTENT_NOT_GZIP` once a part
 * was sent.
 */
export async function sendContent(exchange: Exchange, content: FileContent): Promise<void> {
  const { object, open } = content
  const isPlain = await isSentPlain(exchange.headers, content)
  const etag = isPlain ? `W/"${etagOf(object)}"` : `"${etagOf(object)}"`
  const headers = { ...contentHeaders(object), ...checkHeaders(object), etag }
  if (settleCondition(exchange, headers, { etag: `"${etagOf(object)}"`, lastModified: object.updated })) return
  if (isPlain) return await sendStream(exchange, 200, headers, async () => inflated(await open()))
  Object.assign(headers, storedHeaders(object))
  const isPart = isRangeWanted(exchange.headers, { etag, lastModified: object.updated })
  const range = isPart ? parseByteRange(exchange.headers.range, object.sizeBytes) : undefined
  if (range === 'unsatisfiable') {
    exchange.reply(416, { 'content-range': `bytes */${object.sizeBytes}` })
    return
  }
  const length = range ? range.last - range.first + 1 : object.sizeBytes
  const partHeaders = range && { 'content-range': `bytes ${range.first}-${range.last}/${object.sizeBytes}` }
  const sized = { ...headers, ...partHeaders, 'content-length': String(length) }
  const status = range ? 206 : 200
  if (length === 0) {
    exchange.reply(status, sized)
    return
  }
  await sendStream(exchange, status, sized, () => open(range ?? { first: 0, last: length - 1 }), length)
}

/** `length` is what the headers promise, where they do. */
async function sendStream(
  exchange: Exchange,
  status: number,
  headers: Readonly<Record<string, string>>,
  open: () => Promise<Readable>,
  length?: number,
): Promise<void> {
  // Both response types write alike; TypeScript can't call the union.
  const response = exchange.response as ServerResponse
  if (exchange.method === 'HEAD') {
    response.writeHead(status, headers).end()
    return
  }
  const content = await open()
  response.writeHead(status, headers)
  let sent = 0
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (response.destroyed) return
      const { length: bytes } = chunk
      sent += bytes
      exchange.memory.take(bytes)
      response.write(chunk, () => {
        freeBytes(chunk)
        exchange.memory.give(bytes)
      })
      await drained(response)
    }
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw isNoGzip(error) ? notGzip() : unreadable(error)
  }
  if (response.destroyed) return
  // A byte more would be read as the next answer, and one less would be waited for.
  if (length !== undefined && sent !== length) {
    throw unreadable(new Error(`The content has ${sent} bytes where ${length} were to be sent.`))
  }
  response.end()
}

/** Whoever uploads says what it is: their mistake is in the line of the request, and nothing to look into. */
function notGzip(): StatusError {
  const sentence = 'The file says that it is gzip, and is cut or is none.'
  return new StatusError('failed-precondition', 'CONTENT_NOT_GZIP', sentence)
}

function unreadable(cause: unknown): StatusError {
  return new StatusError('data-loss', 'CONTENT_UNREADABLE', 'The content of this file could not be read.', { cause })
}

/** Whether the request was answered with 304. Throws `failed-precondition`/`CONDITION_NOT_MET`. */
export function settleCondition(
  exchange: Exchange,
  headers: Readonly<Record<string, string>>,
  validators: Validators,
): boolean {
  const decision = decideConditional(exchange.headers, validators)
  if (decision === 'failed') {
    throw new StatusError('failed-precondition', 'CONDITION_NOT_MET', 'The file is not the one that the request names.')
  }
  if (decision === 'not-modified') exchange.reply(304, headers)
  return decision === 'not-modified'
}

/** What lets a client check the stored content, whichever it gets. */
function checkHeaders(object: FileObject): Record<string, string> {
  return {
    'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5Hash}`,
    'x-goog-stored-content-encoding': object.contentEncoding ?? 'identity',
    'x-goog-stored-content-length': String(object.sizeBytes),
    // In place of what every answer says of origins (`http/cors.ts`).
    ...(isStoredGzip(object) && { vary: 'Origin, Accept-Encoding' }),
  }
}

/** Of the content as it is stored, of which a client may ask for a part. */
function storedHeaders({ contentEncoding }: FileObject): Record<string, string> {
  return { 'accept-ranges': 'bytes', ...(contentEncoding !== undefined && { 'content-encoding': contentEncoding }) }
}

/** How a file is shown, and that it is shown safely. */
export function contentHeaders(object: FileObject): Record<string, string> {
  const isSafe = shownInPlace.has(mediaTypeOf(object.contentType) ?? '')
  return {
    'content-type': object.contentType,
    'content-disposition': dispositionOf(object, isSafe),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': isSafe ? 'cross-origin' : 'same-site',
    'cache-control': object.cacheControl ?? 'private, max-age=0',
    etag: `"${etagOf(object)}"`,
    'last-modified': new Date(object.updated).toUTCString(),
    'x-goog-generation': object.generation,
    'x-goog-metageneration': String(object.metageneration),
    ...(object.contentLanguage !== undefined && { 'content-language': object.contentLanguage }),
  }
}

/** Undefined for what is not one media type alone: browsers take the last one of a list (Fetch standard, extract a MIME type). */
function mediaTypeOf(contentType: string): string | undefined {
  const parts = /^\s*([\w.+-]+\/[\w.+-]+)\s*(?:;\s*[\w-]+=(?:[\w.+:-]+|"[^",]*")\s*)*$/.exec(contentType)
  return parts?.[1]?.toLowerCase()
}

function dispositionOf(object: FileObject, isSafe: boolean): string {
  const name = `filename*=utf-8''${encodeURIComponent(fileNameOf(object)).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
  if (!isSafe) return `attachment; ${name}`
  return object.contentDisposition ?? `inline; ${name}`
}

/** How a member of gzip begins (RFC 1952, 2.3.1). */
const GZIP_MAGIC = Buffer.of(0x1f, 0x8b)

/** Whether a file is stored compressed and may be sent without (Cloud Storage, "Transcoding of gzip-compressed files"). */
function isStoredGzip({ contentEncoding, cacheControl }: FileObject): boolean {
  return contentEncoding?.trim().toLowerCase() === 'gzip' && !/\bno-transform\b/i.test(cacheControl ?? '')
}

/** Whether a client that does not take gzip gets the plain content: what only says that it is gzip is sent as it is. */
async function isSentPlain(headers: IncomingHttpHeaders, { object, open }: FileContent): Promise<boolean> {
  if (!isStoredGzip(object) || acceptsGzip(headerOf(headers, 'accept-encoding'))) return false
  if (object.sizeBytes < GZIP_MAGIC.length) return false
  return (await buffer(await open({ first: 0, last: GZIP_MAGIC.length - 1 }))).equals(GZIP_MAGIC)
}

/** The plain content, inflated as fast as it is read. Breaks where the stored one does, and where it is no whole gzip ({@link isNoGzip}). */
function inflated(stored: Readable): Readable {
  // Whoever reads hears of an error from the stream itself.
  return pipeline(stored, createGunzip(), () => {})
}

/** Whether reading broke off because what was uploaded is cut or no gzip: an error of zlib's own, and none of the store. */
function isNoGzip(error: unknown): boolean {
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

/** Sends a file, or with `w` or `h` in the address a small picture of it. */
export async function sendFile(exchange: Exchange, content: FileContent, thumbnails: Thumbnails): Promise<void> {
  const size = parseThumbnailSize(exchange.query.get('w'), exchange.query.get('h'))
  if (size === undefined) return await sendContent(exchange, content)
  const { object } = content
  const etag = `"${etagOf(object)}-${size.width ?? ''}x${size.height ?? ''}"`
  const headers = { ...contentHeaders({ ...object, contentType: 'image/webp' }), etag }
  if (settleCondition(exchange, headers, { etag, lastModified: object.updated })) return
  exchange.reply(200, headers, await thumbnails.of(content, size, exchange.clientAddress))
}

const READ_ATTEMPTS_MAX = 5

/** Reads files again, from their records on, when one was replaced between its record and its content. */
export async function withNewestContent<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      const isReplaced = error instanceof StatusError && error.reason === 'FILE_REPLACED'
      if (!isReplaced || attempt === READ_ATTEMPTS_MAX) throw error
    }
  }
}
