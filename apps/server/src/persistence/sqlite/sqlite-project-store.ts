import { StatusError, type Version } from '@hearth/model'
import type {
  CommitBatch,
  Committed,
  DocumentKey,
  FeedPush,
  Following,
  PresentState,
  ProjectStore,
  ReadClient,
  ReadSnapshot,
  StoredDocument,
} from '../persistence.ts'
import type { StoredRecord } from '../stored-record.ts'
import type { OpenProject } from './open-project.ts'

/**
 * A project's store as the services hold it: it stays valid while the file behind it is closed in quiet times and
 * opened again with the next call.
 */
export class SqliteProjectStore implements ProjectStore {
  readonly latched: Promise<Error>
  readonly #openFile: (readTime: Version) => Promise<OpenProject>
  readonly #batchBytesMax: number
  readonly #latch: (cause: Error) => void
  #open: OpenProject | undefined
  #opening: Promise<OpenProject> | undefined
  #closing: Promise<void> | undefined
  #ended: StatusError | undefined
  #cause: Error | undefined
  #version: Version = 0
  #readTime: Version = 0
  /** Batches that came while the file was closed: others wait behind them. */
  #entering = 0
  #entered: Promise<unknown> = Promise.resolve()
  /** The last batch was answered. */
  #answered: Promise<void> = Promise.resolve()
  readonly #followers: ((push: FeedPush) => void)[] = []
  #calls = 0
  #lastCallTick = 0

  /** `openFile`: no version at or below the time it gets. */
  constructor(openFile: (readTime: Version) => Promise<OpenProject>, batchBytesMax: number) {
    this.#openFile = openFile
    this.#batchBytesMax = batchBytesMax
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.latched = promise
    this.#latch = resolve
  }

  async read<T>(work: (snapshot: ReadSnapshot) => Promise<T>, client?: ReadClient): Promise<T> {
    const project = this.#open ?? (await this.#ensureOpen())
    this.#calls++
    return await project.read(work, client)
  }

