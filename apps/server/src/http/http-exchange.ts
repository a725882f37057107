import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { authorityOf } from './authority.ts'
import type { BodyBudget } from './body-budget.ts'
import type { Exchange, QueryParameters } from './exchange.ts'
import { hostNameOf, isVendorName } from './host-check.ts'
import type { RequestNotes } from './request-line.ts'
import { parseLongJsonBody, readRequestBody, streamRequestBody } from './request-body.ts'

const noQuery = new URLSearchParams()

export interface ExchangeSetting {
  readonly publicUrl: string | undefined
  /** How many reverse proxies in front are ours: so many entries of `x-forwarded-for`, from its right, are believed. */
  readonly trustedProxyHops: number
  readonly bodies: BodyBudget
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
  #heldBytes = 0
  #heldFor = ''

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

  /** The raw answer, for streams; the house's headers are set on it when it is first taken. */
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
    const peer = this.request.socket.remoteAddress ?? ''
    const hops = this.#setting.trustedProxyHops
    if (hops === 0) return peer
    const forwarded = this.request.headers['x-forwarded-for']
    if (forwarded === undefined) return peer
    const addresses = String(forwarded).split(',')
    return addresses[Math.max(0, addresses.length - hops)]?.trim() || peer
  }

  get isAnswered(): boolean {
    return this.#response.headersSent
  }

  /** The whole answer was handed to the operating system. */
  get isComplete(): boolean {
    return this.#response.writableFinished
  }

  readBody(limitBytes: number): Promise<Buffer> {
    // Asked now, because a connection that is gone has no address any more.
    this.#heldFor = this.clientAddress
    return readRequestBody(this.request, limitBytes, (bytes) => {
      this.#setting.bodies.take(this.#heldFor, bytes)
      this.#heldBytes += bytes
    })
  }

  /** Called when the answer has ended: what the request held may be used by others. */
  release(): void {
    if (this.#heldBytes > 0) this.#setting.bodies.give(this.#heldFor, this.#heldBytes)
    this.#heldBytes = 0
  }

  streamBody(): AsyncIterable<Uint8Array> {
    return streamRequestBody(this.request)
  }

  async readJson(limitBytes: number): Promise<unknown> {
    return await parseLongJsonBody(await this.readBody(limitBytes))
  }

  reply(status: number, headers: Readonly<Record<string, string>>, body?: string | Uint8Array): void {
    const response = this.#response
    if (response.headersSent || response.destroyed) return
    const hasBody = status !== 204 && status !== 304
    const sent = this.method === 'HEAD' || !hasBody ? undefined : body
    if ('stream' in response || this.houseHeaders.length === 0) {
      const raw = this.response
      for (const name in headers) raw.setHeader(name, headers[name] ?? '')
      if (hasBody && body !== undefined) raw.setHeader('content-length', Buffer.byteLength(body))
      raw.statusCode = status
      if (sent === undefined) raw.end()
      else raw.end(sent)
      return
    }
    // One call with a flat list is the cheapest way node has.
    const flat = this.houseHeaders
    for (const name in headers) putHeader(flat, name, headers[name] ?? '')
    // A HEAD, and a file that is empty, say their length themselves.
    if (hasBody && headers['content-length'] === undefined) {
      flat.push('content-length', String(body === undefined ? 0 : Buffer.byteLength(body)))
    }
    response.writeHead(status, flat)
    response.end(sent)
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
