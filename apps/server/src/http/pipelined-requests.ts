import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { StatusError } from '@hearth/model'
import type { MemoryLease } from './memory-budget.ts'

/** Requests of a connection of HTTP/1.1 without an answer yet. Browsers and SDKs have one. */
export const PIPELINED_MAX = 16
/** What a request and its answer take while others are before them. */
const PIPELINED_BYTES = 16 * 1024

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
export function pipelineOf(socket: Socket): Pipeline {
  let pipeline = pipelines.get(socket)
  if (pipeline === undefined) pipelines.set(socket, (pipeline = { open: 0, isCut: false }))
  return pipeline
}
