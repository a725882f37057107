import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { MemoryLease } from './memory-budget.ts'
import type { PacedAnswer } from './paced-answer.ts'
import type { RequestNotes } from './request-line.ts'

/** The decoded query of an address; to be read only. */
export type QueryParameters = Omit<URLSearchParams, 'append' | 'delete' | 'set' | 'sort'>

/** One request and its answer, whatever HTTP version carries it. */
export interface Exchange {
  /** In the log line, in every error answer and in the header `x-request-id`. */
  readonly id: string
  readonly method: string
  /** The path as it came, percent-encoded, without the query. */
  readonly path: string
  readonly query: QueryParameters
  readonly headers: IncomingHttpHeaders
  /**
   * What clients reach this server by: `HEARTH_PUBLIC_URL`, else scheme and authority of the request, or
   * the address it arrived at where its authority is the vendor's. No slash at the end.
   */
  readonly publicOrigin: string
  readonly clientAddress: string
  /** Of `performance.now()`. */
  readonly startedAt: number
  readonly request: IncomingMessage | Http2ServerRequest
  readonly response: ServerResponse | Http2ServerResponse
  /** What is held for this request, until its answer has ended. */
  readonly memory: MemoryLease
  /** Writes to `response`, whose head was written, as fast as it is read. */
  readonly answer: PacedAnswer

  /** The whole body, decompressed. Throws `invalid-argument`/`BODY_TOO_LARGE` (413 on the wire) above the limit, before reading on. */
  readBody(limitBytes: number): Promise<Buffer>
  /**
   * The body as it streams in, not decompressed, for what is too large to be held. Leaving the loop early keeps the connection, so
   * that the answer still reaches the client. Throws `cancelled`/`CLIENT_GONE` when the body was cut before its end.
   */
  streamBody(): AsyncIterable<Uint8Array>
  /** The body as JSON; an empty body is `{}`. Throws `invalid-argument`/`INVALID_JSON` for broken or too deep JSON (100 levels). */
  readJson(limitBytes: number): Promise<unknown>

  reply(status: number, headers: Readonly<Record<string, string>>, body?: string | Uint8Array): void
  replyJson(status: number, body: unknown): void

  /** Adds fields to this request's log line; never secrets, tokens or document content. */
  note(fields: RequestNotes): void
}
