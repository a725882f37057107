import type { Document } from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import { Turn } from '../lib/turn.ts'
import type { Expectation, Ground } from '../persistence/persistence.ts'
import { commitTooLarge } from './commit-planner.ts'
import { documentKey } from './document-delta.ts'
import type { DatabaseRef } from './documents.ts'
import type { HeldMemory } from './held-memory.ts'
import type { InFlightDocument } from './in-flight.ts'
import type { ProjectContext } from './project-context.ts'
import { documentOf } from './stored-documents.ts'

/** Documents that a commit reads at once: all of them may be of the largest size. */
const READ_AT_ONCE = 16
/** Characters of the documents that one commit builds on. */
const LENGTH_MAX = 256 * 1024 * 1024
/** The same for callers under rules, whose commits are read before anybody knows whether they may. */
const LENGTH_MAX_UNDER_RULES = 16 * 1024 * 1024

/** Where they are read, and for whom. */
export interface BaseReader {
  readonly context: ProjectContext
  readonly caller: Caller
  readonly at: DatabaseRef
  readonly memory: HeldMemory
}

/** The documents that a plan builds on: as the last commit leaves them, be it durable or on its way. */
export class BaseDocuments {
  readonly #reader: BaseReader
  readonly #before = new Map<string, Document | undefined>()
  /** Of those that were on their way when they were read. */
  readonly #inFlight = new Map<string, InFlightDocument>()
  readonly #compared: ReadonlySet<string>
  readonly #isRetry: boolean
  #length = 0
  #isCut = false
  /** What the plan rests on besides; of the catalogue as it is when planning begins. */
  ground: Ground

  /** `compared`: documents whose times the plan looks at, which they have when they are durable. */
  constructor(reader: BaseReader, compared: ReadonlySet<string>, isRetry: boolean) {
    this.#reader = reader
    this.#compared = compared
    this.#isRetry = isRetry
    this.ground = reader.context.catalogue.ground
  }

  get documents(): ReadonlyMap<string, Document | undefined> {
    return this.#before
  }

  /** Not all were read: they are more than somebody who has no right yet may have read. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Those that rules look up are few. */
  async read(paths: ReadonlySet<string>, isLookUp = false): Promise<ReadonlyMap<string, Document | undefined>> {
    const { context, at } = this.#reader
    const missing: string[] = []
    for (const path of paths) {
      const inFlight = context.inFlight.find(documentKey(at.database, path))
      // After a conflict, what is on its way may be doomed by the same cause, so it is waited for. It can't be long:
      // the lock keeps others from adding to it.
      const isAwaited = this.#isRetry || this.#compared.has(path)
      if (isAwaited) await inFlight?.commit.settled
      if (inFlight === undefined || isAwaited) {
        missing.push(path)
      } else {
        this.#before.set(path, inFlight.document)
        this.#inFlight.set(path, inFlight)
      }
    }
    const turn = missing.length > READ_AT_ONCE ? new Turn() : undefined
    for (let start = 0; start < missing.length; start += READ_AT_ONCE) {
      const some = missing.slice(start, start + READ_AT_ONCE)
      const stored = await context.store.getDocuments(some.map((path) => ({ database: at.database, path })))
      for (const [i, path] of some.entries()) {
        this.#keep(path, stored[i] && documentOf(stored[i]), isLookUp)
        if (this.#isCut && !isLookUp) return this.#before
      }
      if (turn?.isOver === true) await turn.next()
    }
    return this.#before
  }

  /** For rules. What the plan builds on is what they see, and is not read once more. */
  async lookUp(path: string): Promise<Document | undefined> {
    if (!this.#before.has(path)) await this.read(new Set([path]), true)
    return this.#before.get(path)
  }

  /** As far as is known here: no commit of the documents was handed to the store since they were read. What became durable meanwhile, the store knows. */
  isUnchanged(): boolean {
    const { context, at } = this.#reader
    for (const path of this.#before.keys()) {
      const inFlight = context.inFlight.find(documentKey(at.database, path))
      if (inFlight !== undefined && inFlight !== this.#inFlight.get(path)) return false
    }
    return true
  }

  /** Throws `invalid-argument`/`COMMIT_TOO_LARGE`, and as `HeldMemory.take`. */
  #keep(path: string, document: Document | undefined, isLookUp: boolean): void {
    const { caller, memory } = this.#reader
    const length = document?.json.length ?? 0
    if (isUnderRules(caller) && !isLookUp && this.#length + length > LENGTH_MAX_UNDER_RULES) {
      this.#isCut = true
      return
    }
    memory.take(length)
    this.#before.set(path, document)
    this.#length += length
    if (this.#length > LENGTH_MAX) throw commitTooLarge()
  }

  /** Whether everything it was read from is durable in the end. */
  async settled(): Promise<boolean> {
    if (this.#inFlight.size === 0) return true
    const settled = await Promise.all([...this.#inFlight.values()].map(({ commit }) => commit.settled))
    return settled.every((isDurable) => isDurable)
  }

  /** The document that a plan has built on, with its times. To be asked when the plan's commit is durable, since so is what it was built on. */
  dated(path: string, before: Document | undefined): Document | undefined {
    const inFlight = this.#inFlight.get(path)
    return inFlight === undefined ? before : inFlight.document
  }

  expectations(): Expectation[] {
    const { database } = this.#reader.at
    return [...this.#before].map(([path, document]) => {
      const key = { database, path }
      const inFlight = this.#inFlight.get(path)
      if (inFlight === undefined) return { kind: 'document', key, updateTime: document?.updateTime }
      const { outcome } = inFlight.commit
      return outcome.isDurable
        ? { kind: 'document', key, updateTime: inFlight.document?.updateTime }
        : { kind: 'document-after', key, ticket: outcome }
    })
  }
}
