import type { ServerResponse } from 'node:http'
import { type Http2ServerResponse, constants } from 'node:http2'
import type { MemoryLease } from './memory-budget.ts'

/** What is handed to the connection at once. The next slice follows when this one was taken. */
const SLICE_BYTES = 64 * 1024
/** More than this waits: the source should pause. */
const FLOWING_BYTES_MAX = 64 * 1024
/** Pieces up to this are copied together. Each by itself would take ten times the bytes of an answer to a listener, and keep the pool that it is a part of. */
const SMALL_PIECE_BYTES = 4 * 1024

/**
 * Writes an answer as fast as its reader takes it. What waits is counted in the budget, and a reader that takes nothing for
 * `readerMsMax` is cut.
 */
export class PacedAnswer {
  readonly #response: ServerResponse | Http2ServerResponse
  readonly #memory: MemoryLease
  readonly #readerMsMax: number
  #waiting: Buffer[] = []
  /** What the last that waits was copied into, while there is room for more. */
  #pack: Buffer | undefined
  /** Of the first that waits, what was handed on. */
  #at = 0
  /** Written and not taken. */
  #bytes = 0
  #isUnderWay = false
  #isFinished = false
  #timer: NodeJS.Timeout | undefined
  #finish: (() => void) | undefined
  #drains: (() => void)[] = []
  readonly #onDrain: (() => void)[] = []

  constructor(response: ServerResponse | Http2ServerResponse, memory: MemoryLease, readerMsMax: number) {
    this.#response = response
    this.#memory = memory
    this.#readerMsMax = readerMsMax
    response.once('close', () => this.#close())
  }

  get isFlowing(): boolean {
    return this.#bytes <= FLOWING_BYTES_MAX || this.#response.destroyed
  }

  /** False asks to wait for `drained`. Throws `resource-exhausted` when so much must not wait; nothing of it is written then. */
  write(bytes: Buffer): boolean {
    if (this.#response.destroyed) return true
    this.#memory.take(bytes.length)
    return this.writeCounted(bytes)
  }

  /** As `write`, for what the budget has counted already. */
  writeCounted(bytes: Buffer): boolean {
    if (this.#response.destroyed || bytes.length === 0) return true
    this.#bytes += bytes.length
    if (bytes.length <= SMALL_PIECE_BYTES) this.#packUp(bytes)
    else this.#push(bytes)
    if (!this.#isUnderWay) this.#writeSlice()
    return this.isFlowing
  }

  /** Called each time when what waits is little again, after a `write` that returned false. */
  onDrain(listener: () => void): void {
    this.#onDrain.push(listener)
  }

  /** Resolves when little waits, or nobody reads it any more. */
  async drained(): Promise<void> {
    if (this.isFlowing) return
    await new Promise<void>((resolve) => this.#drains.push(resolve))
  }

  /** Calls `finish`, which ends the answer, behind the last slice. */
  end(finish: () => void): void {
    this.#finish = finish
    if (this.#waiting.length === 0) this.#finishNow()
  }

  #push(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#pack = undefined
  }

  #packUp(piece: Buffer): void {
    const packed = this.#pack === undefined ? undefined : this.#waiting.at(-1)
    const length = (packed?.length ?? 0) + piece.length
    if (this.#pack === undefined || packed === undefined || length > SMALL_PIECE_BYTES) {
      // The first leaves at once, and nothing is added to it.
      const pack = Buffer.allocUnsafeSlow(this.#isUnderWay ? SMALL_PIECE_BYTES : piece.length)
      pack.set(piece)
      this.#push(pack.subarray(0, piece.length))
      this.#pack = pack
      return
    }
    this.#pack.set(piece, packed.length)
    this.#waiting[this.#waiting.length - 1] = this.#pack.subarray(0, length)
  }

  #writeSlice(): void {
    const slice = this.#nextSlice()
    this.#isUnderWay = true
    if (this.#timer === undefined) {
      this.#timer = setTimeout(() => cutReader(this.#response, this.#readerMsMax), this.#readerMsMax).unref()
    }
    const taken = (): void => this.#onTaken(slice.length)
    // Both response types write alike; TypeScript can't call the union.
    ;(this.#response as ServerResponse).write(slice, taken)
    if (this.#waiting.length === 0) this.#finishNow()
  }

  #onTaken(length: number): void {
    if (this.#response.destroyed) return
    const wasFlowing = this.isFlowing
    this.#memory.give(length)
    this.#bytes -= length
    this.#isUnderWay = false
    if (this.#bytes > 0) {
      this.#timer?.refresh()
      this.#writeSlice()
    } else if (!this.#isFinished) {
      this.#stopTimer()
    }
    if (!wasFlowing && this.isFlowing) this.#tellDrained()
  }

  /** Small pieces go together; a large one goes in slices. */
  #nextSlice(): Buffer {
    const first = this.#waiting[0] ?? Buffer.alloc(0)
    if (first.length - this.#at > SLICE_BYTES) {
      this.#at += SLICE_BYTES
      return first.subarray(this.#at - SLICE_BYTES, this.#at)
    }
    const pieces = [first.subarray(this.#at)]
    let length = first.length - this.#at
    let count = 1
    for (; count < this.#waiting.length; count++) {
      const piece = this.#waiting[count]
      if (piece === undefined || length + piece.length > SLICE_BYTES) break
      length += piece.length
      pieces.push(piece)
    }
    this.#at = 0
    this.#waiting = count === this.#waiting.length ? [] : this.#waiting.slice(count)
    if (this.#waiting.length === 0) this.#pack = undefined
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, length)
  }

  /** What follows is so little that nobody counts it, but it must be taken, too. */
  #finishNow(): void {
    const finish = this.#finish
    if (finish === undefined) return
    this.#finish = undefined
    this.#isFinished = true
    this.#timer ??= setTimeout(() => cutReader(this.#response, this.#readerMsMax), this.#readerMsMax).unref()
    finish()
  }

  #tellDrained(): void {
    for (const resolve of this.#drains.splice(0)) resolve()
    for (const listener of this.#onDrain) listener()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #close(): void {
    this.#stopTimer()
    this.#memory.give(this.#bytes)
    this.#bytes = 0
    this.#waiting = []
    this.#pack = undefined
    for (const resolve of this.#drains.splice(0)) resolve()
  }
}

/** How long a client may take nothing of an answer that waits for it. */
export const READER_MS_MAX = 60_000

/**
 * Ends an answer that its reader does not take. Over HTTP/2 the other streams of the connection live on, unless nobody is there
 * any more: then what was on its way for them would stay, too.
 */
export function cutReader(response: ServerResponse | Http2ServerResponse, patienceMs: number): void {
  if (!('stream' in response)) {
    response.socket?.destroy()
    return
  }
  const { session } = response.stream
  response.stream.close(constants.NGHTTP2_CANCEL)
  response.stream.destroy()
  if (session === undefined || session.destroyed || session.closed) return
  const timer = setTimeout(() => session.destroy(), patienceMs).unref()
  // False: as many as may be are asked already, and each of them has its own end.
  if (!session.ping(() => clearTimeout(timer))) clearTimeout(timer)
}

/** Resolves when what was written has left, or nobody reads it any more: who does not for a minute is cut. */
export async function drained(response: ServerResponse | Http2ServerResponse): Promise<void> {
  const stream = 'stream' in response ? response.stream : response
  if (!stream.writableNeedDrain || stream.destroyed) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => cutReader(response, READER_MS_MAX), READER_MS_MAX).unref()
    const done = () => {
      clearTimeout(timer)
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
