import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { StatusError } from '@hearth/model'
import { bodyTurn, discardRest } from '../../http/request-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { MemoryLease } from '../../http/memory-budget.ts'
import { leavingTurn } from '../../http/ending-turns.ts'
import type { PacedAnswer } from '../../http/paced-answer.ts'
import { ReadAhead } from '../../http/read-ahead.ts'
import { grpcStatusOf } from '../../http/status-codes.ts'
import { encodeFrame, FrameReader, type HeldMessage, unpackFrame } from './frames.ts'

/** How long the first message may take to begin, and any that has begun to make progress. */
const IDLE_MESSAGE_MS_MAX = 60_000

/** One gRPC call on the wire: messages in, messages out, and the status in the trailers. */
export class GrpcStream {
  readonly #request: Http2ServerRequest
  readonly #response: Http2ServerResponse
  readonly #answer: PacedAnswer
  readonly #memory: MemoryLease
  readonly #ahead: ReadAhead
  readonly #reader: FrameReader
  #isEnded = false
  #timer: NodeJS.Timeout | undefined

  /** Of a request over HTTP/2. Throws `unimplemented` for an encoding that is not spoken here. */
  constructor(exchange: Exchange) {
    this.#request = exchange.request as Http2ServerRequest
    this.#response = exchange.response as Http2ServerResponse
    this.#answer = exchange.answer
    this.#memory = exchange.memory
    const encoding = exchange.headers['grpc-encoding']
    this.#reader = new FrameReader(typeof encoding === 'string' ? encoding : undefined, this.#memory)
    const isAnswerTaken = () => this.#answer.isFlowing
    this.#ahead = new ReadAhead(this.#request, this.#memory, isAnswerTaken)
    this.#response.writeHead(200, { 'content-type': 'application/grpc+proto', 'grpc-accept-encoding': 'identity,gzip' })
  }

  get isEnded(): boolean {
    return this.#isEnded || this.#response.stream.destroyed
  }

  /** Rejects when the client goes on asking and reads no answer; `messages` may not be looking for more then. */
  get overrun(): Promise<never> {
    return this.#ahead.overrun
  }

  /** Every message of the request. Throws what `FrameReader`, `unpackFrame` and `ReadAhead.pieces` throw. */
  async *messages(): AsyncIterable<HeldMessage> {
    this.#timeMessage()
    for await (const chunk of this.#ahead.pieces()) {
      this.#stopTimer()
      for (const frame of this.#reader.read(chunk)) {
        const message = frame.isPacked ? await unpackFrame(frame, this.#memory) : frame
        const turn = bodyTurn.wait()
        if (turn !== undefined) await turn
        yield message
      }
      if (this.#reader.isMidway) this.#timeMessage()
    }
    this.#reader.finish()
  }

  /** A stream may be silent between its messages, and neither before the first nor within one: what is here of it is held for nothing. */
  #timeMessage(): void {
    const { stream } = this.#response
    this.#timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), IDLE_MESSAGE_MS_MAX).unref()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
  }

  /** False asks to wait for `onDrain`. Throws `resource-exhausted` when too much waits already. */
  send(message: Uint8Array): boolean {
    if (this.isEnded) return true
    return this.#answer.write(encodeFrame(message))
  }

  onDrain(listener: () => void): void {
    this.#answer.onDrain(listener)
  }

  /** Calls back when the stream has closed, not always in the same round. */
  onClose(listener: () => void): void {
    this.#response.stream.on('close', () => leavingTurn.run(listener))
  }

  /** Resolves when what was sent has left, or the client is gone. */
  drained(): Promise<void> {
    return this.#answer.drained()
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
    this.#stopTimer()
    this.#answer.end(() => {
      this.#response.addTrailers(trailers)
      this.#response.end()
    })
    this.#ahead.stop()
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
