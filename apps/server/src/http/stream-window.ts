import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'

/** So many streams a client may open beyond those that are open, until it has heard that it may open more: what one read can bring. */
export const STREAM_WINDOW = 256
/** For so long a client that has ended most of its streams may open as many again at once. */
const LOWERED_AFTER_MS = 10_000

/**
 * Tells a client how many streams it may have open: always some more than it has, up to `max` (SETTINGS_MAX_CONCURRENT_STREAMS, RFC 9113
 * section 5.1.2). Whoever opens more is refused below JavaScript, and ended when it goes on. A session begins with `STREAM_WINDOW`.
 */
export class StreamWindow {
  readonly #session: ServerHttp2Session
  readonly #max: number
  #told = STREAM_WINDOW
  #isToldPending = false
  readonly #open = new Set<ServerHttp2Stream>()
  #lowering: NodeJS.Timeout | undefined

  constructor(session: ServerHttp2Session, max: number) {
    this.#session = session
    this.#max = max
    session.on('stream', (stream) => {
      this.#open.add(stream)
      stream.once('close', () => this.#close(stream))
      this.#raise()
    })
    session.once('close', () => clearTimeout(this.#lowering))
  }

  get open(): ReadonlySet<ServerHttp2Stream> {
    return this.#open
  }

  #close(stream: ServerHttp2Stream): void {
    this.#open.delete(stream)
    if (this.#told <= this.#wanted + STREAM_WINDOW || this.#lowering !== undefined) return
    this.#lowering = setTimeout(() => {
      this.#lowering = undefined
      if (this.#told > this.#wanted + STREAM_WINDOW) this.#tell()
    }, LOWERED_AFTER_MS).unref()
  }

  get #wanted(): number {
    return Math.min(this.#max, this.#open.size + STREAM_WINDOW)
  }

  #raise(): void {
    if (this.#told < this.#max && this.#told - this.#open.size < STREAM_WINDOW / 2) this.#tell()
  }

  /** Of one after the other: the next when the client has acknowledged the one before. */
  #tell(): void {
    if (this.#isToldPending || this.#session.destroyed || this.#session.closed) return
    this.#isToldPending = true
    this.#told = this.#wanted
    this.#session.settings({ maxConcurrentStreams: this.#told }, () => {
      this.#isToldPending = false
      this.#raise()
    })
  }
}
