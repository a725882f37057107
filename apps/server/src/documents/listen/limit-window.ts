import type { Document } from '@hearth/model'
import type { CompareDocuments } from '../query/document-stream.ts'
import type { DocumentDelta } from '../document-delta.ts'
import type { ResultChange } from './result-change.ts'
import { SortedDocuments } from './sorted-documents.ts'

/** Documents that are held beyond the window, so that the next ones are at hand when members leave. */
const SPARE = 32
/** The most of them, of a window that ran short again and again. */
const SPARE_MAX = 1024

export interface WindowShape {
  readonly offset: number
  readonly limit: number
  readonly compare: CompareDocuments
  readonly matches: (document: Document) => boolean
}

/** What became of a document since the changes were last taken. */
interface Touched {
  /** In the window by then. */
  readonly told: Document | undefined
  /** In the window now. */
  shown: Document | undefined
  /** It was written itself; `after` is undefined of one that was deleted. */
  written: { readonly after: Document | undefined } | undefined
}

/**
 * The first documents of an ordered result, kept up to date from changes, each in the time of the logarithm of how many are held. What is
 * held is the result without a gap from its first document on; while that is not all of it, the window can run short, and then has to be
 * continued from the store.
 */
export class LimitWindow {
  readonly #shape: WindowShape
  /** Each is empty unless those before it are full. */
  readonly #skipped: SortedDocuments
  readonly #shown: SortedDocuments
  readonly #spare: SortedDocuments
  #spareMax: number
  #isComplete = false
  #touched = new Map<string, Touched>()

  constructor(shape: WindowShape) {
    this.#shape = shape
    this.#spareMax = Math.min(SPARE, shape.limit)
    this.#skipped = new SortedDocuments(shape.compare)
    this.#shown = new SortedDocuments(shape.compare)
    this.#spare = new SortedDocuments(shape.compare)
  }

  /** The documents in the window, in order. */
  get documents(): Iterable<Document> {
    return this.#shown
  }

  /** About how much memory all that is held takes. */
  get bytes(): number {
    return this.#skipped.bytes + this.#shown.bytes + this.#spare.bytes
  }

  /** Too few are known to fill the window. */
  get isShort(): boolean {
    return !this.#isComplete && this.#held < this.#shape.offset + this.#shape.limit
  }

  /** How many of the result are to be read behind `last`. */
  get missing(): number {
    return this.#capacity - this.#held
  }

  /** The last one held. */
  get last(): Document | undefined {
    return this.#spare.last ?? this.#shown.last ?? this.#skipped.last
  }

  get #held(): number {
    return this.#skipped.size + this.#shown.size + this.#spare.size
  }

  get #capacity(): number {
    return this.#shape.offset + this.#shape.limit + this.#spareMax
  }

  /** Holds more beyond the window from here on. */
  widen(): void {
    this.#spareMax = Math.min(SPARE_MAX, this.#shape.limit, this.#spareMax * 2)
  }

  /** The next document of the result behind `last`. */
  append(document: Document): void {
    const { offset, limit } = this.#shape
    if (this.#skipped.size < offset) this.#skipped.push(document)
    else if (this.#shown.size < limit) {
      this.#shown.push(document)
      this.#show(document)
    } else this.#spare.push(document)
  }

  /** What is held is the whole result. */
  complete(): void {
    this.#isComplete = true
  }

  /** Holds nothing any more, to be read anew. */
  clear(): void {
    for (const document of this.#shown) this.#hide(document)
    for (const documents of [this.#skipped, this.#shown, this.#spare]) documents.clear()
    this.#isComplete = false
  }

  apply({ path, before, after }: DocumentDelta): void {
    if (before !== undefined && this.#shape.matches(before)) this.#remove(before)
    if (after !== undefined && this.#shape.matches(after)) this.#insert(after)
    this.#settle()
    const touched = this.#touched.get(path)
    if (touched !== undefined) touched.written = { after }
  }

  /** What is different from the last call; to be called when the window is not short. */
  takeChanges(): ResultChange[] {
    if (this.#touched.size === 0) return []
    const changes: ResultChange[] = []
    const upserts: Document[] = []
    for (const [path, { told, shown, written }] of this.#touched) {
      if (shown !== undefined) {
        if (told?.updateTime !== shown.updateTime) upserts.push(shown)
      } else if (told !== undefined) {
        changes.push(written === undefined ? { kind: 'evict', path } : { kind: 'leave', path, document: written.after })
      }
    }
    this.#touched = new Map()
    upserts.sort(this.#shape.compare)
    for (const document of upserts) changes.push({ kind: 'upsert', path: document.path, document })
    return changes
  }

  /** Nobody was told anything: what is shown now is what changes are different from. */
  forgetChanges(): void {
    this.#touched = new Map()
  }

  #remove(before: Document): void {
    if (this.#isIn(this.#skipped, before)) this.#skipped.remove(before)
    else if (this.#isIn(this.#shown, before)) {
      this.#hide(this.#shown.remove(before))
    } else this.#spare.remove(before)
  }

  #insert(document: Document): void {
    if (this.#isIn(this.#skipped, document)) this.#skipped.insert(document)
    else if (this.#isIn(this.#shown, document)) {
      this.#shown.insert(document)
      this.#show(document)
    }
    // Beyond the last one held there may be others that are not known.
    else if (this.#isComplete || this.#isIn(this.#spare, document)) this.#spare.insert(document)
  }

  /** Whether the place of a document is among these, or before them. */
  #isIn({ last }: SortedDocuments, document: Document): boolean {
    return last !== undefined && this.#shape.compare(document, last) <= 0
  }

  /** Moves documents between the three until each is full before the next begins. */
  #settle(): void {
    const { offset, limit } = this.#shape
    while (this.#skipped.size > offset) {
      const last = this.#show(this.#skipped.takeLast())
      if (last !== undefined) this.#shown.unshift(last)
    }
    while (this.#skipped.size < offset) {
      const next = this.#hide(this.#shown.takeFirst()) ?? this.#spare.takeFirst()
      if (next === undefined) break
      this.#skipped.push(next)
    }
    while (this.#shown.size > limit) {
      const last = this.#hide(this.#shown.takeLast())
      if (last !== undefined) this.#spare.unshift(last)
    }
    while (this.#shown.size < limit) {
      const next = this.#show(this.#spare.takeFirst())
      if (next === undefined) break
      this.#shown.push(next)
    }
    while (this.#held > this.#capacity) {
      this.#spare.takeLast()
      this.#isComplete = false
    }
  }

  /** Of a document that comes into the window. */
  #show(document: Document | undefined): Document | undefined {
    if (document !== undefined) this.#touch(document.path, undefined).shown = document
    return document
  }

  /** Of a document that was taken out of it. */
  #hide(document: Document | undefined): Document | undefined {
    if (document !== undefined) this.#touch(document.path, document).shown = undefined
    return document
  }

  /** `told`: what was shown of it if nothing has happened to it yet. */
  #touch(path: string, told: Document | undefined): Touched {
    let touched = this.#touched.get(path)
    if (touched === undefined) {
      touched = { told, shown: told, written: undefined }
      this.#touched.set(path, touched)
    }
    return touched
  }
}
