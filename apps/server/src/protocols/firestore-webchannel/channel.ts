import type { ServerResponse } from 'node:http'
import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import type { MemoryLease } from '../../http/memory-budget.ts'
import type { PacedAnswer } from '../../http/paced-answer.ts'
import { encodeChunk, invalid } from './frames.ts'

/** Beyond this the source is asked to pause, and the streaming answer is ended so that the client says what it has. */
const UNACKNOWLEDGED_PAUSE_BYTES = 4 * 1024 * 1024
/** Beyond this the channel is given up; the client opens another and resumes. One message alone may be as large as it is. */
const UNACKNOWLEDGED_MAX_BYTES = 16 * 1024 * 1024
/** What goes out together at most, but for one message that is longer alone. The next follows when this was taken. */
const CHUNK_LENGTH = 64 * 1024
/** What an array takes besides its text. */
const PENDING_BYTES = 100
const KEEP_ALIVE_MS = 25_000
/** Proxies cut long answers; ending them ourselves loses nothing. */
const STREAMING_ANSWER_MS = 60_000
/** How long a client may be away before its channel is forgotten. */
const AWAY_MS = 75_000
/** The same before its client has fetched anything, which it does at once, and after the last message: it costs a stranger no connection to have such channels. */
const BRIEFLY_AWAY_MS = 10_000

/** What runs over a channel. */
export interface ChannelStream {
  /** Resolves when nothing of the message, which takes `bytes`, is held any more; never rejects. */
  receive(message: unknown, bytes: number): Promise<void>
  /** The client reads too slowly: produce nothing until `resume`. */
  pause(): void
  resume(): void
  /** The channel is gone. Called once. */
  close(): void
}

/** Who keeps the channel. */
export interface ChannelKeeper {
  /** From now on no answer is open for it; not called for a channel that is new. */
  onWaiting(channel: Channel): void
  /** An answer is open for it now. */
  onFetched(channel: Channel): void
  /** Called once. */
  onClosed(channel: Channel): void
}

interface Pending {
  readonly id: number
  readonly text: string
}

interface BackChannel {
  readonly answer: PacedAnswer
  readonly end: () => void
  readonly isStreaming: boolean
  /** The last array written to this answer. */
  sentId: number
  readonly endTimer: NodeJS.Timeout
}

/**
 * One WebChannel session (protocol version 8, wire-protocol 3.2): numbered arrays to the client, kept until it acknowledges them,
 * over a sequence of GET answers; numbered messages from the client, each taken once.
 */
export class Channel {
  readonly sid: string
  /** Messages either way are counted until they were taken. */
  readonly memory: MemoryLease
  readonly #keeper: ChannelKeeper
  #stream: ChannelStream | undefined
  #pending: Pending[] = []
  #pendingBytes = 0
  #lastId = 0
  #acknowledgedId = 0
  #nextMessage = 0
  #back: BackChannel | undefined
  #isFlushAsked = false
  #isPaused = false
  #isEnding = false
  #isClosed = false
  #timer: NodeJS.Timeout

  constructor(sid: string, memory: MemoryLease, keeper: ChannelKeeper) {
    this.sid = sid
    this.memory = memory
    this.#keeper = keeper
    this.#timer = this.#timeout(() => this.close(), BRIEFLY_AWAY_MS)
  }

  /** Set once, right after construction; messages come only after that, counted from `firstMessage`. */
  attach(stream: ChannelStream, firstMessage: number): void {
    this.#stream = stream
    this.#nextMessage = firstMessage
  }

