import { isUnderWay, type Sending, type Upload, type UploadOrder } from './upload.ts'

interface Entry {
  readonly order: UploadOrder
  readonly rate: TransferRate
  upload: Upload
  sending: Sending | undefined
}

export interface UploadQueueOptions {
  /** At most so many are sent at a time. */
  readonly runningMax: number
  /** At most so many are kept, whatever their state. */
  readonly keptMax: number
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/**
 * The files on their way, in the order they came. As many run as may; a paused one makes room for the next, and waits for its turn when
 * it is resumed.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #entries = new Map<number, Entry>()
  readonly #listeners = new Set<() => void>()
  #snapshot: readonly Upload[] = []
  #lastId = 0
  #round = 0

  constructor(options: UploadQueueOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): readonly Upload[] => this.#snapshot

  /** How many more can be taken. Those that are over make room. */
  get room(): number {
    return this.#options.keptMax - this.#snapshot.filter(isUnderWay).length
  }

  /** Takes a file, or throws a `RangeError` when there is no room. */
  add(order: UploadOrder): void {
    if (this.room <= 0) throw new RangeError(`No more than ${this.#options.keptMax} files at a time.`)
    const isOver = this.#snapshot.find((upload) => !isUnderWay(upload))
    if (this.#entries.size >= this.#options.keptMax && isOver !== undefined) this.#entries.delete(isOver.id)
    const id = ++this.#lastId
    const { project, path, sizeBytes } = order
    this.#beginRound()
    this.#entries.set(id, {
      order,
      rate: new TransferRate(),
      sending: undefined,
      upload: {
        id,
        round: this.#round,
        project,
        path,
        sizeBytes,
        sentBytes: 0,
        status: 'queued',
        bytesPerSecond: undefined,
        error: undefined,
      },
    })
    this.#proceed()
  }

  pause(id: number): void {
    const entry = this.#entries.get(id)
    if (entry?.upload.status !== 'running' && entry?.upload.status !== 'queued') return
    if (entry.upload.status === 'running') entry.sending?.pause()
    this.#change(entry, { status: 'paused', bytesPerSecond: undefined })
    this.#proceed()
  }

  resume(id: number): void {
    const entry = this.#entries.get(id)
    if (entry?.upload.status !== 'paused') return
    this.#change(entry, { status: 'queued', error: undefined })
    this.#proceed()
  }

  cancel(id: number): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || !isUnderWay(entry.upload)) return
    const { sending } = entry
    entry.sending = undefined
    sending?.cancel()
    this.#change(entry, { status: 'cancelled', sentBytes: 0, bytesPerSecond: undefined, error: undefined })
    this.#proceed()
  }

  /** Stops all that are on their way and keeps them; `goOn` goes on with those that nobody had paused. */
  holdAll(error: unknown): void {
    for (const entry of this.#entries.values()) {
      const { upload, sending } = entry
      if (!isUnderWay(upload)) continue
      entry.sending = undefined
      sending?.cancel()
      const why = upload.status === 'paused' ? upload.error : error
      this.#change(entry, { status: 'paused', sentBytes: 0, bytesPerSecond: undefined, error: why })
    }
    this.#tell()
  }

  /** Goes on with what was held for this reason. */
  goOn(isReason: (error: unknown) => boolean): void {
    for (const { id, error } of this.#snapshot) if (error !== undefined && isReason(error)) this.resume(id)
  }

  /** Sends a file again that failed or was cancelled, from its first byte. */
  retry(id: number): void {
    const entry = this.#entries.get(id)
    if (entry?.upload.status !== 'failed' && entry?.upload.status !== 'cancelled') return
    this.#beginRound()
    this.#change(entry, { status: 'queued', round: this.#round, sentBytes: 0, error: undefined })
    this.#proceed()
  }

  #beginRound(): void {
    if (!this.#snapshot.some(isUnderWay)) this.#round++
  }

  /** Takes one off the list that is over. */
  dismiss(id: number): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || isUnderWay(entry.upload)) return
    this.#entries.delete(id)
    this.#tell()
  }

  /** Takes everything off the list that is over. */
  clear(): void {
    for (const { id } of this.#snapshot.filter((upload) => !isUnderWay(upload))) this.#entries.delete(id)
    this.#tell()
  }

  /** Ends all of them and forgets them. */
  cancelAll(): void {
    const sendings = [...this.#entries.values()].map(({ sending }) => sending)
    this.#entries.clear()
    for (const sending of sendings) sending?.cancel()
    this.#tell()
  }

  #proceed(): void {
    const running = [...this.#entries.values()].filter(({ upload }) => upload.status === 'running').length
    const waiting = [...this.#entries.values()].filter(({ upload }) => upload.status === 'queued')
    for (const entry of waiting.slice(0, Math.max(0, this.#options.runningMax - running))) this.#run(entry)
    this.#tell()
  }

  #run(entry: Entry): void {
    entry.rate.forget()
    entry.rate.note(this.#options.now(), entry.upload.sentBytes)
    this.#change(entry, { status: 'running' })
    if (entry.sending !== undefined) {
      entry.sending.resume()
      return
    }
    // What an abandoned transfer still says is not heard: it is not the entry's own any more.
    const isOwn = () => entry.sending === sending && this.#entries.get(entry.upload.id) === entry
    const sending: Sending = entry.order.send({
      progressed: (sentBytes) => {
        if (isOwn()) this.#progress(entry, sentBytes)
      },
      done: () => {
        if (isOwn()) this.#end(entry, { status: 'done', sentBytes: entry.order.sizeBytes })
      },
      failed: (error) => {
        if (isOwn()) this.#end(entry, { status: 'failed', error })
      },
      held: (error, mended) => {
        if (!isOwn()) return
        this.#end(entry, { status: 'paused', sentBytes: 0, error })
        if (mended !== undefined) void this.#resumeAfter(mended, entry, error)
      },
    })
    entry.sending = sending
  }

  async #resumeAfter(mended: Promise<void>, entry: Entry, error: unknown): Promise<void> {
    await mended
    if (entry.upload.error === error) this.resume(entry.upload.id)
  }

  #progress(entry: Entry, sentBytes: number): void {
    if (entry.upload.status !== 'running') return
    entry.rate.note(this.#options.now(), sentBytes)
    this.#change(entry, { sentBytes, bytesPerSecond: entry.rate.get() })
    this.#tell()
  }

  #end(entry: Entry, change: Partial<Upload>): void {
    entry.sending = undefined
    this.#change(entry, { ...change, bytesPerSecond: undefined })
    this.#proceed()
  }

  #change(entry: Entry, change: Partial<Upload>): void {
    entry.upload = { ...entry.upload, ...change }
  }

  #tell(): void {
    this.#snapshot = [...this.#entries.values()].map(({ upload }) => upload)
    for (const listener of this.#listeners) listener()
  }
}

interface Sample {
  readonly atMs: number
  readonly bytes: number
}

/** Long enough to be calm, short enough to follow a line that slows down. */
const windowMs = 5000
/** Chunks come in bursts; less than this says nothing yet. */
const leastMs = 400

/** How fast bytes go over, measured over the last seconds. */
class TransferRate {
  #samples: Sample[] = []

  /** Says how many bytes had gone over at a moment. Fewer than before means that the server had not kept the last ones. */
  note(atMs: number, bytes: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && bytes < last.bytes) this.#samples = []
    this.#samples.push({ atMs, bytes })
    while (this.#samples.length > 2 && atMs - (this.#samples[0]?.atMs ?? atMs) > windowMs) this.#samples.shift()
  }

  /** Bytes a second; `undefined` while too little is known. */
  get(): number | undefined {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (first === undefined || last === undefined || last.atMs - first.atMs < leastMs) return undefined
    return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs)
  }

  /** After a pause the time before it doesn't count. */
  forget(): void {
    this.#samples = []
  }
}
