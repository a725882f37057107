import type { IncomingMessage } from 'node:http'
import { constants, type Http2ServerRequest, type ServerHttp2Stream } from 'node:http2'

const DISCARDED_BYTES_MAX = 32 * 1024 * 1024
const DISCARD_MS_MAX = 5_000

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
