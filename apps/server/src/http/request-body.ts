import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type Http2ServerRequest, constants, type ServerHttp2Stream } from 'node:http2'
import { parseJson, StatusError } from '@hearth/model'
import { JSON_DEPTH_MAX } from '../lib/outside-json.ts'
import { SharedTurn } from '../lib/shared-turn.ts'
import { Turn } from '../lib/turn.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { invalidJson, JSON_VALUE_BYTES, parseJsonInTurns } from './json-in-turns.ts'
import type { MemoryLease } from './memory-budget.ts'
import { type Packing, unpack } from './unpack.ts'

const DISCARDED_BYTES_MAX = 32 * 1024 * 1024
const DISCARD_MS_MAX = 5_000

/** Of all bodies, and messages of gRPC, that end in a round of the event loop: a thousand connections may bring one each. */
export const bodyTurn = new SharedTurn()

/** A body that is held until it is whole; the largest may come at 40 KiB a second. */
const BODY_MS_MAX = 300_000
const emptyBody = Buffer.alloc(0)
const packings: ReadonlyMap<string, Packing> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])

/**
 * The whole body of a request, decompressed; the limit holds for the bytes on the wire and for the decompressed ones.
 * Throws `invalid-argument`/`BODY_TOO_LARGE` without reading on, `UNSUPPORTED_ENCODING`, `INVALID_BODY` for a broken
 * compression, `deadline-exceeded`/`BODY_TOO_SLOW` after five minutes, and `cancelled`/`CLIENT_GONE` when the client left before the
 * end. `memory` is asked for the bytes as they come, and may refuse them by throwing.
 */
export async function readRequestBody(
  request: IncomingMessage | Http2ServerRequest,
  limitBytes: number,
  memory: MemoryLease,
): Promise<Buffer> {
  // Who is asking was looked at first, and may have left meanwhile: no close would be heard any more.
  if (request.destroyed && !request.readableEnded) throw clientGone()
  const declared = request.headers['content-length']
  if (declared !== undefined && Number(declared) > limitBytes) throw bodyTooLarge(limitBytes)
  const encoding = request.headers['content-encoding']?.trim().toLowerCase()
  if (encoding === undefined || encoding === '' || encoding === 'identity') {
    const body = await collect(request, limitBytes, memory)
    // Whoever reads a body works on it at once.
    const turn = body.length === 0 ? undefined : bodyTurn.wait()
    if (turn !== undefined) await turn
    return body
  }
  const packing = packings.get(encoding)
  if (packing === undefined) {
    const message = 'The body is compressed in a way this server does not read; it reads gzip and deflate.'
    throw new StatusError('invalid-argument', 'UNSUPPORTED_ENCODING', message)
  }
  if (request.readableEnded || (request.complete && request.readableLength === 0)) return emptyBody
  const unpacked = await inTime(
    unpack(streamRequestBody(request), {
      packing,
      bytesMax: limitBytes,
      memory,
      tooLarge: () => bodyTooLarge(limitBytes),
      broken: (cause) =>
        new StatusError('invalid-argument', 'INVALID_BODY', 'The body is not what its content-encoding says.', {
          cause,
        }),
    }),
  )
  // A handful of packed bytes is a body of the largest size: of many, each is read in a round of its own.
  await new Turn().next()
  return unpacked.finish()
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(bodyTooSlow()), BODY_MS_MAX).unref()
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The body of a request as it comes; what `Exchange.streamBody` says. */
export async function* streamRequestBody(request: IncomingMessage | Http2ServerRequest): AsyncIterable<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw clientGone(cause)
  }
  if (wasCut(request)) throw clientGone()
}

/** The worst text of this length takes the parser a few milliseconds. */
const AT_ONCE_BYTES = 64 * 1024

/** Of a body up to here nobody counts the values: it takes three times its bytes and seldom more. */
const UNCOUNTED_BYTES = 4 * 1024

/** As `parseJsonBody`, for a body of any length: what is longer is parsed in turns. `hold` is told of the bytes that its values take. */
export function parseLongJsonBody(body: Buffer, hold: (bytes: number) => void): unknown {
  if (body.length > AT_ONCE_BYTES) return parseJsonInTurns(body, { hold })
  hold(body.length <= UNCOUNTED_BYTES ? 3 * body.length : body.length + JSON_VALUE_BYTES * countValues(body))
  return parseJsonBody(body)
}

/** Commas and opening brackets, in texts as well: a value has one of them. */
function countValues(body: Buffer): number {
  let values = 0
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0
    // `[` and `{` differ in this one bit.
    if (byte === 0x2c || (byte | 0x20) === 0x7b) values++
  }
  return values
}

