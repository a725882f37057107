import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isPipelineCut } from './pipelined-requests.ts'

/** Of heads. Node makes a request and a response of each one that it is given, before anybody is asked: 2,500 of one read. */
const HEAD_SLICE_BYTES = 512
/** Of a body whose end is not known. */
const CHUNKED_SLICE_BYTES = 4 * 1024
/** Behind a request that was too many: so much is still read, so that the client sees why. */
const discardedBytesMax = 256 * 1024

/**
 * Gives node's parser of HTTP/1.1 what a connection sends in slices: small ones where requests may begin, whole ones within a body. Behind
 * a request that is one too many nothing is parsed any more.
 */
export class SlicedInput {
  readonly #socket: Socket
  readonly #parse: (bytes: Buffer) => void
  /** The last request that has begun, and the bytes since then: no fewer than those of its body. */
  #request: IncomingMessage | undefined
  #bytesSince = 0
  /** What came with the slice that is being parsed, behind it. */
  #rest: Buffer = Buffer.alloc(0)
  #discarded = 0

  /** Takes the place of node's own reader of the socket, which is being served. Call `begin` with each of its requests. */
  constructor(socket: Socket) {
    this.#socket = socket
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (parse === undefined) throw new Error('This Node does not read its connections by "data"')
    this.#parse = (bytes) => parse.call(socket, bytes)
    socket.removeListener('data', parse)
    socket.on('data', this.#take)
  }

  begin(request: IncomingMessage): void {
    this.#request = request
    this.#bytesSince = 0
  }

  /** The connection goes on in another protocol. Answers what came behind the request for it and was not parsed. */
  end(): Buffer {
    this.#socket.removeListener('data', this.#take)
    return this.#rest
  }

  readonly #take = (bytes: Buffer): void => {
    const socket = this.#socket
    this.#rest = bytes
    while (this.#rest.length > 0) {
      if (isPipelineCut(socket)) {
        this.#discard(this.#rest.length)
        return
      }
      const slice = this.#rest.subarray(0, this.#sliceBytes)
      this.#rest = this.#rest.subarray(slice.length)
      this.#parse(slice)
      this.#bytesSince += slice.length
      if (this.#rest.length === 0 || !this.#isReading) return
      // Answers are not taken, or a body is not: node has paused its parser, too, and reads on by itself.
      if (socket.isPaused()) {
        socket.unshift(this.#rest)
        return
      }
    }
  }

  /** Not after what could not be parsed, nor after a change of protocol. */
  get #isReading(): boolean {
    return !this.#socket.destroyed && this.#socket.listeners('data').includes(this.#take)
  }

  get #sliceBytes(): number {
    const request = this.#request
    if (request === undefined || request.complete) return HEAD_SLICE_BYTES
    const length = request.headers['content-length']
    if (length === undefined) return CHUNKED_SLICE_BYTES
    return Math.max(HEAD_SLICE_BYTES, Number(length) - this.#bytesSince)
  }

  #discard(bytes: number): void {
    this.#discarded += bytes
    if (this.#discarded > discardedBytesMax) this.#socket.destroy()
  }
}