  /**
   * Takes the messages of one forward request; those seen before are dropped, so a repeated request does nothing twice.
   * `heldBytes` is what the request holds of the budget. Throws `invalid-argument`/`INVALID_CHANNEL_REQUEST` for a gap: what is
   * missing would never come; and `resource-exhausted` where there is no room for messages that wait. Resolves when nothing of
   * them is held any more.
   */
  receive(offset: number, messages: readonly unknown[], heldBytes: number): Promise<unknown> {
    const taken: Promise<void>[] = []
    if (offset > this.#nextMessage) throw invalid(`The next message of this channel is number ${this.#nextMessage}.`)
    for (const [index, message] of messages.entries()) {
      if (offset + index < this.#nextMessage) continue
      const stream = this.#stream
      // Once the stream is over nobody takes what its client still sends, until it has seen that.
      const bytes = stream === undefined ? 0 : Math.ceil(heldBytes / messages.length)
      this.memory.take(bytes)
      this.#nextMessage = offset + index + 1
      if (stream === undefined) continue
      taken.push(stream.receive(message, bytes).then(() => this.memory.give(bytes)))
    }
    return Promise.all(taken)
  }

  /** The answer to a forward request: is a back channel open, last array sent, bytes not acknowledged. */
  get state(): readonly [backChannelOpen: 0 | 1, lastId: number, outstandingBytes: number] {
    return [this.#back ? 1 : 0, this.#lastId, this.#pendingBytes - this.#pending.length * PENDING_BYTES]
  }

  /** Sends one message, given as JSON text. What is sent within one turn of the event loop travels together. */
  send(json: string): void {
    this.#push(`[${json}]`)
  }

  /** Sends a last error message and gives the client time to fetch it. */
  end(error: { code: number; status: string; message: string }): void {
    if (this.#isEnding || this.#isClosed) return
    this.send(JSON.stringify({ error }))
    this.#isEnding = true
    this.#closeStream()
  }

  acknowledge(id: number): void {
    if (id <= this.#acknowledgedId) return
    this.#acknowledgedId = Math.min(id, this.#lastId)
    const dropped = this.#pending.splice(0, this.#indexBehind(this.#acknowledgedId))
    const droppedBytes = dropped.reduce((sum, entry) => sum + bytesOf(entry), 0)
    this.#pendingBytes -= droppedBytes
    this.memory.give(droppedBytes)
    this.#resumeIfDrained()
  }

  /** A GET of the client: what it has not acknowledged is sent (again), then what comes. */
  openBackChannel({ response, answer }: Pick<Exchange, 'response' | 'answer'>, isStreaming: boolean): void {
    this.#takeBackChannel()?.end()
    clearTimeout(this.#timer)
    // Both response types do so alike; TypeScript can't call the union.
    const written = response as ServerResponse
    written.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
      'x-accel-buffering': 'no',
    })
    const back: BackChannel = {
      answer,
      end: () => answer.end(() => written.end()),
      isStreaming,
      sentId: this.#acknowledgedId,
      endTimer: this.#timeout(() => this.#endIfCurrent(back), STREAMING_ANSWER_MS),
    }
    this.#back = back
    this.#keeper.onFetched(this)
    written.on('close', () => this.#onBackChannelGone(back))
    answer.onDrain(() => this.#onDrain(back))
    // The first bytes must come at once: the client takes a silence of a few round trips for a proxy that buffers.
    if (isStreaming) this.#push('["noop"]')
    this.#timer = this.#timeout(() => this.#keepAlive(), KEEP_ALIVE_MS)
    this.#flush()
    this.#resumeIfDrained()
  }

  /** Ends the answer in progress, so that its connection is free; the client comes back for the rest. */
  yieldBackChannel(): void {
    // An answer of no bytes would be an error to the client.
    if (this.#back?.isStreaming === false) this.#push('["noop"]')
    else this.#endBackChannel()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#takeBackChannel()?.end()
    clearTimeout(this.#timer)
    this.#pending = []
    this.#pendingBytes = 0
    this.memory.release()
    this.#closeStream()
    this.#keeper.onClosed(this)
  }

  #push(payload: string): void {
    if (this.#isEnding || this.#isClosed) return
    this.#lastId += 1
    const entry = { id: this.#lastId, text: `[${this.#lastId},${payload}]` }
    try {
      this.memory.take(bytesOf(entry))
    } catch (error) {
      this.#giveUp(error)
      return
    }
    this.#pending.push(entry)
    this.#pendingBytes += bytesOf(entry)
    if (this.#pendingBytes > UNACKNOWLEDGED_MAX_BYTES && this.#pending.length > 1) {
      this.close()
      return
    }
    // Before the flush: a source that goes on within this turn would soon be beyond the bound.
    if (this.#pendingBytes > UNACKNOWLEDGED_PAUSE_BYTES) this.#pause()
    if (this.#isFlushAsked) return
    this.#isFlushAsked = true
    queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushAsked = false
    const back = this.#back
    if (!back) return
    if (back.sentId >= this.#lastId) return
    while (back.sentId < this.#lastId && back.answer.isFlowing) {
      if (!this.#writeNext(back)) return
    }
    if (!back.answer.isFlowing) this.#pause()
    if (back.sentId < this.#lastId) return
    if (!back.isStreaming || this.#isEnding || this.#pendingBytes > UNACKNOWLEDGED_PAUSE_BYTES) this.#endBackChannel()
  }

  /** Writes the next chunk. False: there was no room for it, and the channel is given up. */
  #writeNext(back: BackChannel): boolean {
    const texts: string[] = []
    let length = 0
    for (let index = this.#indexBehind(back.sentId); index < this.#pending.length; index++) {
      const entry = this.#pending[index]
      if (entry === undefined || (length > 0 && length + entry.text.length > CHUNK_LENGTH)) break
      length += entry.text.length
      texts.push(entry.text)
      back.sentId = entry.id
    }
    try {
      back.answer.write(Buffer.from(encodeChunk(`[${texts.join(',')}]`)))
      return true
    } catch (error) {
      this.#giveUp(error)
      return false
    }
  }

  /** Where the first array after `id` is: their numbers have no gaps. */
  #indexBehind(id: number): number {
    return Math.max(0, id + this.#pending.length - this.#lastId)
  }

  #onDrain(back: BackChannel): void {
    if (this.#back === back) this.#flush()
    this.#resumeIfDrained()
  }

  /** There is no room for what it should hold. The client opens another, and is told there why it can't. */
  #giveUp(error: unknown): void {
    if (!(error instanceof StatusError)) throw error
    this.close()
  }

  #pause(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#stream?.pause()
  }

  #resumeIfDrained(): void {
    if (!this.#isPaused || this.#pendingBytes > UNACKNOWLEDGED_PAUSE_BYTES) return
    if (this.#back?.answer.isFlowing === false) return
    this.#isPaused = false
    this.#stream?.resume()
  }

  #keepAlive(): void {
    this.#push('["noop"]')
    this.#timer = this.#timeout(() => this.#keepAlive(), KEEP_ALIVE_MS)
  }

  #endIfCurrent(back: BackChannel): void {
    if (this.#back === back) this.#endBackChannel()
  }

  #endBackChannel(): void {
    const back = this.#takeBackChannel()
    if (!back) return
    back.end()
    this.#waitForReturn()
  }

  #onBackChannelGone(back: BackChannel): void {
    clearTimeout(back.endTimer)
    if (this.#back !== back) return
    this.#back = undefined
    this.#waitForReturn()
  }

  #takeBackChannel(): BackChannel | undefined {
    const back = this.#back
    this.#back = undefined
    clearTimeout(back?.endTimer)
    return back
  }

  #waitForReturn(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = this.#timeout(() => this.close(), this.#isEnding ? BRIEFLY_AWAY_MS : AWAY_MS)
    this.#keeper.onWaiting(this)
  }

  #closeStream(): void {
    this.#stream?.close()
    this.#stream = undefined
  }

  #timeout(action: () => void, ms: number): NodeJS.Timeout {
    return setTimeout(action, ms).unref()
  }
}

function bytesOf({ text }: Pending): number {
  return PENDING_BYTES + text.length
}
