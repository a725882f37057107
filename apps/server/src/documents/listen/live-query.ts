import type { Document, Version } from '@hearth/model'
import type { Turn } from '../../lib/turn.ts'
import type { DocumentDelta } from '../document-delta.ts'
import { project } from '../query/execute-query.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { Feed } from './feed.ts'
import type { LiveWindow } from './live-window.ts'

/** Undefined: too large to be shared. */
type Reading = Promise<readonly Document[] | undefined>

/** A query that somebody listens to, shared by all who ask the same. */
export type LiveQuery = LiveFilter | LiveWindow

export interface LiveResult {
  readonly database: string
  readonly prepared: PreparedQuery
  readonly feed: Feed
  /** Targets that hold on to it. */
  holders: number
  /** A commit changed a document that may concern it. A promise when its listeners are told in several turns. */
  take(delta: DocumentDelta, turn: Turn): void | Promise<void>
}

/**
 * A query without a limit. It keeps no result: a document's state before and after a commit tells what the commit did.
 */
export class LiveFilter implements LiveResult {
  readonly database: string
  readonly prepared: PreparedQuery
  readonly feed = new Feed()
  holders = 0
  #reading: { readonly version: Version; readonly documents: Reading } | undefined

  constructor(database: string, prepared: PreparedQuery) {
    this.database = database
    this.prepared = prepared
  }

  take(delta: DocumentDelta, turn: Turn): void | Promise<void> {
    const { path, after } = delta
    const { finds, query } = this.prepared
    if (after !== undefined && finds(after)) {
      return this.feed.send({ kind: 'upsert', path, document: project(after, query) }, turn)
    }
    // A document may be long to look at.
    return turn.isOver ? turn.next().then(() => this.#takeLeft(delta, turn)) : this.#takeLeft(delta, turn)
  }

  #takeLeft({ path, before, after }: DocumentDelta, turn: Turn): void | Promise<void> {
    const { finds, query } = this.prepared
    if (before === undefined || !finds(before)) return undefined
    return this.feed.send({ kind: 'leave', path, document: after && project(after, query) }, turn)
  }

  /** The whole result at a version; those who ask at the same time share one reading. */
  readOnce(version: Version, read: () => Reading): Reading {
    if (this.#reading?.version === version) return this.#reading.documents
    const documents = read()
    const reading = { version, documents }
    this.#reading = reading
    const forget = () => {
      if (this.#reading === reading) this.#reading = undefined
    }
    documents.then(forget, forget)
    return documents
  }
}
