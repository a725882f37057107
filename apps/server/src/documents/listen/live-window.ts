import { type Document, makeDocument, StatusError, type Version } from '@hearth/model'
import { Turn } from '../../lib/turn.ts'
import type { DocumentDelta } from '../document-delta.ts'
import { project } from '../query/execute-query.ts'
import { heldBytes } from '../query/held-documents.ts'
import type { HeldMemory } from '../held-memory.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { Feed, type Listener } from './feed.ts'
import { LimitWindow } from './limit-window.ts'
import type { LiveResult } from './live-query.ts'
import type { ResultChange } from './result-change.ts'
import { WindowMemory } from './window-memory.ts'

/** Changes that come in while the window is read, and about how much of their documents; beyond, it is read anew. */
const BEHIND_MAX = 10_000
const BEHIND_BYTES_MAX = 8 * 1024 * 1024
/** Readings in a row that were of no use, because too much happened meanwhile. */
const LOST_MAX = 5

/** Reads the first `limit` documents of a query behind one, or from the beginning, offset aside, as they were at a version, and counts them in `memory`. */
export type ReadNext = (
  prepared: PreparedQuery,
  next: {
    readonly after: Document | undefined
    readonly limit: number
    readonly version: Version
    readonly memory: HeldMemory
  },
) => Promise<Document[]>

/** Who follows a window. */
export interface WindowListener extends Listener {
  /** The window is being read: what changes is told when that is over. */
  onReading(isReading: boolean): void
}

/** What is missing of the window is being read as it was at `version`; what happened since is kept. */
interface Reading {
  readonly version: Version
  backlog: DocumentDelta[]
  bytes: number
  /** So much happened meanwhile that what is held can't be brought up to date. */
  isLost: boolean
}

/** A query with a limit or an offset. It keeps its window, because a change can bring in or push out other documents. */
export class LiveWindow implements LiveResult {
  readonly database: string
  readonly prepared: PreparedQuery
  readonly feed = new Feed<WindowListener>()
  holders = 0
  readonly memory = new WindowMemory()
  readonly #window: LimitWindow
  readonly #readNext: ReadNext
  #reading: Reading | undefined
  #failure: Error | undefined
  #lost = 0
  #over = Promise.withResolvers<void>()

  /** It is to be read as of version `since`, and collects the changes from there on. */
  constructor(database: string, prepared: PreparedQuery, since: Version, readNext: ReadNext) {
    this.database = database
    this.prepared = prepared
    this.#readNext = readNext
    const { offset, limit = Infinity } = prepared.query
    this.#window = new LimitWindow({ offset, limit, keyOf: prepared.keyOf, matches: prepared.finds })
    this.beginReading(since)
  }

  /** What is missing has to be read, and the reading is not over. */
  get isReading(): boolean {
    return this.#reading !== undefined
  }

  /** It is as the last commit left it, once that was passed on. */
  get isLive(): boolean {
    return this.#reading === undefined && this.#failure === undefined
  }

  /** Too few are known to fill the window: it has to be read on. */
  get isShort(): boolean {
    return this.isLive && this.#window.isShort
  }

  /** About how much memory the documents take that it holds, those included that wait for a reading to be over. */
  get bytes(): number {
    return this.#window.bytes + (this.#reading?.bytes ?? 0)
  }

  /** Resolves when no reading is under way; another may begin with the next commit. Rejects when it has failed. */
  async ready(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#reading !== undefined) await this.#over.promise
  }

  /** The documents of the result, in order, as they are stored. */
  documents(): Iterable<Document> {
    return this.#window.documents()
  }

  /** A document that the window holds, for one who joins: with the selected fields. What is made of it is not kept with the window. */
  project(document: Document): Document {
    return project(makeDocument(document), this.prepared.query)
  }

