import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { Turn } from '../lib/turn.ts'

/** So many requests of a connection are served in one round of the event loop. */
export const REQUESTS_PER_ROUND_MAX = 50
/** Of HTTP/1.1, where hardly anybody has a second one before the first was answered. */
export const PIPELINED_PER_ROUND_MAX = 4

type Request = IncomingMessage | Http2ServerRequest
type Response = ServerResponse | Http2ServerResponse
type Connection = Socket | Http2Session
/** Requests of a connection in a round, the last one in which it had any. */
interface Served {
  round: number
  requests: number
}
type Serve = (request: Request, response: Response) => void

/**
 * Gives each connection its turn. One read of a socket can bring thousands of streams of HTTP/2, and a thousand connections a request each:
 * those of a connection beyond the first few wait for later rounds, and so does whatever comes when the requests of this round have had
 * their time together. Where nothing waits, a request is served at once. What waits is counted, and bounded, by whoever hands it over.
 */
export class ConnectionTurns {
  readonly #serve: Serve
  readonly #served = new WeakMap<Connection, Served>()
  #round = 0
  readonly #waiting = new Map<Connection, Map<Request, Response>>()
  /** Of all requests of the present round. */
  #turn: Turn | undefined

  constructor(serve: Serve) {
    this.#serve = serve
  }

  /** Serves the request now, or in a later round. */
  readonly take = (request: Request, response: Response): void => {
    const connection = connectionOf(request)
    if (connection === undefined) return
    const served = this.#servedOf(connection)
    const waiting = this.#waiting.size === 0 ? undefined : this.#waiting.get(connection)
    if (waiting !== undefined || served.requests >= perRoundMax(request) || this.#turn?.isOver === true) {
      this.#putOff(connection, waiting, request, response)
      return
    }
    served.requests++
    if (this.#turn === undefined) this.#begin()
    this.#serve(request, response)
  }

  #servedOf(connection: Connection): Served {
    let served = this.#served.get(connection)
    if (served === undefined) this.#served.set(connection, (served = { round: this.#round, requests: 0 }))
    if (served.round !== this.#round) {
      served.round = this.#round
      served.requests = 0
    }
    return served
  }

  #putOff(
    connection: Connection,
    waiting: Map<Request, Response> | undefined,
    request: Request,
    response: Response,
  ): void {
    const line = waiting ?? new Map<Request, Response>()
    if (waiting === undefined) this.#waiting.set(connection, line)
    line.set(request, response)
    // Whose client leaves is dropped at once, and unserved: nobody would give back what it takes.
    response.once('close', () => {
      if (line.delete(request) && line.size === 0) this.#leave(connection, line)
    })
  }

  #leave(connection: Connection, line: Map<Request, Response>): void {
    if (this.#waiting.get(connection) === line) this.#waiting.delete(connection)
  }

  #begin(): Turn {
    const turn = new Turn()
    this.#turn = turn
    setImmediate(this.#next)
    return turn
  }

  readonly #next = (): void => {
    this.#turn = undefined
    this.#round++
    if (this.#waiting.size === 0) return
    const turn = this.#begin()
    let left = this.#waiting.size
    for (const [connection, waiting] of this.#waiting) {
      this.#serveSome(connection, waiting, turn)
      this.#leave(connection, waiting)
      // At the end of the line: whoever had no turn in this round is first in the next.
      if (waiting.size > 0) this.#waiting.set(connection, waiting)
      if (--left === 0 || turn.isOver) return
    }
  }

  #serveSome(connection: Connection, waiting: Map<Request, Response>, turn: Turn): void {
    let served = 0
    for (const [request, response] of waiting) {
      if (served >= perRoundMax(request) || (served > 0 && turn.isOver)) break
      waiting.delete(request)
      if (isGone(request)) continue
      served++
      this.#serve(request, response)
    }
    this.#servedOf(connection).requests = Number.POSITIVE_INFINITY
  }
}

function connectionOf(request: Request): Connection | undefined {
  return 'stream' in request ? request.stream.session : request.socket
}

function perRoundMax(request: Request): number {
  return 'stream' in request ? REQUESTS_PER_ROUND_MAX : PIPELINED_PER_ROUND_MAX
}

function isGone(request: Request): boolean {
  return 'stream' in request ? request.stream.destroyed : request.destroyed || request.socket.destroyed
}
