import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { isEnding } from './ending-turns.ts'

/** What node may make of all connections of HTTP/2 in one round of the event loop, in chunks of bodies; some milliseconds. */
const CHUNKS_PER_ROUND_MAX = 2_048
/** A stream and its headers are as much work as so many chunks. */
const CHUNKS_OF_STREAM = 16
/** So many connections of those that wait go on in one round, as long as there is room in it. */
const RESUMED_PER_ROUND = 64

/** What is asked of a socket below node's streams: its session reads there. */
interface Reader {
  readStop(): void
  readStart(): void
}

/**
 * Gives the connections of HTTP/2 turns in reading. Node reads up to 2 MiB of each in one round of the event loop and makes objects of every
 * small frame in them; when there were many, all connections stop reading, and go on in later rounds one after the other, so that others
 * are served in between. What they send waits at the operating system, and then at its sender.
 */
export class ReadingTurns {
  readonly #reading = new Set<ServerHttp2Session>()
  /** Those that have stopped. The first has waited longest. */
  #line: ServerHttp2Session[] = []
  /** Those that made work in this round. */
  readonly #served = new Set<ServerHttp2Session>()
  #chunks = 0
  #isRoundEnding = false

  readonly enter = (session: ServerHttp2Session): void => {
    this.#reading.add(session)
    session.on('stream', (stream) => {
      this.#count(session, CHUNKS_OF_STREAM)
      this.#countChunks(session, stream)
      // A reset of a few bytes ends all that is done about a stream.
      stream.once('aborted', () => {
        if (!isEnding(session)) this.#count(session, CHUNKS_OF_STREAM)
      })
    })
    session.once('close', () => this.#forget(session))
  }

  /** Nothing more is read of it. */
  leave(session: ServerHttp2Session): void {
    readerOf(session)?.readStop()
    this.#forget(session)
  }

  #forget(session: ServerHttp2Session): void {
    this.#reading.delete(session)
    this.#line = this.#line.filter((waiting) => waiting !== session)
  }

  /** Node hands over each frame of a body by `push`. */
  #countChunks(session: ServerHttp2Session, stream: ServerHttp2Stream): void {
    const push = stream.push.bind(stream)
    stream.push = (chunk, encoding) => {
      this.#count(session, 1)
      return push(chunk, encoding)
    }
  }

  #count(session: ServerHttp2Session, chunks: number): void {
    this.#chunks += chunks
    this.#served.add(session)
    if (this.#chunks >= CHUNKS_PER_ROUND_MAX) this.#stop()
    if (this.#isRoundEnding) return
    this.#isRoundEnding = true
    setImmediate(this.#beginRound)
  }

  #stop(): void {
    const isServed = (session: ServerHttp2Session): boolean => this.#served.has(session)
    const reading = [...this.#reading]
    for (const session of reading) readerOf(session)?.readStop()
    this.#reading.clear()
    this.#line = [...reading.filter((session) => !isServed(session)), ...this.#line, ...reading.filter(isServed)]
  }

  readonly #beginRound = (): void => {
    this.#chunks = 0
    this.#served.clear()
    this.#isRoundEnding = this.#line.length > 0
    if (this.#line.length === 0) return
    setImmediate(this.#beginRound)
    for (const session of this.#line.splice(0, RESUMED_PER_ROUND)) {
      this.#reading.add(session)
      readerOf(session)?.readStart()
    }
  }
}

/** Undefined when the connection has ended. */
function readerOf(session: ServerHttp2Session): Reader | undefined {
  if (session.destroyed) return undefined
  return (session.socket as unknown as { readonly _handle: Reader | null })._handle ?? undefined
}