  take(delta: DocumentDelta): void {
    if (this.#failure !== undefined) return
    if (this.#reading === undefined) this.#window.apply(delta)
    else keep(this.#reading, delta)
  }

  /** The window is as it was at `version`: from here on changes are kept until `catchUp`. */
  beginReading(version: Version): void {
    if (this.#reading === undefined) {
      this.#over = Promise.withResolvers()
      this.#over.promise.catch(() => undefined)
    }
    this.#reading = { version, backlog: [], bytes: 0, isLost: false }
  }

  /** Reads what is missing, counted in `memory`, and takes in what happened so far meanwhile. Others have their turn in between. */
  async read(memory: HeldMemory): Promise<void> {
    const reading = this.#reading
    if (reading === undefined) return
    const { last: after, missing: limit } = this.#window
    const documents = await this.#readNext(this.prepared, { after, limit, version: reading.version, memory })
    const turn = new Turn()
    for (const document of documents) {
      if (this.#reading !== reading) return
      memory.take(this.#window.append(document))
      if (turn.isOver) await turn.next()
    }
    if (documents.length < limit) this.#window.complete()
    await this.#takeIn(reading, turn)
  }

  /** Between two commits: the window is live as of `version`, unless something is missing by now that has to be read. */
  async catchUp(version: Version): Promise<void> {
    const reading = this.#reading
    if (reading === undefined) return
    await this.#takeIn(reading, new Turn())
    if (this.#reading !== reading) return
    this.#lost = reading.isLost ? this.#lost + 1 : 0
    if (this.#lost === LOST_MAX) {
      const text = 'The result changes faster than it can be read. Try again.'
      throw new StatusError('unavailable', 'TOO_MANY_CHANGES', text)
    }
    if (reading.isLost) this.#window.clear()
    else if (!this.#window.isShort) {
      this.#reading = undefined
      this.#over.resolve()
      return
    }
    this.#window.widen()
    this.beginReading(version)
  }

  /** What is different since the last call, for the listeners. */
  async *takeChanges(turn: Turn): AsyncGenerator<ResultChange, void> {
    if (!this.isLive) return
    if (this.feed.isEmpty) this.#window.forgetChanges()
    for (const change of await this.#window.takeChanges(turn)) yield this.#projected(change)
  }

  fail(cause: Error): void {
    this.#failure ??= cause
    this.#reading = undefined
    this.#window.clear()
    this.#window.forgetChanges()
    this.memory.release()
    this.#over.reject(cause)
  }

  /** More may come in meanwhile. */
  async #takeIn(reading: Reading, turn: Turn): Promise<void> {
    while (reading.backlog.length > 0) {
      const { backlog } = reading
      reading.backlog = []
      reading.bytes = 0
      for (const delta of backlog) {
        if (this.#reading !== reading) return
        this.#window.apply(delta)
        // Nobody else has them.
        delta.before?.forgetFields()
        delta.after?.forgetFields()
        if (turn.isOver) await turn.next()
      }
    }
  }

  #projected(change: ResultChange): ResultChange {
    switch (change.kind) {
      case 'upsert':
        return { ...change, document: project(change.document, this.prepared.query) }
      case 'leave':
        return { ...change, document: change.document && project(change.document, this.prepared.query) }
      case 'evict':
        return change
    }
  }
}

function keep(reading: Reading, delta: DocumentDelta): void {
  if (reading.isLost) return
  const { before, after } = delta
  // As text alone: others have decoded them.
  reading.backlog.push({ ...delta, before: before && makeDocument(before), after: after && makeDocument(after) })
  reading.bytes += bytesOf(delta)
  if (reading.backlog.length <= BEHIND_MAX && reading.bytes <= BEHIND_BYTES_MAX) return
  reading.isLost = true
  reading.backlog = []
  reading.bytes = 0
}

function bytesOf({ before, after }: DocumentDelta): number {
  return (before === undefined ? 0 : heldBytes(before)) + (after === undefined ? 0 : heldBytes(after))
}
