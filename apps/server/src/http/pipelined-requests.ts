import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { StatusError } from '@hearth/model'
import type { MemoryLease } from './memory-budget.ts'

/** Requests of a connection of HTTP/1.1 without an answer yet. Browsers and SDKs have one. */
export const PIPELINED_MAX = 16
/** What a request and its answer take while others are before them. */
const PIPELINED_BYTES = 16 * 1024

const openRequests = new WeakMap<Socket, number>()
/** Those that came before others of their connection were answered: how many there were with them. */
const positions = new WeakMap<IncomingMessage, number>()
/** They end behind the answer to the request that was too many. */
const cutSockets = new WeakSet<Socket>()

/** Counts a request from its arrival until its answer has ended. False: it is behind one that is too many, and nobody serves it. */
export function enterPipeline(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request
  if (cutSockets.has(socket)) return false
  const position = (openRequests.get(socket) ?? 0) + 1
  openRequests.set(socket, position)
  if (position > 1) positions.set(request, position)
  response.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1))
  if (position > PIPELINED_MAX) {
    cutSockets.add(socket)
    response.setHeader('connection', 'close')
  }
  return true
}

/** Whether nothing more of the connection is served. */
export function isPipelineCut(socket: Socket): boolean {
  return cutSockets.has(socket)
}

/** Throws `resource-exhausted`: `TOO_MANY_PIPELINED`, and `TOO_MUCH_HELD` when it is not the only one and there is no room for it. */
export function admitPipelined(request: IncomingMessage, memory: () => MemoryLease): void {
  const position = positions.get(request) ?? 1
  if (position > PIPELINED_MAX) {
    const message = `A connection may have ${PIPELINED_MAX} requests that wait for their answers. Send fewer at once, or open another connection.`
    throw new StatusError('resource-exhausted', 'TOO_MANY_PIPELINED', message)
  }
  if (position > 1) memory().take(PIPELINED_BYTES)
}
