import type { Socket } from 'node:net'
import { Turn } from '../lib/turn.ts'

/**
 * Begins handshakes of TLS in turns. Each costs a signature and most of a millisecond, and hundreds of connections can ask for one
 * in the same round of the event loop: those that have no time in it wait for the next.
 */
export class HandshakeTurns {
  readonly #begin: (socket: Socket) => void
  readonly #line: Socket[] = []
  #isMoving = false

  /** `begin` hands a connection to TLS, which answers what was read of it already by `process.nextTick`. */
  constructor(begin: (socket: Socket) => void) {
    this.#begin = begin
  }

  take(socket: Socket): void {
    this.#line.push(socket)
    if (!this.#isMoving) setImmediate(this.#next)
    this.#isMoving = true
  }

  readonly #next = (): void => this.#goOn(new Turn())

  #goOn(turn: Turn): void {
    const socket = this.#line.shift()
    this.#isMoving = socket !== undefined
    if (socket === undefined) return
    if (!socket.destroyed) this.#begin(socket)
    // Behind the answer to it.
    process.nextTick(() => (turn.isOver ? setImmediate(this.#next) : this.#goOn(turn)))
  }
}
