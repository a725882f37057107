import { StatusError } from '@hearth/model'
import { freeBytes } from '../../free-bytes.ts'

const HEAD_BYTES_MAX = 64 * 1024

export interface RelatedParts {
  /** The first part, JSON. */
  readonly metadata: unknown
  /** `Content-Type` of the second part. */
  readonly contentType: string | undefined
  /** The second part, as it streams in. Throws `invalid-argument`/`INVALID_MULTIPART` when the closing boundary never comes. */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Reads a `multipart/related` body of two parts, metadata and content (RFC 2387), without holding the content in memory.
 *
 *     --B CRLF headers CRLF CRLF {json} CRLF --B CRLF headers CRLF CRLF content CRLF --B--
 *
 * All line breaks are of the kind of the first one: the vendor's Python tools send bare line feeds.
 * Throws `invalid-argument`/`INVALID_MULTIPART` or `INVALID_JSON`.
 */
export async function readRelatedParts(
  contentType: string | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<RelatedParts> {
  const boundary = boundaryOf(contentType)
  const source = body[Symbol.asyncIterator]()
  // A line break put before the body makes the first boundary look like all others.
  let held = Buffer.from('\n')

  async function more(): Promise<boolean> {
    const next = await source.next()
    if (next.done) return false
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value])
    freeBytes(next.value)
    return true
  }

  /** Everything up to `mark`, which is taken off with it. */
  async function upTo(mark: Buffer | string): Promise<Buffer> {
    let searched = 0
    for (;;) {
      const at = held.indexOf(mark, searched)
      if (at >= 0) {
        const before = held.subarray(0, at)
        held = held.subarray(at + Buffer.byteLength(mark))
        return before
      }
      if (held.length > HEAD_BYTES_MAX) throw invalid(`The metadata part may hold at most ${HEAD_BYTES_MAX} bytes.`)
      searched = Math.max(0, held.length - Buffer.byteLength(mark))
      if (!(await more())) throw invalid('The body ended before its last boundary.')
    }
  }

  /** The line break that comes next; it is not taken off. */
  async function nextLineBreak(): Promise<string> {
    while (held.length < 2) if (!(await more())) throw invalid('The body ended before its last boundary.')
    const start = held.subarray(0, 2).toString('latin1')
    if (start === '\r\n') return start
    if (start.startsWith('\n')) return '\n'
    throw invalid('A line break must follow the boundary.')
  }

  async function* content(): AsyncIterable<Uint8Array> {
    for (;;) {
      const at = held.indexOf(delimiter)
      if (at >= 0) {
        if (at > 0) yield held.subarray(0, at)
        held = held.subarray(at + delimiter.length)
        while (held.length < 2) if (!(await more())) break
        if (held.subarray(0, 2).toString() !== '--') throw invalid('The body has more than two parts.')
        while (!(await source.next()).done) continue
        return
      }
      const safe = held.length - delimiter.length
      if (safe > 0) {
        // Two contents of their own, so that whoever takes the first takes its memory.
        const sent = Buffer.from(held.subarray(0, safe))
        const kept = Buffer.from(held.subarray(safe))
        freeBytes(held)
        held = kept
        yield sent
      }
      if (!(await more())) throw invalid('The body ended before its last boundary.')
    }
  }

  await upTo(`\n--${boundary}`)
  const lineBreak = await nextLineBreak()
  const delimiter = Buffer.from(`${lineBreak}--${boundary}`)
  const endOfHeaders = lineBreak.repeat(2)
  await upTo(endOfHeaders)
  const metadata = parseJson(await upTo(delimiter))
  const headers = (await upTo(endOfHeaders)).toString('latin1')
  return {
    metadata,
    contentType: /^content-type:[ \t]*([^\r\n]+)/im.exec(headers)?.[1]?.trim(),
    content: { [Symbol.asyncIterator]: () => content()[Symbol.asyncIterator]() },
  }
}

/** Single quotes are no quotes in RFC 2045, but the vendor's Python tools take them for some. */
function boundaryOf(contentType: string | undefined): string {
  const match = /^multipart\/related;.*?boundary=(?:"([^"]+)"|'([^']+)'|([^;\s]+))/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2] ?? match?.[3]
  if (boundary === undefined || boundary.length > 200) {
    throw invalid('Bad content type. A multipart upload needs multipart/related with a boundary.')
  }
  return boundary
}

function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString().trim()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StatusError('invalid-argument', 'INVALID_JSON', 'The metadata part is not valid JSON.', { cause })
  }
}

function invalid(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_MULTIPART', message)
}
