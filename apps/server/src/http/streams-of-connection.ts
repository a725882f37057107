import type { Http2Session, ServerHttp2Stream } from 'node:http2'
import { StatusError } from '@hearth/model'

/** gRPC has a stream for each listener, and a client may have all of them on one connection. */
export const STREAMS_MAX = 10_000

const openStreams = new WeakMap<Http2Session, number>()

/** Counts a stream of its connection until it ends. Throws `resource-exhausted`/`TOO_MANY_STREAMS`. */
export function admitStream(stream: ServerHttp2Stream): void {
  const { session } = stream
  if (session === undefined) return
  const open = openStreams.get(session) ?? 0
  if (open >= STREAMS_MAX) {
    const message = `A connection may have ${STREAMS_MAX} requests and listeners at once. End some, or open another connection.`
    throw new StatusError('resource-exhausted', 'TOO_MANY_STREAMS', message)
  }
  openStreams.set(session, open + 1)
  stream.once('close', () => openStreams.set(session, (openStreams.get(session) ?? 1) - 1))
}
