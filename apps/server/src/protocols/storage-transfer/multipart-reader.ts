import { StatusError } from '@hearth/model'
import { freeBytes } from '../../lib/free-bytes.ts'

/** Of one part's headers, and of a part that is held whole. */
export const PART_BYTES_MAX = 64 * 1024

/**
 * Reads a multipart body (RFC 2046, section 5.1) part by part, without holding the content that is read last.
 *
 *     --B CRLF headers CRLF CRLF part CRLF --B CRLF headers CRLF CRLF content CRLF --B--
 *
 * All line breaks are of the kind of the first one: the vendor's Python tools send bare line feeds. Throws
 * `invalid-argument`/`INVALID_MULTIPART`.
 */
export class MultipartReader {
  readonly #source: AsyncIterator<Uint8Array>
  // A line break put before the body makes the first boundary look like all others.
  #held = Buffer.from('\n')
  #delimiter = Buffer.alloc(0)
  #endOfHeaders = ''

  private constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]()
  }

  /** Stands behind the first boundary. */
  static async open(boundary: string, body: AsyncIterable<Uint8Array>): Promise<MultipartReader> {
    const reader = new MultipartReader(body)
    await reader.#upTo(`\n--${boundary}`)
    const lineBreak = await reader.#nextLineBreak()
    reader.#delimiter = Buffer.from(`${lineBreak}--${boundary}`)
    reader.#endOfHeaders = lineBreak.repeat(2)
    return reader
  }

  /** The headers of the part that begins. */
  async readHeaders(): Promise<string> {
    return (await this.#upTo(this.#endOfHeaders)).toString()
  }

  /** The part whose headers were read. */
  async readPart(): Promise<Buffer> {
    return await this.#upTo(this.#delimiter)
  }

  /** The part whose headers were read, as it streams in. What comes after it is refused, or is of no interest. */
  async *streamPart(after: 'nothing' | 'anything'): AsyncIterable<Uint8Array> {
    for (;;) {
      const at = this.#held.indexOf(this.#delimiter)
      if (at >= 0) {
        if (at > 0) yield this.#held.subarray(0, at)
        this.#held = this.#held.subarray(at + this.#delimiter.length)
        while (this.#held.length < 2) if (!(await this.#more())) break
        const isLast = this.#held.subarray(0, 2).toString() === '--'
        if (!isLast && after === 'nothing') throw invalidMultipart('The body has more than two parts.')
        while (!(await this.#source.next()).done) continue
        return
      }
      const safe = this.#held.length - this.#delimiter.length
      if (safe > 0) {
        // Two contents of their own, so that whoever takes the first takes its memory.
        const sent = Buffer.from(this.#held.subarray(0, safe))
        const kept = Buffer.from(this.#held.subarray(safe))
        freeBytes(this.#held)
        this.#held = kept
        yield sent
      }
      if (!(await this.#more())) throw invalidMultipart('The body ended before its last boundary.')
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done) return false
    this.#held = this.#held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#held, next.value])
    freeBytes(next.value)
    return true
  }

  /** Everything up to `mark`, which is taken off with it. */
  async #upTo(mark: Buffer | string): Promise<Buffer> {
    let searched = 0
    for (;;) {
      const at = this.#held.indexOf(mark, searched)
      if (at >= 0) {
        const before = this.#held.subarray(0, at)
        this.#held = this.#held.subarray(at + Buffer.byteLength(mark))
        return before
      }
      if (this.#held.length > PART_BYTES_MAX) {
        throw invalidMultipart(`A part before the content may hold at most ${PART_BYTES_MAX} bytes.`)
      }
      searched = Math.max(0, this.#held.length - Buffer.byteLength(mark))
      if (!(await this.#more())) throw invalidMultipart('The body ended before its last boundary.')
    }
  }

  /** The line break that comes next; it is not taken off. */
  async #nextLineBreak(): Promise<string> {
    while (this.#held.length < 2) {
      if (!(await this.#more())) throw invalidMultipart('The body ended before its last boundary.')
    }
    const start = this.#held.subarray(0, 2).toString('latin1')
    if (start === '\r\n') return start
    if (start.startsWith('\n')) return '\n'
    throw invalidMultipart('A line break must follow the boundary.')
  }
}

/** Single quotes are no quotes in RFC 2045, but the vendor's Python tools take them for some. */
export function boundaryOf(contentType: string | undefined, type: string): string {
  const match = /^(multipart\/[a-z-]+);.*?boundary=(?:"([^"]+)"|'([^']+)'|([^;\s]+))/i.exec(contentType ?? '')
  const boundary = match?.[2] ?? match?.[3] ?? match?.[4]
  if (match?.[1]?.toLowerCase() !== type || boundary === undefined || boundary.length > 200) {
    throw invalidMultipart(`Bad content type. This upload needs ${type} with a boundary.`)
  }
  return boundary
}

export function invalidMultipart(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_MULTIPART', message)
}
