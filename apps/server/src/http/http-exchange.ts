import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { authorityOf, hostNameOf, isVendorName } from './host-check.ts'
import { clientAddressOf } from './client-address.ts'
import { cutReader, READER_MS_MAX, PacedAnswer } from './paced-answer.ts'
import type { Exchange, QueryParameters } from './exchange.ts'
import type { MemoryBudget, MemoryLease } from './memory-budget.ts'
import { admitStream } from './stream-admission.ts'
import { admitPipelined } from './pipelined-requests.ts'
import type { RequestNotes } from './request-line.ts'
import { parseLongJsonBody, readRequestBody, streamRequestBody } from './request-body.ts'

const noQuery = new URLSearchParams()

/** An answer over HTTP/1.1 that is not counted by itself: one of a connection is nothing, and further ones are counted with their requests. */
const UNCOUNTED_ANSWER_BYTES = 4 * 1024
/** Above this an answer is written in slices, as its reader takes them. */
const WHOLE_ANSWER_BYTES = 64 * 1024

export interface ExchangeSetting {
  /** May be another one for each request. */
  readonly publicUrl: string | undefined
  /** How many reverse proxies in front are ours: so many entries of `x-forwarded-for`, from its right, are believed. */
  readonly trustedProxyHops: number
  readonly memory: MemoryBudget
  /** How long a client may take nothing of an answer. A minute unless told. */
  readonly readerMsMax?: number
}

/** The exchange over node's HTTP/1.1 and HTTP/2 request objects. What most requests never ask is worked out when asked. */
export class HttpExchange implements Exchange {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly request: IncomingMessage | Http2ServerRequest
  readonly startedAt: number
  /** Names and values in turn, which the answer carries besides its own. */
  houseHeaders: string[]
  /** What `note` collected; undefined when nothing was noted. */
  notes: RequestNotes | undefined

  readonly #response: ServerResponse | Http2ServerResponse
  readonly #setting: ExchangeSetting
  readonly #search: string
  #query: QueryParameters | undefined
  #memory: MemoryLease | undefined
  #isReleased = false
  #answer: PacedAnswer | undefined
  #readerTimer: NodeJS.Timeout | undefined

  constructor(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
    id: string,
    setting: ExchangeSetting,
    securityHeaders: readonly string[],
  ) {
    this.id = id
    this.method = request.method ?? 'GET'
    this.request = request
    this.startedAt = performance.now()
    this.notes = undefined
    this.#response = response
    this.#setting = setting
    this.houseHeaders = securityHeaders.slice()
    this.houseHeaders.push('x-request-id', id)
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    this.path = mark === -1 ? url : url.slice(0, mark)
    this.#search = mark === -1 ? '' : url.slice(mark + 1)
  }

