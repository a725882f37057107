import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from 'node:http2'
import { Socket } from 'node:net'
import { Turn } from '../turn.ts'

/** So many requests of a connection are served in one round of the event loop. */
export const REQUESTS_PER_ROUND_MAX = 50
/** More than a connection may have streams; only one whose client also ends them at once, or never reads, gets there. */
const WAITING_MAX = 20_000

type Request = IncomingMessage | Http2ServerRequest
type Response = ServerResponse | Http2ServerResponse
type Waiting = (readonly [Request, Response])[]
type Serve = (request: Request, response: Response) => void

/**
 * Gives each connection its turn. One read of a socket can bring a thousand pipelined requests, or streams of HTTP/2: those beyond the first few
 * wait for later rounds, so that other connections are served in between. Meanwhile nothing more is read of an HTTP/1.1 connection.
 */
export class ConnectionTurns {
  readonly #serve: Serve
  /** Requests of the present round. */
  readonly #served = new Map<object, number>()
  readonly #waiting = new Map<Socket | Http2Session, Waiting>()
  #isRoundEnding = false

  constructor(serve: Serve) {
    this.#serve = serve
  }

  /** Serves the request now, or in a later round. */
  readonly take = (request: Request, response: Response): void => {
    const connection = 'stream' in request ? request.stream.session : request.socket
    if (connection === undefined) return
    const served = this.#served.get(connection) ?? 0
    if (served >= REQUESTS_PER_ROUND_MAX || (this.#waiting.size > 0 && this.#waiting.has(connection))) {
      this.#putOff(connection, request, response)
      return
    }
    this.#served.set(connection, served + 1)
    this.#endRound()
    this.#serve(request, response)
  }

  #putOff(connection: Socket | Http2Session, request: Request, response: Response): void {
    const waiting = this.#waiting.get(connection)
    if (waiting !== undefined) {
      if (waiting.length >= WAITING_MAX) connection.destroy()
      else waiting.push([request, response])
      return
    }
    this.#waiting.set(connection, [[request, response]])
    if (!(connection instanceof Socket)) return
    // Each request that ends lets node read on.
    connection.on('resume', pauseAgain)
    connection.pause()
  }

  #endRound(): void {
    if (this.#isRoundEnding) return
    this.#isRoundEnding = true
    setImmediate(this.#beginRound)
  }

  readonly #beginRound = (): void => {
    this.#isRoundEnding = false
    this.#served.clear()
    if (this.#waiting.size === 0) return
    this.#endRound()
    const turn = new Turn()
    const line = [...this.#waiting]
    for (const [connection, waiting] of line) {
      this.#served.set(connection, REQUESTS_PER_ROUND_MAX)
      this.#serveSome(waiting)
      this.#waiting.delete(connection)
      // At the end of the line: whoever had no turn in this round is first in the next.
      if (waiting.length > 0 && !connection.destroyed) this.#waiting.set(connection, waiting)
      else this.#readOn(connection)
      if (turn.isOver) return
    }
  }

  #serveSome(waiting: Waiting): void {
    for (const [request, response] of waiting.splice(0, REQUESTS_PER_ROUND_MAX)) {
      // Whose client has left would never be told to give back what it takes.
      if (!isGone(request)) this.#serve(request, response)
    }
  }

  #readOn(connection: Socket | Http2Session): void {
    if (!(connection instanceof Socket)) return
    connection.off('resume', pauseAgain)
    // Node has paused it, too, where its answers are not taken; it reads on by itself then.
    if ((connection as { _paused?: boolean })._paused !== true) connection.resume()
  }
}

function isGone(request: Request): boolean {
  return 'stream' in request ? request.stream.destroyed : request.destroyed || request.socket.destroyed
}

function pauseAgain(this: Socket): void {
  this.pause()
}
