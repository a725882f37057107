import type { ServerResponse } from 'node:http'
import { StatusError } from '@hearth/model'
import type { FileObject } from '../../files/file-object.ts'
import type { FileContent } from '../../files/files.ts'
import { freeBytes } from '../../free-bytes.ts'
import { drained } from '../../http/drained.ts'
import type { Exchange } from '../../http/exchange.ts'
import { decideConditional, isRangeWanted, type Validators } from './conditional-request.ts'
import { parseByteRange } from './byte-range.ts'
import { etagOf, fileNameOf } from './object-tags.ts'

/** Types a browser may show in place: none of them can run script. Everything else is saved, whatever its metadata says. */
const SHOWN_IN_PLACE = new Set([
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
 * Sends a file or one range of it; answers 304 and 416 without reading it. Several ranges are answered with the whole, as RFC 9110 allows.
 * Throws `failed-precondition`/`CONDITION_NOT_MET`, `data-loss`/`CONTENT_UNREADABLE`.
 */
export async function sendContent(exchange: Exchange, { object, open }: FileContent): Promise<void> {
  const headers = { ...contentHeaders(object), ...checkHeaders(object) }
  const validators = { etag: `"${etagOf(object)}"`, lastModified: object.updated }
  if (settleCondition(exchange, headers, validators)) return
  const isPart = isRangeWanted(exchange.headers, validators)
  const range = isPart ? parseByteRange(exchange.headers.range, object.sizeBytes) : undefined
  if (range === 'unsatisfiable') {
    exchange.reply(416, { 'content-range': `bytes */${object.sizeBytes}` })
    return
  }
  const length = range ? range.last - range.first + 1 : object.sizeBytes
  if (range) headers['content-range'] = `bytes ${range.first}-${range.last}/${object.sizeBytes}`
  headers['content-length'] = String(length)
  const status = range ? 206 : 200
  if (exchange.method === 'HEAD' || length === 0) {
    exchange.reply(status, headers)
    return
  }
  const content = await open(range ?? { first: 0, last: length - 1 })
  // Both response types write alike; TypeScript can't call the union.
  const response = exchange.response as ServerResponse
  response.writeHead(status, headers)
  let sent = 0
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (response.destroyed) return
      sent += chunk.length
      const { length } = chunk
      exchange.memory.take(length)
      response.write(chunk, () => {
        freeBytes(chunk)
        exchange.memory.give(length)
      })
      await drained(response)
    }
  } catch (error) {
    throw error instanceof StatusError ? error : unreadable(error)
  }
  if (response.destroyed) return
  // A byte more would be read as the next answer, and one less would be waited for.
  if (sent !== length) throw unreadable(new Error(`The content has ${sent} bytes where ${length} were to be sent.`))
  response.end()
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

/** What lets a client check a whole content, or ask for a part of it. */
function checkHeaders(object: FileObject): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5Hash}`,
    'x-goog-stored-content-length': String(object.sizeBytes),
    ...(object.contentEncoding !== undefined && { 'content-encoding': object.contentEncoding }),
  }
}

/** How a file is shown, and that it is shown safely. */
export function contentHeaders(object: FileObject): Record<string, string> {
  const isSafe = SHOWN_IN_PLACE.has(mediaTypeOf(object.contentType) ?? '')
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
