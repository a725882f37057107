import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { pipelineOf } from './pipelined-requests.ts'

/** Behind a request that was too many: so much is still read, so that the client sees why. */
const DISCARDED_BYTES_MAX = 256 * 1024
/** Of node's `onIncoming`: the request has no body, and what comes behind it is not parsed. */
const STOP_PARSING = 2

type OnIncoming = (request: IncomingMessage, isKeptAlive: boolean) => number
type ParsedSocket = Socket & { readonly parser?: { onIncoming?: OnIncoming } }

/**
 * Ends the parsing of a connection of HTTP/1.1 at a request that is one too many: one read brings 2,500 of them, and node would make a
 * request and a response of each. Up to there node parses by itself, off the socket's handle. Call it once the socket is served.
 */
export function cutPipeline(socket: Socket): void {
  const { parser } = socket as ParsedSocket
  const onIncoming = parser?.onIncoming
  if (parser === undefined || onIncoming === undefined) throw new Error('This Node hands requests over by another way')
  const pipeline = pipelineOf(socket)
  parser.onIncoming = (request, isKeptAlive) => {
    const verdict = onIncoming(request, isKeptAlive)
    if (!pipeline.isCut) return verdict
    discardInput(socket)
    return STOP_PARSING
  }
}

/** Takes the input from the parser. The socket ends when it was answered, or when this is too much. */
function discardInput(socket: Socket): void {
  let discarded = 0
  socket.removeAllListeners('data').on('data', ({ length }: Buffer) => {
    discarded += length
    if (discarded > DISCARDED_BYTES_MAX) socket.destroy()
  })
}
