import {
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Http2Session,
} from 'node:http2'
import { StatusError } from '@hearth/model'
import { clientAddressOf } from './client-address.ts'
import { isEnding } from './ending-turns.ts'
import type { MemoryBudget } from './memory-budget.ts'

/** What a stream of HTTP/2 takes by being open, its small answer included. */
export const STREAM_BYTES = 16 * 1024
/** So many streams of a connection are refused one after the other; it goes beyond. */
export const REFUSED_STREAMS_MAX = 200
/** gRPC has a stream for each listener, and a client may have all of them on one connection. */
export const STREAMS_MAX = 10_000

const openStreams = new WeakMap<Http2Session, number>()

/** Counts each stream of HTTP/2 from its arrival, also while it waits for its turn, until it is closed. */
export class StreamAdmission {
  readonly #memory: MemoryBudget
  readonly #trustedProxyHops: number
  readonly #refused = new WeakMap<ServerHttp2Session, number>()

  constructor({ memory, trustedProxyHops }: { memory: MemoryBudget; trustedProxyHops: number }) {
    this.#memory = memory
    this.#trustedProxyHops = trustedProxyHops
  }

  /** False: there was no room for it, and it is reset with ENHANCE_YOUR_CALM (RFC 9113, section 7), which gRPC calls RESOURCE_EXHAUSTED. */
  readonly admit = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): boolean => {
    const session = stream.session as ServerHttp2Session | undefined
    if (session === undefined || session.destroyed || isEnding(session) || stream.destroyed) return false
    const lease = this.#memory.lease(
      clientAddressOf({ headers, socket: session.socket }, this.#trustedProxyHops),
      session,
    )
    try {
      lease.take(STREAM_BYTES)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      this.#refuse(stream, session)
      return false
    }
    stream.once('close', () => lease.release())
    this.#refused.delete(session)
    return true
  }

  /** An answer would be held for whoever reads none. */
  #refuse(stream: ServerHttp2Stream, session: ServerHttp2Session): void {
    const refused = (this.#refused.get(session) ?? 0) + 1
    this.#refused.set(session, refused)
    if (refused > REFUSED_STREAMS_MAX) {
      session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM)
      session.destroy()
      return
    }
    stream.on('error', ignoreOwnReset)
    stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  }
}

function ignoreOwnReset(): void {
  // Node tells of the code that the stream was closed with.
}

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