  get query(): QueryParameters {
    return (this.#query ??= this.#search === '' ? noQuery : new URLSearchParams(this.#search))
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers
  }

  /** The raw answer, for streams; the server's headers are set on it when it is first taken. */
  get response(): ServerResponse | Http2ServerResponse {
    const headers = this.houseHeaders
    for (let index = 0; index < headers.length; index += 2) {
      this.#response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
    }
    this.houseHeaders = []
    return this.#response
  }

  get publicOrigin(): string {
    if (this.#setting.publicUrl !== undefined) return this.#setting.publicUrl
    const socket = this.request.socket
    const scheme = 'encrypted' in socket ? 'https' : 'http'
    const authority = authorityOf(this.request)
    if (authority === undefined) return `${scheme}://localhost:${socket.localPort}`
    // A link made from it would lead to the vendor.
    return `${scheme}://${isVendorName(hostNameOf(authority)) ? addressOf(socket) : authority}`
  }

  get clientAddress(): string {
    return clientAddressOf(this.request, this.#setting.trustedProxyHops)
  }

  get isAnswered(): boolean {
    return this.#response.headersSent
  }

  /** The whole answer was handed to the operating system. */
  get isComplete(): boolean {
    return this.#response.writableFinished
  }

  /** The answer has ended, or its client has left. */
  get isGone(): boolean {
    return this.#isReleased
  }

  get memory(): MemoryLease {
    return (this.#memory ??= this.#lease())
  }

  #lease(): MemoryLease {
    const { request } = this
    const connection = 'stream' in request ? request.stream.session : request.socket
    const lease = this.#setting.memory.lease(this.clientAddress, connection)
    // Whose client has left before anything was held would never give it back.
    if (this.#isReleased) lease.release()
    return lease
  }

  get answer(): PacedAnswer {
    return (this.#answer ??= new PacedAnswer(this.#response, this.memory, this.#readerMsMax))
  }

  /** Throws `resource-exhausted`: `TOO_MANY_STREAMS`, `TOO_MANY_PIPELINED` or `TOO_MUCH_HELD`. */
  admit(): void {
    const { request } = this
    if (!('stream' in request)) {
      admitPipelined(request, this)
      return
    }
    admitStream(request.stream)
    // What a read brings along would be kept unread for as long as its answer takes.
    if (this.method === 'GET' || this.method === 'HEAD') request.resume()
  }

  readBody(limitBytes: number): Promise<Buffer> {
    return readRequestBody(this.request, limitBytes, this.memory)
  }

  /** Called when the answer has ended: what the request held may be used by others. */
  release(): void {
    this.#isReleased = true
    this.#memory?.release()
    clearTimeout(this.#readerTimer)
  }

  streamBody(): AsyncIterable<Uint8Array> {
    return streamRequestBody(this.request)
  }

  async readJson(limitBytes: number): Promise<unknown> {
    const body = await this.readBody(limitBytes)
    return parseLongJsonBody(body, (bytes) => this.memory.take(bytes))
  }

  reply(status: number, headers: Readonly<Record<string, string>>, body?: string | Uint8Array): void {
    const response = this.#response
    if (response.headersSent || response.destroyed) return
    const hasBody = status !== 204 && status !== 304
    const bytes = body === undefined ? 0 : Buffer.byteLength(body)
    const sent = this.method === 'HEAD' || !hasBody ? undefined : body
    // While there is another answer to be had yet.
    if (sent !== undefined && bytes > UNCOUNTED_ANSWER_BYTES) this.memory.take(bytes)
    if ('stream' in response || this.houseHeaders.length === 0) {
      const raw = this.response
      for (const name in headers) raw.setHeader(name, headers[name] ?? '')
      if (hasBody && body !== undefined) raw.setHeader('content-length', bytes)
      raw.statusCode = status
      this.#send(sent, bytes)
      return
    }
    // One call with a flat list is the cheapest way node has.
    const flat = this.houseHeaders
    for (const name in headers) putHeader(flat, name, headers[name] ?? '')
    // A HEAD, and a file that is empty, say their length themselves.
    if (hasBody && headers['content-length'] === undefined) flat.push('content-length', String(bytes))
    response.writeHead(status, flat)
    this.#send(sent, bytes)
  }

  #send(body: string | Uint8Array | undefined, bytes: number): void {
    // Both response types end alike; TypeScript can't call the union.
    const response = this.#response as ServerResponse
    if (body !== undefined && bytes > WHOLE_ANSWER_BYTES) {
      this.answer.writeCounted(asBuffer(body))
      this.answer.end(() => response.end())
      return
    }
    const isStream = 'stream' in response
    if (isStream) this.#timeReader()
    // A text of as many bytes as characters is ASCII, and the same in Latin-1, which is copied and not encoded.
    if (typeof body === 'string' && body.length === bytes) response.end(body, 'latin1')
    else response.end(body)
    // Nothing is held here of what the operating system has taken at once.
    if (!isStream && bytes > UNCOUNTED_ANSWER_BYTES && response.writableLength > 0) this.#timeReader()
  }

  #timeReader(): void {
    const readerMsMax = this.#readerMsMax
    this.#readerTimer = setTimeout(() => cutReader(this.#response, readerMsMax), readerMsMax).unref()
  }

  get #readerMsMax(): number {
    return this.#setting.readerMsMax ?? READER_MS_MAX
  }

  replyJson(status: number, body: unknown): void {
    this.reply(status, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(body))
  }

  note({ project, uid, operation, reason }: RequestNotes): void {
    // One by one: to copy what was noted before takes four times as long.
    const notes = (this.notes ??= {})
    if (project !== undefined) notes.project = project
    if (uid !== undefined) notes.uid = uid
    if (operation !== undefined) notes.operation = operation
    if (reason !== undefined) notes.reason = reason
  }

  /** Ends an answer that can't be completed any more, so that the client sees a broken one and not a short one. */
  abort(): void {
    const response = this.#response
    if ('stream' in response) response.stream.close(2 /* INTERNAL_ERROR */)
    else response.destroy()
  }
}

function asBuffer(bytes: string | Uint8Array): Buffer {
  return typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function putHeader(flat: string[], name: string, value: string): void {
  for (let index = 0; index < flat.length; index += 2) {
    if (flat[index] === name) {
      flat[index + 1] = value
      return
    }
  }
  flat.push(name, value)
}

/** Where the connection ends on this machine, as in an address: an IPv6 one in brackets. */
function addressOf({ localAddress, localPort }: Socket): string {
  const address = (localAddress ?? '127.0.0.1').replace(/^::ffff:/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}
