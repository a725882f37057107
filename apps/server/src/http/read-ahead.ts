import type { Http2ServerRequest } from 'node:http2'
import { StatusError } from '@hearth/model'
import { GrowingBuffer } from './growing-buffer.ts'
import { leavingTurn } from './ending-turns.ts'
import type { MemoryLease } from './memory-budget.ts'

/** What waits for its taker; a thousand requests for listeners are a third of it. */
export const AHEAD_BYTES_MAX = 1024 * 1024

/**
 * The body of a request over HTTP/2, read ahead of its taker. Node keeps a piece that nobody takes as it came, with the read of the socket
 * that it is a part of: 64 KiB for one byte. Here what waits is copied together and counted.
 */
export class ReadAhead {
  readonly #request: Http2ServerRequest
  readonly #memory: MemoryLease
  readonly #isAnswerTaken: () => boolean
  readonly #overrun = Promise.withResolvers<never>()
  #waiting: GrowingBuffer
  #end: 'none' | 'whole' | 'gone' | StatusError = 'none'
  #wake: (() => void) | undefined

  /** `isAnswerTaken`: the client is not behind with what it was sent, so the taker will come. */
  constructor(request: Http2ServerRequest, memory: MemoryLease, isAnswerTaken: () => boolean) {
    this.#request = request
    this.#memory = memory
    this.#isAnswerTaken = isAnswerTaken
    this.#waiting = this.#newBuffer()
    this.#overrun.promise.catch(() => undefined)
    request.on('data', this.#add)
    request.once('end', () => this.#endWith(request.stream.aborted ? 'gone' : 'whole'))
    request.once('close', () => this.#endWith('gone'))
    request.on('error', () => this.#endWith('gone'))
  }

  /** Rejects with `resource-exhausted` (`UNREAD_REQUESTS`, `TOO_MUCH_HELD`) when more came than may wait; `pieces` ends with it, too. */
  get overrun(): Promise<never> {
    return this.#overrun.promise
  }

  /** What came, in order; a piece is counted until the next is asked for. Throws as `overrun`, and `cancelled`/`CLIENT_GONE`. */
  async *pieces(): AsyncIterable<Buffer> {
    for (;;) {
      if (this.#waiting.length > 0) {
        const taken = this.#waiting
        this.#waiting = this.#newBuffer()
        this.#request.resume()
        yield taken.finish()
        this.#memory.give(taken.heldBytes)
        continue
      }
      if (this.#end === 'whole') return
      if (this.#end !== 'none') throw this.#end === 'gone' ? clientGone() : this.#end
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Nobody takes what waits and what comes; whoever calls this sees to the rest. */
  stop(): void {
    this.#request.off('data', this.#add)
    this.#memory.give(this.#waiting.heldBytes)
    this.#waiting = this.#newBuffer()
    this.#endWith('gone')
  }

  readonly #add = (piece: Buffer): void => {
    if (this.#end !== 'none') return
    try {
      const isFull = this.#waiting.length + piece.length > AHEAD_BYTES_MAX
      if (isFull && !this.#isAnswerTaken()) throw unreadRequests()
      this.#waiting.add(piece)
      // Who takes its answers is only faster than its requests are read.
      if (isFull) this.#request.pause()
      this.#wake?.()
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      this.stop()
      this.#end = error
      this.#overrun.reject(error)
    }
  }

  #endWith(end: 'whole' | 'gone'): void {
    if (this.#end !== 'none') return
    this.#end = end
    if (end === 'whole') this.#wake?.()
    else leavingTurn.run(() => this.#wake?.())
  }

  #newBuffer(): GrowingBuffer {
    return new GrowingBuffer(this.#memory, Number.POSITIVE_INFINITY)
  }
}

function clientGone(): StatusError {
  return new StatusError('cancelled', 'CLIENT_GONE', 'The client left before the body was complete.')
}

function unreadRequests(): StatusError {
  const text = `More than ${AHEAD_BYTES_MAX} bytes of requests wait, and their client reads no answer.`
  return new StatusError('resource-exhausted', 'UNREAD_REQUESTS', text)
}