/** For what is short. Throws `invalid-argument`/`INVALID_JSON`. An empty body is `{}`. */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return {}
  if (!isUtf8(body)) throw invalidJson('The body is not valid UTF-8.')
  if (mayBeTooDeep(body) && isTooDeep(body)) {
    throw invalidJson(`The body is nested deeper than ${JSON_DEPTH_MAX} levels.`)
  }
  try {
    return parseJson(body.toString('utf8'))
  } catch {
    // The parser's own message quotes the body, which must not reach a log.
    throw invalidJson('The body is not valid JSON.')
  }
}

/** Counts opening brackets wherever they stand: a body with few of them, as most are, needs no closer look. */
function mayBeTooDeep(body: Buffer): boolean {
  let brackets = 0
  for (let index = 0; index < body.length; index++) {
    // `[` and `{` differ in this one bit.
    if (((body[index] ?? 0) | 0x20) === 0x7b && ++brackets > JSON_DEPTH_MAX) return true
  }
  return false
}

/** Counts brackets outside strings, before any parser builds the values. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0
  let insideString = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (insideString) {
      if (byte === 0x5c) index++
      else if (byte === 0x22) insideString = false
    } else if (byte === 0x22) {
      insideString = true
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--
    }
  }
  return false
}

function collect(
  request: IncomingMessage | Http2ServerRequest,
  limitBytes: number,
  memory: MemoryLease,
): Promise<Buffer> {
  if (request.readableEnded) return Promise.resolve(emptyBody)
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'] ?? limitBytes)
    let body: GrowingBuffer | undefined
    // Nearly every body comes in one piece, and needs neither a buffer of its own nor a clock.
    let whole: Buffer | undefined
    let timer: NodeJS.Timeout | undefined
    // What comes after the promise has settled changes nothing, so only the listener that holds memory is taken off.
    const onData = (chunk: Buffer): void => {
      try {
        if ((body?.length ?? 0) + chunk.length > limitBytes) throw bodyTooLarge(limitBytes)
        if (chunk.length === declared && isWholeBuffer(chunk)) {
          memory.take(chunk.length)
          whole = chunk
          return
        }
        timer ??= setTimeout(giveUp, BODY_MS_MAX).unref()
        body ??= new GrowingBuffer(memory, declared)
        body.add(chunk)
      } catch (error) {
        request.off('data', onData)
        reject(error)
      }
    }
    const giveUp = (): void => {
      request.off('data', onData)
      reject(bodyTooSlow())
    }
    request.on('data', onData)
    request.on('end', () => {
      if (wasCut(request)) reject(clientGone())
      else resolve(whole ?? body?.finish() ?? emptyBody)
    })
    // A close follows every error and every end.
    request.on('close', () => {
      clearTimeout(timer)
      if (!request.readableEnded) reject(clientGone())
    })
  })
}

/** It is no view of something larger, which would be held with it. */
function isWholeBuffer(chunk: Buffer): boolean {
  return chunk.buffer.byteLength === chunk.length
}

/** A stream of HTTP/2 that its client resets before the end of the body ends like a whole one; only the stream itself knows. */
function wasCut(request: IncomingMessage | Http2ServerRequest): boolean {
  return 'stream' in request && request.stream.aborted
}

function clientGone(cause?: unknown): StatusError {
  return new StatusError('cancelled', 'CLIENT_GONE', 'The client left before the body was complete.', { cause })
}

function bodyTooSlow(): StatusError {
  return new StatusError('deadline-exceeded', 'BODY_TOO_SLOW', 'The body took longer than five minutes to arrive.')
}

function bodyTooLarge(limitBytes: number): StatusError {
  return new StatusError('invalid-argument', 'BODY_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`, {
    details: { limitBytes },
  })
}

/**
 * Reads away what a client still sends after its request was refused, so that it gets to see the answer: a connection closed
 * with unread bytes is reset. Bounded in bytes and time; then the connection goes.
 */
export function discardRest(request: IncomingMessage | Http2ServerRequest): void {
  if (request.readableEnded || request.destroyed) return
  // All of it is here, and nothing of it waits: most requests have no body at all.
  if (request.complete && request.readableLength === 0) return
  let discarded = 0
  const cut = (): void => {
    if ('stream' in request) cutStream(request.stream)
    else request.socket.destroy()
  }
  // A reader that gave up halfway would keep the rest from flowing.
  request.removeAllListeners('readable')
  const timer = setTimeout(cut, DISCARD_MS_MAX)
  timer.unref()
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARDED_BYTES_MAX) cut()
  })
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}

/** Closed without an error, a stream waits until its answer is taken, and reads on meanwhile. */
function cutStream(stream: ServerHttp2Stream): void {
  stream.close(stream.writableFinished ? constants.NGHTTP2_NO_ERROR : constants.NGHTTP2_CANCEL)
}
