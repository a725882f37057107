import type { Document } from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import { Turn } from '../lib/turn.ts'
import type { Expectation } from '../persistence/persistence.ts'
import { commitTooLarge } from './commit-planner.ts'
import { documentKey } from './document-delta.ts'
import type { DatabaseRef } from './documents.ts'
import type { HeldMemory } from './held-memory.ts'
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
  readonly #unsettled: Promise<boolean>[] = []
  readonly #isRetry: boolean
  #length = 0
  #isCut = false

  constructor(reader: BaseReader, isRetry: boolean) {
    this.#reader = reader
    this.#isRetry = isRetry
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
      if (this.#isRetry) await inFlight?.settled
      if (inFlight === undefined || this.#isRetry) {
        missing.push(path)
      } else {
        this.#before.set(path, inFlight.document)
        this.#unsettled.push(inFlight.settled)
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
    for (const [path, document] of this.#before) {
      const inFlight = context.inFlight.find(documentKey(at.database, path))
      if (inFlight !== undefined && inFlight.document?.updateTime !== document?.updateTime) return false
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
    if (this.#unsettled.length === 0) return true
    return (await Promise.all(this.#unsettled)).every((isDurable) => isDurable)
  }

  expectations(): Expectation[] {
    const { database } = this.#reader.at
    return [...this.#before].map(([path, document]) => ({
      kind: 'document',
      key: { database, path },
      updateTime: document?.updateTime,
    }))
  }
}
