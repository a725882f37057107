import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { StatusError } from '@hearth/model'
import type { FileObject } from '../../files/file-object.ts'
import type { FileContent } from '../../files/files.ts'
import { freeBytes } from '../../lib/free-bytes.ts'
import { drained } from '../../http/drained.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decideConditional, isRangeWanted, type Validators } from './conditional-request.ts'
import { parseByteRange } from './byte-range.ts'
import { etagOf, fileNameOf } from './object-tags.ts'
import { inflated, isNoGzip, isSentPlain, isStoredGzip } from './plain-content.ts'

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
