import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { StatusError, type Version } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { BatchTicket, CommitBatch, Committed, FeedPush, RecordName } from '../persistence.ts'
import { packBatches, type SentBatch } from './commit-message.ts'
import type { FailedBatch, WriterTerms } from './project-writer.ts'
import { compileNoWasmWrappers } from './wasm-wrappers.ts'
import type { WriterReply, WriterRequest, WriterSettings } from './writer-messages.ts'
import { readError } from './written-error.ts'

export interface QueueLimits {
  /** Batches of one project handed over and not yet durable. */
  readonly queuedBatchesMax: number
  /** Their size in bytes, strings counted as one byte a character. */
  readonly queuedBytesMax: number
}

interface PendingCommit {
  readonly bytes: number
  /** It is in the feed, and these are the records that it changed there. */
  readonly isFed: boolean
  readonly records: readonly RecordName[]
  readonly ticket: BatchTicket | undefined
  readonly resolve: (committed: Committed) => void
  readonly reject: (error: StatusError) => void
}

const none: readonly never[] = []

/** How a file is opened. */
export interface OpenTerms extends WriterTerms {
  readonly cacheKib: number
  /** What versions go by. */
  readonly clock: Clock
}

interface ChannelOptions extends WriterTerms, Pick<OpenTerms, 'clock'> {
  readonly store: number
  readonly send: (request: WriterRequest, transfer?: ArrayBuffer[]) => void
  readonly limits: QueueLimits
}

/** The main thread's end of the one writer thread. The thread starts with the first store and ends with `close`. */
export class WriterThread {
  readonly #settings: WriterSettings
  readonly #limits: QueueLimits
  readonly #channels = new Map<number, WriterChannel>()
  #worker: Worker | undefined
  #lastStore = 0

  constructor(settings: WriterSettings, limits: QueueLimits) {
    this.#settings = settings
    this.#limits = limits
  }

