import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { StatusError } from '@hearth/model'
import { discardRest } from '../../http/discard-rest.ts'
import { drained } from '../../http/drained.ts'
import { streamRequestBody } from '../../http/request-body.ts'
import { grpcStatusOf } from '../../http/status-codes.ts'
import { encodeFrame, FrameReader } from './frames.ts'

/** One gRPC call on the wire: messages in, messages out, and the status in the trailers. */
export class GrpcStream {
  readonly #request: Http2ServerRequest
  readonly #response: Http2ServerResponse
  readonly #reader: FrameReader
  #isEnded = false

  constructor(request: Http2ServerRequest, response: Http2ServerResponse) {
    this.#request = request
    this.#response = response
    const encoding = request.headers['grpc-encoding']
    this.#reader = new FrameReader(typeof encoding === 'string' ? encoding : undefined)
    response.writeHead(200, { 'content-type': 'application/grpc+proto', 'grpc-accept-encoding': 'identity,gzip' })
  }

  get isEnded(): boolean {
    return this.#isEnded || this.#response.stream.destroyed
  }

  /** Every message of the request. Throws what `FrameReader` throws, and `cancelled`/`CLIENT_GONE`. */
  async *messages(): AsyncIterable<Buffer> {
    for await (const chunk of streamRequestBody(this.#request)) yield* this.#reader.read(chunk)
    this.#reader.finish()
  }

  /** False asks to wait for `onDrain`. */
  send(message: Uint8Array): boolean {
    if (this.isEnded) return true
    return this.#response.write(encodeFrame(message))
  }

  onDrain(listener: () => void): void {
    this.#response.on('drain', listener)
  }

  onClose(listener: () => void): void {
    this.#response.stream.on('close', listener)
  }

  /** Resolves when what was sent has left, or the client is gone. */
  async drained(): Promise<void> {
    await drained(this.#response.stream)
  }

  end(): void {
    this.#finish({ 'grpc-status': '0' })
  }

  fail(error: StatusError, requestId: string): void {
    this.#finish({
      'grpc-status': String(grpcStatusOf(error)),
      'grpc-message': encodeStatusMessage(error.message),
      'x-request-id': requestId,
    })
  }

  #finish(trailers: Record<string, string>): void {
    if (this.isEnded) return
    this.#isEnded = true
    this.#response.addTrailers(trailers)
    this.#response.end()
    // A client that never ends its side would keep the stream.
    discardRest(this.#request)
  }
}

/** Only `%` and bytes that are not printable ASCII are escaped; clients show everything else as it stands (wire-protocol 3.7). */
export function encodeStatusMessage(message: string): string {
  let encoded = ''
  for (const byte of Buffer.from(message)) {
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25
    encoded += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return encoded
}

/** `grpc-timeout` in milliseconds: up to eight digits and a unit. */
export function parseTimeout(header: string | undefined): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(header ?? '')
  if (!match) return undefined
  const unitsMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 }
  return Number(match[1]) * (unitsMs[match[2] ?? ''] ?? 1)
}
