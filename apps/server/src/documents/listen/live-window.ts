import { type Document, StatusError, type Version } from '@hearth/model'
import type { DocumentDelta } from '../document-delta.ts'
import { project } from '../query/execute-query.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { Feed } from './feed.ts'
import { LimitWindow } from './limit-window.ts'
import type { LiveResult } from './live-query.ts'
import type { ResultChange } from './result-change.ts'

/** Changes that come in while the window is read for the first time. */
const BEHIND_MAX = 10_000

/** Reads the first `limit` documents of a query, offset aside, as they were at a version. */
export type ReadFirst = (prepared: PreparedQuery, limit: number, version: Version) => Promise<Document[]>

/** A query with a limit or an offset. It keeps its window, because a change can bring in or push out other documents. */
export class LiveWindow implements LiveResult {
  readonly database: string
  readonly prepared: PreparedQuery
  readonly feed = new Feed()
  holders = 0
  /** What it has to be read at: it has collected the changes since. */
  readonly since: Version
  readonly #window: LimitWindow
  readonly #readFirst: ReadFirst
  #state: 'loading' | 'live' | 'failed' = 'loading'
  /** While loading: what came in between. Live: what the current commit did. */
  #deltas: DocumentDelta[] = []

  constructor(database: string, prepared: PreparedQuery, since: Version, readFirst: ReadFirst) {
    this.database = database
    this.prepared = prepared
    this.since = since
    this.#readFirst = readFirst
    const { offset, limit = Infinity } = prepared.query
    this.#window = new LimitWindow({ offset, limit, compare: prepared.compare, matches: prepared.finds })
  }

  get isLive(): boolean {
    return this.#state === 'live'
  }

  get isShort(): boolean {
    return this.isLive && this.#window.isShort
  }

  /** The documents of the result by path, with the selected fields. */
  documents(): Map<string, Document> {
    return new Map([...this.#window.documents].map(([path, document]) => [path, this.#project(document)]))
  }

  take(delta: DocumentDelta): void {
    if (this.#state === 'failed') return
    if (this.isLive) this.#window.apply(delta)
    else if (this.#deltas.length >= BEHIND_MAX) return this.fail()
    this.#deltas.push(delta)
  }

  async read(version: Version): Promise<Document[]> {
    return await this.#readFirst(this.prepared, this.#window.capacity, version)
  }

  /** Begins with what was read and the changes since. `version`: what they lead up to. */
  async begin(documents: readonly Document[], version: Version): Promise<void> {
    if (this.#state === 'failed') {
      const text = 'The result changes faster than it can be read. Try again.'
      throw new StatusError('unavailable', 'TOO_MANY_CHANGES', text)
    }
    this.#window.fill(documents)
    for (const delta of this.#deltas) this.#window.apply(delta)
    this.#deltas = []
    if (this.#window.isShort) await this.refill(version)
    this.#window.takeChanges([])
    this.#state = 'live'
  }

  /** Reads the window again, when too many have left. */
  async refill(version: Version): Promise<void> {
    this.#window.fill(await this.read(version))
  }

  /** What the commit did, for the listeners. */
  takeChanges(): ResultChange[] {
    if (!this.isLive) return []
    const changes = this.#window.takeChanges(this.#deltas)
    this.#deltas = []
    return changes.map((change) => this.#projectChange(change))
  }

  fail(): void {
    this.#state = 'failed'
    this.#deltas = []
  }

  #projectChange(change: ResultChange): ResultChange {
    switch (change.kind) {
      case 'upsert':
        return { ...change, document: this.#project(change.document) }
      case 'leave':
        return { ...change, document: change.document && this.#project(change.document) }
      case 'evict':
        return change
    }
  }

  #project(document: Document): Document {
    return project(document, this.prepared.query)
  }
}
