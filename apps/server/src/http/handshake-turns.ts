import type { Socket } from 'node:net'
import { Turn } from '../lib/turn.ts'

const RECORD_HEAD_BYTES = 5
const MESSAGE_HEAD_BYTES = 4
const HANDSHAKE = 0x16
const CLIENT_HELLO = 1
/** With its padding, tickets and key shares of post-quantum groups one has some 2 KiB; what is longer is left to the library, which refuses it. */
const BYTES_MAX = 16 * 1024

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

/**
 * Whether these first bytes of a connection that speaks TLS are part of a ClientHello whose rest is yet to come (RFC 8446, sections 4.1.2
 * and 5.1). Of what is no ClientHello at all nothing more is waited for.
 */
export function isPartOfClientHello(bytes: Buffer): boolean {
  if (bytes.length > BYTES_MAX) return false
  // It may be divided into several records.
  const message: Buffer[] = []
  let messageBytes = 0
  for (let at = 0; ;) {
    if (at < bytes.length && bytes[at] !== HANDSHAKE) return false
    if (bytes.length < at + RECORD_HEAD_BYTES) return true
    const end = at + RECORD_HEAD_BYTES + bytes.readUInt16BE(at + RECORD_HEAD_BYTES - 2)
    const content = bytes.subarray(at + RECORD_HEAD_BYTES, end)
    if (content.length === 0 && bytes.length >= end) return false
    message.push(content)
    messageBytes += content.length
    const whole = lengthOf(message, messageBytes)
    if (whole !== undefined && messageBytes >= whole) return false
    if (bytes.length < end) return true
    at = end
  }
}

/** How long the message is with its head; 0 for one of another kind. Undefined until that is known. */
function lengthOf(message: readonly Buffer[], messageBytes: number): number | undefined {
  const [first] = message
  if (first?.[0] !== undefined && first[0] !== CLIENT_HELLO) return 0
  if (messageBytes < MESSAGE_HEAD_BYTES) return undefined
  const head = first !== undefined && first.length >= MESSAGE_HEAD_BYTES ? first : Buffer.concat(message)
  return MESSAGE_HEAD_BYTES + head.readUIntBE(1, 3)
}