  /** Opens or creates a project's file. Rejects with the `StatusError` that says why it can't be used. */
  async open(file: string, { cacheKib, clock, ...terms }: OpenTerms): Promise<WriterChannel> {
    const worker = (this.#worker ??= this.#startWorker())
    const store = ++this.#lastStore
    const send = (request: WriterRequest, transfer?: ArrayBuffer[]) => worker.postMessage(request, transfer ?? [])
    const channel = new WriterChannel({ store, send, clock, ...terms, limits: this.#limits })
    this.#channels.set(store, channel)
    send({ kind: 'open', store, file, cacheKib, ...terms })
    try {
      await channel.opened
    } catch (error) {
      this.#channels.delete(store)
      throw error
    }
    void channel.closed.then(() => this.#channels.delete(store))
    return channel
  }

  /** Ends the thread. Every channel must have been closed. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (worker === undefined) return
    // Never terminated from here: cutting a thread off inside the engine can take the process with it.
    const ended = once(worker, 'exit')
    worker.postMessage({ kind: 'end' } satisfies WriterRequest, [])
    await ended
  }

  #startWorker(): Worker {
    compileNoWasmWrappers()
    const worker = new Worker(new URL('./start-writer-worker.mjs', import.meta.url), {
      name: 'hearth-writer',
      workerData: this.#settings,
      execArgv: [],
      // Batches are short-lived and few; a large young generation would only stay resident.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    worker.on('message', (reply: WriterReply) => this.#channels.get(reply.store)?.receive(reply))
    worker.on('error', (error) => this.#fail(worker, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#fail(worker, new Error('The writer thread has ended.')))
    return worker
  }

  #fail(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return
    for (const channel of this.#channels.values()) channel.abandon(cause)
  }
}

/** The way of one project's batches to the writer thread, in order, with a bound on what is under way. */
export class WriterChannel {
  readonly #store: number
  readonly #send: (request: WriterRequest, transfer?: ArrayBuffer[]) => void
  readonly #clock: Clock
  readonly #limits: QueueLimits
  readonly #watchedSpaces: ReadonlySet<string>
  readonly #opened = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<void>()
  readonly #latched = Promise.withResolvers<Error>()
  #unsent: SentBatch[] = []
  /** How many batches were settled when the first of them was handed over. */
  #settledBefore = 0
  readonly #numbers = new WeakMap<BatchTicket, number>()
  #handedOver = 0
  #settled = 0
  /** Sent or about to be, in order. A list with a moving front: `shift` would cost with thousands waiting. */
  #pending: (PendingCommit | undefined)[] = []
  #front = 0
  #pendingBytes = 0
  #version: Version = 0
  #floor: Version
  #cause: Error | undefined
  #collecting = false
  /** Asks readers to give way: the log has grown large, and what they read is in it. */
  onLogHeld: () => void = () => undefined
  /** Hears of each batch that is in the feed, before its answer is. */
  onPush: (push: FeedPush) => void = () => undefined

  constructor({ store, send, clock, floor, watchedSpaces, limits }: ChannelOptions) {
    this.#watchedSpaces = new Set(watchedSpaces)
    this.#store = store
    this.#send = send
    this.#clock = clock
    this.#floor = floor
    this.#limits = limits
  }

  get opened(): Promise<void> {
    return this.#opened.promise
  }

  get closed(): Promise<void> {
    return this.#closed.promise
  }

  get latched(): Promise<Error> {
    return this.#latched.promise
  }

  /** The newest version known to be durable. */
  get version(): Version {
    return this.#version
  }

  /** No version at or below it will be allotted, and those up to it are durable. */
  get floor(): Version {
    return this.#floor
  }

  get isIdle(): boolean {
    return this.#pending.length === this.#front && !this.#collecting
  }

  commit(batch: CommitBatch, bytes: number): Promise<Committed> {
    return this.#handOver(batch, bytes)
  }

  /** Throws `invalid-argument`/`TIME_AHEAD`, and as `commit`. */
  async raiseFloor(time: Version): Promise<void> {
    if (time <= Math.max(this.#floor, this.#version)) return
    if (time > this.#now()) {
      throw new StatusError('invalid-argument', 'TIME_AHEAD', 'The clock of the store has not reached this time.')
    }
    await this.#handOver({ floor: time }, 0)
  }

  #now(): Version {
    return this.#clock.nowMs() * 1000
  }

  #handOver(batch: SentBatch, bytes: number): Promise<Committed> {
    if (this.#cause !== undefined) return Promise.reject(latchedError(this.#cause))
    const waiting = this.#pending.length - this.#front
    if (
      waiting >= this.#limits.queuedBatchesMax ||
      (waiting > 0 && this.#pendingBytes + bytes > this.#limits.queuedBytesMax)
    ) {
      const text = 'More writes are waiting than the disk takes. Try again in a moment.'
      return Promise.reject(new StatusError('resource-exhausted', 'WRITE_QUEUE_FULL', text))
    }
    this.#pendingBytes += bytes
    return new Promise((resolve, reject) => {
      const records = this.#watchedRecords(batch)
      const isFed = records.length > 0 || (batch.documents !== undefined && batch.documents.length > 0)
      this.#pending.push({ bytes, isFed, records, ticket: batch.ticket, resolve, reject })
      this.#handedOver++
      if (batch.ticket !== undefined) this.#numbers.set(batch.ticket, this.#handedOver)
      if (this.#unsent.length === 0) this.#settledBefore = this.#settled
      // Sent at the end of the turn, so that everything one poll of the sockets brought travels as one message.
      if (this.#unsent.push(batch) === 1) setImmediate(() => this.#flush())
    })
  }

  #watchedRecords({ records = none }: SentBatch): readonly RecordName[] {
    if (records.length === 0) return none
    const watched = records.filter(({ space }) => this.#watchedSpaces.has(space))
    return watched.map(({ space, key }) => ({ space, key }))
  }

  /** Asks for history and changes up to `horizon` to be forgotten when there is nothing to write. */
  collect(horizon: Version): void {
    if (this.#cause !== undefined) return
    this.#collecting = true
    this.#send({ kind: 'collect', store: this.#store, horizon })
  }

  /** Says that nothing happens at the moment: time to empty the log and give memory back. */
  idle(): void {
    if (this.#cause === undefined) this.#send({ kind: 'idle', store: this.#store })
  }

  /** Waits for everything handed over, then closes the file. */
  async close(): Promise<void> {
    this.#flush()
    this.#send({ kind: 'close', store: this.#store })
    await Promise.race([this.#closed.promise, this.#latched.promise])
  }

  receive(reply: WriterReply): void {
    switch (reply.kind) {
      case 'opened':
        this.#version = reply.version
        this.#opened.resolve()
        return
      case 'open-failed':
        this.#opened.reject(readError(reply.error))
        return
      case 'results':
        this.#version = reply.version
        this.#floor = reply.floor
        this.#settle(reply)
        return
      case 'collected':
        this.#collecting = false
        return
      case 'log-held':
        this.onLogHeld()
        return
      case 'broken':
        this.latch(new Error(reply.message))
        return
      case 'closed':
        this.#closed.resolve()
    }
  }

  /** From now on nothing is accepted. What was sent is answered still, by whoever has it. */
  latch(cause: Error): void {
    if (this.#cause !== undefined) return
    this.#cause = cause
    this.#opened.reject(latchedError(cause))
    this.#opened.promise.catch(() => {})
    this.#latched.resolve(cause)
    const unsent = this.#pending.splice(this.#pending.length - this.#unsent.length)
    this.#unsent = []
    for (const commit of unsent) commit?.reject(latchedError(cause))
  }

  /** The thread is gone, and nobody says what has become of what it had. */
  abandon(cause: Error): void {
    this.latch(cause)
    const sent = this.#pending.slice(this.#front)
    this.#pending = []
    this.#front = 0
    this.#pendingBytes = 0
    for (const commit of sent) commit?.reject(unknownError(cause))
  }

  #flush(): void {
    const batches = this.#unsent
    if (batches.length === 0) return
    this.#unsent = []
    const message = packBatches(batches, {
      time: this.#now(),
      settled: this.#settledBefore,
      numberOf: (ticket) => this.#numbers.get(ticket),
    })
    this.#send({ kind: 'commit', store: this.#store, ...message }, [message.keys.buffer])
  }

  #settle({ count, failures, versions, raised, ...before }: Results): void {
    let { previous } = before
    let raise = 0
    let failure = 0
    this.#settled += count
    for (let i = 0; i < count; i++) {
      const commit = this.#pending[this.#front]
      if (commit === undefined) return
      this.#pending[this.#front++] = undefined
      this.#pendingBytes -= commit.bytes
      const failed = failures[failure]
      if (failed?.[0] !== i) {
        const version = versions[i] ?? previous
        const catalogue = raised[raise]?.[0] === i ? raised[raise++]?.[1] : undefined
        commit.resolve(catalogue === undefined ? { version, previous } : { version, previous, catalogue })
        if (commit.isFed) {
          this.onPush({ version, previous, ticket: commit.ticket, records: commit.records })
          previous = version
        }
      } else {
        failure++
        commit.reject(asCommitError(failed[1]))
      }
    }
    if (this.#front === this.#pending.length || this.#front > 1024) {
      this.#pending = this.#pending.slice(this.#front)
      this.#front = 0
    }
  }
}

function latchedError(cause: Error): StatusError {
  const text = 'The store stopped taking writes after a disk error. The server must be restarted.'
  return new StatusError('unavailable', 'STORE_LATCHED', text, { cause })
}

function unknownError(cause: Error): StatusError {
  const text =
    'The store met a disk error amid this write, which may have been made or not. The server must be restarted.'
  return new StatusError('unavailable', 'OUTCOME_UNKNOWN', text, { cause })
}

type Results = Extract<WriterReply, { kind: 'results' }>

function asCommitError(result: FailedBatch): StatusError {
  switch (result.kind) {
    case 'conflict':
      return new StatusError('aborted', 'CONFLICT', 'The data was changed by another write.', {
        details: { index: result.index },
      })
    case 'stale': {
      const text = 'What this write was planned on has changed: the indexes, databases or rules of the project.'
      return new StatusError('aborted', 'STALE_PLAN', text)
    }
    case 'full':
      return new StatusError('resource-exhausted', 'DISK_FULL', 'The disk of the server is full.')
    case 'busy':
      return new StatusError('unavailable', 'STORE_BUSY', 'The data file is in use by somebody else.')
    case 'broken':
      return unknownError(new Error(result.message))
    case 'latched':
      return latchedError(new Error(result.message))
    case 'refused':
      return new StatusError('invalid-argument', 'BATCH_REFUSED', 'The store refused this write.', {
        cause: new Error(result.message),
      })
  }
}
