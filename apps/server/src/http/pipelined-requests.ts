import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { StatusError } from '@hearth/model'
import type { MemoryLease } from './memory-budget.ts'

/** Requests of a connection of HTTP/1.1 without an answer yet. Browsers and SDKs have one. */
export const PIPELINED_MAX = 16
/** What a request and its answer take while others are before them. */
const PIPELINED_BYTES = 16 * 1024
/** Behind a request that was too many: so much is still read, so that the client sees why. */
const DISCARDED_BYTES_MAX = 256 * 1024
/** Of node's `onIncoming`: the request has no body, and what comes behind it is not parsed. */
const STOP_PARSING = 2

interface Pipeline {
  /** Requests without an answer. */
  open: number
  /** It ends behind the answer to the request that was too many. */
  isCut: boolean
}

const pipelines = new WeakMap<Socket, Pipeline>()
/** Those that came before others of their connection were answered: how many there were with them. */
const positions = new WeakMap<IncomingMessage, number>()

/** Counts a request, until `leavePipeline`. False: it is behind one that is too many, and nobody serves it. */
export function enterPipeline(request: IncomingMessage, response: ServerResponse): boolean {
  const pipeline = pipelineOf(request.socket)
  if (pipeline.isCut) return false
  const position = ++pipeline.open
  if (position > 1) positions.set(request, position)
  if (position > PIPELINED_MAX) {
    pipeline.isCut = true
    response.setHeader('connection', 'close')
  }
  return true
}

/** When the answer has ended. Those that were never served need not leave: their connection has ended. */
export function leavePipeline({ socket }: IncomingMessage): void {
  pipelineOf(socket).open--
}

/** Throws `resource-exhausted`: `TOO_MANY_PIPELINED`, and `TOO_MUCH_HELD` when it is not the only one and there is no room for it. */
export function admitPipelined(request: IncomingMessage, held: { readonly memory: MemoryLease }): void {
  const position = positions.get(request) ?? 1
  if (position > PIPELINED_MAX) {
    const message = `A connection may have ${PIPELINED_MAX} requests that wait for their answers. Send fewer at once, or open another connection.`
    throw new StatusError('resource-exhausted', 'TOO_MANY_PIPELINED', message)
  }
  if (position > 1) held.memory.take(PIPELINED_BYTES)
}

/** The same for as long as the connection lasts. */
function pipelineOf(socket: Socket): Pipeline {
  let pipeline = pipelines.get(socket)
  if (pipeline === undefined) pipelines.set(socket, (pipeline = { open: 0, isCut: false }))
  return pipeline
}

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