  present(): PresentState | undefined {
    if (this.#open !== undefined) this.#calls++
    return this.#open
  }

  async getDocuments(keys: readonly DocumentKey[]): Promise<(StoredDocument | undefined)[]> {
    const project = this.#open ?? (await this.#ensureOpen())
    this.#calls++
    return project.getDocuments(keys)
  }

  async getRecord(space: string, key: string): Promise<StoredRecord | undefined> {
    const project = this.#open ?? (await this.#ensureOpen())
    this.#calls++
    return project.getRecord(space, key)
  }

  async documentCount(): Promise<number> {
    const project = this.#open ?? (await this.#ensureOpen())
    return project.documentCount()
  }

  async lastChange(): Promise<Version> {
    const project = this.#open ?? (await this.#ensureOpen())
    return project.lastChange()
  }

  async commit(batch: CommitBatch): Promise<Committed> {
    const bytes = measureBatch(batch, this.#batchBytesMax)
    // No await between the check and the hand-over while the file is open: batches keep their order.
    const open = this.#entering === 0 ? this.#open : undefined
    if (open !== undefined) this.#calls++
    const handedOver = open?.commit(batch, bytes) ?? this.#enter((project) => project.commit(batch, bytes))
    const answer = answerAfter(this.#answered, handedOver)
    this.#answered = answer.then(doNothing, doNothing)
    return await answer
  }

  async raiseFloor(time: Version): Promise<void> {
    await this.#enter((project) => project.raiseFloor(time))
  }

  /** Opens the file, and hands over in the order of the calls. */
  async #enter<T>(handOver: (project: OpenProject) => Promise<T>): Promise<T> {
    this.#entering++
    const before = this.#entered
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#entered = promise
    let handedOver: Promise<T>
    try {
      await before
      handedOver = handOver(this.#open ?? (await this.#ensureOpen()))
    } finally {
      this.#entering--
      resolve()
    }
    this.#calls++
    return await handedOver
  }

  follow(onPush: (push: FeedPush) => void): Following {
    this.#followers.push(onPush)
    return { readTime: () => this.#open?.fedTime ?? this.#readTime }
  }

  lastVersion(): Version {
    return this.#open?.version ?? this.#version
  }

  readTime(): Version {
    return this.#open?.readTime ?? this.#readTime
  }

  get isReady(): boolean {
    return this.#open !== undefined && this.#cause === undefined
  }

  get isOpen(): boolean {
    return this.#open !== undefined || this.#opening !== undefined
  }

  get isIdle(): boolean {
    return this.#opening === undefined && (this.#open?.isIdle ?? true)
  }

  /** The housekeeping round in which this store was last used. */
  get lastUsed(): number {
    return this.#lastCallTick
  }

  /** Once per housekeeping round. Returns whether there were calls since the last. */
  tick(round: number): boolean {
    const used = this.#calls > 0
    if (used) this.#lastCallTick = round
    this.#calls = 0
    return used
  }

  async openNow(): Promise<void> {
    await this.#ensureOpen()
  }

  collect(horizon: Version): void {
    this.#open?.collect(horizon)
  }

  rest(): void {
    this.#open?.rest()
  }

  /** Closes the file; the next call opens it again. Waits for the commits under way. */
  async release(how: { readonly cutsOff?: boolean } = {}): Promise<void> {
    if (this.#opening !== undefined) await this.#opening.catch(() => {})
    const project = this.#open
    if (project === undefined) return this.#closing
    this.#noteTimes(project)
    this.#open = undefined
    this.#closing = project.close(how).finally(() => {
      this.#noteTimes(project)
      this.#closing = undefined
    })
    await this.#closing
  }

  /** Closes for good: every later call throws `reason`. With `cutsOff` reads under way fail too. */
  async end(reason: StatusError, how: { readonly cutsOff?: boolean } = {}): Promise<void> {
    this.#ended = reason
    await this.release(how)
  }

  async #ensureOpen(): Promise<OpenProject> {
    while (this.#closing !== undefined) await this.#closing
    if (this.#ended !== undefined) throw this.#ended
    if (this.#cause !== undefined) throw latchedFor(this.#cause)
    return this.#open ?? (this.#opening ??= this.#startOpening())
  }

  #noteTimes({ version, readTime }: OpenProject): void {
    this.#version = version
    this.#readTime = readTime
  }

  async #startOpening(): Promise<OpenProject> {
    try {
      const project = await this.#openFile(this.#readTime)
      project.onPush((push) => {
        for (const hear of this.#followers) hear(push)
      })
      this.#open = project
      this.#noteTimes(project)
      void project.latched.then((cause) => {
        this.#cause = cause
        this.#latch(cause)
      })
      return project
    } finally {
      this.#opening = undefined
    }
  }
}

function latchedFor(cause: Error): StatusError {
  const text = 'The store stopped taking writes after a disk error. The server must be restarted.'
  return new StatusError('unavailable', 'STORE_LATCHED', text, { cause })
}

/**
 * Checks what the tables can't: that every text survives UTF-8 unchanged, and that the batch makes sense. Returns its
 * size (strings counted as one byte a character, plus a little for each item).
 */
function measureBatch(batch: CommitBatch, bytesMax: number): number {
  let bytes = 64
  const { author, documents = [], expect = [], records = [] } = batch
  const addText = (text: string) => {
    if (!text.isWellFormed()) {
      throw new StatusError('invalid-argument', 'TEXT_NOT_UNICODE', 'A text holds half of a surrogate pair.')
    }
    bytes += text.length + 8
  }
  if (author !== undefined) addText(author)
  for (const e of expect) {
    addText(e.kind === 'record' ? e.space : e.key.database)
    addText(e.kind === 'record' ? e.key : e.key.path)
  }
  for (const d of documents) {
    addText(d.database)
    addText(d.path)
    if (d.json !== undefined) addText(d.json)
    for (const key of d.addedEntries) bytes += key.length + 16
    for (const key of d.removedEntries) bytes += key.length + 16
  }
  for (const e of batch.entries ?? []) {
    addText(e.database)
    addText(e.path)
    for (const key of e.addedEntries) bytes += key.length + 16
  }
  for (const key of batch.removedKeys ?? []) bytes += key.length + 16
  for (const r of records) {
    addText(r.space)
    addText(r.key)
    if (r.value !== undefined) addText(r.value)
  }
  if (bytes > bytesMax) {
    throw new StatusError('invalid-argument', 'BATCH_TOO_LARGE', `One write holds at most ${bytesMax} bytes.`)
  }
  return bytes
}

/** Batches are answered in the order in which they were handed over, by whichever way: who builds on one has its version by then. */
async function answerAfter<T>(before: Promise<void>, handedOver: Promise<T>): Promise<T> {
  handedOver.catch(doNothing)
  await before
  return await handedOver
}

function doNothing(): void {}
