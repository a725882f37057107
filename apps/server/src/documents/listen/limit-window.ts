import type { Document } from '@hearth/model'
import type { CompareDocuments } from '../query/document-stream.ts'
import type { DocumentDelta } from '../document-delta.ts'
import type { ResultChange } from './result-change.ts'

/** The most documents that are held beyond the window, so that the next ones are at hand when members leave. */
const SPARE_MAX = 32

export interface WindowShape {
  readonly offset: number
  readonly limit: number
  readonly compare: CompareDocuments
  readonly matches: (document: Document) => boolean
}

/**
 * The first documents of an ordered result, kept up to date from changes. It holds `capacity` documents at most; while
 * it does not know of all that match, it can run short, and then has to be filled again from the store.
 */
export class LimitWindow {
  readonly capacity: number
  readonly #shape: WindowShape
  #held: Document[] = []
  #isComplete = false
  #shown: ReadonlyMap<string, Document> = new Map()

  constructor(shape: WindowShape) {
    this.#shape = shape
    this.capacity = shape.offset + shape.limit + Math.min(SPARE_MAX, shape.limit)
  }

  /** The documents in the window, in order. */
  get documents(): ReadonlyMap<string, Document> {
    return this.#shown
  }

  /** Too few are known to fill the window. */
  get isShort(): boolean {
    return !this.#isComplete && this.#held.length < this.#shape.offset + this.#shape.limit
  }

  /** The first `capacity` documents of the result, in order. */
  fill(documents: readonly Document[]): void {
    this.#held = documents.slice(0, this.capacity)
    this.#isComplete = documents.length < this.capacity
  }

  apply(delta: DocumentDelta): void {
    const { before, after } = delta
    if (before !== undefined && this.#shape.matches(before)) this.#remove(before)
    if (after !== undefined && this.#shape.matches(after)) this.#insert(after)
  }

  /** What is different from the last call; to be called when the window is not short. */
  takeChanges(deltas: readonly DocumentDelta[]): ResultChange[] {
    const { offset, limit } = this.#shape
    const next = new Map(this.#held.slice(offset, offset + limit).map((document) => [document.path, document]))
    const changed = new Map(deltas.map((delta) => [delta.path, delta]))
    const changes: ResultChange[] = []
    for (const path of this.#shown.keys()) {
      if (next.has(path)) continue
      const delta = changed.get(path)
      if (delta === undefined) changes.push({ kind: 'evict', path })
      else changes.push({ kind: 'leave', path, document: delta.after })
    }
    for (const [path, document] of next) {
      if (this.#shown.get(path)?.updateTime !== document.updateTime) changes.push({ kind: 'upsert', path, document })
    }
    this.#shown = next
    return changes
  }

  #remove(before: Document): void {
    const at = this.#position(before)
    if (this.#held[at]?.path === before.path) this.#held.splice(at, 1)
  }

  #insert(document: Document): void {
    const at = this.#position(document)
    // Beyond the last one held there may be others that are not known.
    if (at === this.#held.length && !this.#isComplete) return
    this.#held.splice(at, 0, document)
    if (this.#held.length <= this.capacity) return
    this.#held.pop()
    this.#isComplete = false
  }

  /** Where a document is, or belongs. */
  #position(document: Document): number {
    let low = 0
    let high = this.#held.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const held = this.#held[middle]
      if (held !== undefined && this.#shape.compare(held, document) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
