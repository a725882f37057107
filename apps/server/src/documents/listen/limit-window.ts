import { type Document, makeDocument } from '@hearth/model'
import type { DocumentDelta } from '../document-delta.ts'
import { compareKeyed, keyBytes, type KeyedDocument } from '../query/keyed-document.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { type Pausable, sortInTurns } from '../query/sort-in-turns.ts'
import type { ResultChange } from './result-change.ts'
import { SortedDocuments } from './sorted-documents.ts'

/** Documents that are held beyond the window, so that the next ones are at hand when members leave. */
const SPARE = 32
/** The most of them, of a window that ran short again and again. */
const SPARE_MAX = 1024

export interface WindowShape {
  readonly offset: number
  readonly limit: number
  readonly keyOf: PreparedQuery['keyOf']
  readonly matches: (document: Document) => boolean
}

/** What became of a document since the changes were last taken. */
interface Touched {
  /** In the window by then. */
  readonly told: KeyedDocument | undefined
  /** In the window now. */
  shown: KeyedDocument | undefined
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
  readonly #skipped = new SortedDocuments()
  readonly #shown = new SortedDocuments()
  readonly #spare = new SortedDocuments()
  #spareMax: number
  #isComplete = false
  #touched = new Map<string, Touched>()

  constructor(shape: WindowShape) {
    this.#shape = shape
    this.#spareMax = Math.min(SPARE, shape.limit)
  }

  /** The documents in the window, in order. */
  *documents(): Generator<Document, void> {
    for (const { document } of this.#shown) yield document
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
    return (this.#spare.last ?? this.#shown.last ?? this.#skipped.last)?.document
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

  /** The next document of the result behind `last`. Answers about how much memory its key takes. */
  append(next: Document): number {
    const { offset, limit } = this.#shape
    const document = this.#keyed(next)
    next.forgetFields()
    if (this.#skipped.size < offset) this.#skipped.push(document)
    else if (this.#shown.size < limit) {
      this.#shown.push(document)
      this.#show(document)
    } else this.#spare.push(document)
    return keyBytes(document.key)
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
    if (before !== undefined && this.#shape.matches(before)) this.#remove(this.#keyed(before))
    if (after !== undefined && this.#shape.matches(after)) this.#insert(this.#keyed(after))
    this.#settle()
    const touched = this.#touched.get(path)
    if (touched !== undefined) touched.written = { after }
  }

  /** What is different from the last call; to be called when the window is not short. */
  async takeChanges(turn: Pausable): Promise<ResultChange[]> {
    if (this.#touched.size === 0) return []
    const changes: ResultChange[] = []
    const upserts: KeyedDocument[] = []
    for (const [path, { told, shown, written }] of this.#touched) {
      if (shown !== undefined) {
        if (told?.document.updateTime === shown.document.updateTime) continue
        upserts.push({ key: shown.key, document: toldOf(shown.document, written?.after) })
      } else if (told !== undefined) {
        changes.push(written === undefined ? { kind: 'evict', path } : { kind: 'leave', path, document: written.after })
      }
    }
    this.#touched = new Map()
    for (const { document } of await sortInTurns(upserts, turn))
      changes.push({ kind: 'upsert', path: document.path, document })
    return changes
  }

  /** Nobody was told anything: what is shown now is what changes are different from. */
  forgetChanges(): void {
    this.#touched = new Map()
  }

  /** What others decode and encode of a document is not kept with the one in the window. */
  #keyed(document: Document): KeyedDocument {
    return { document: makeDocument(document), key: this.#shape.keyOf(document) }
  }

  #remove(before: KeyedDocument): void {
    if (this.#isIn(this.#skipped, before)) this.#skipped.remove(before)
    else if (this.#isIn(this.#shown, before)) {
      this.#hide(this.#shown.remove(before))
    } else this.#spare.remove(before)
  }

  #insert(document: KeyedDocument): void {
    if (this.#isIn(this.#skipped, document)) this.#skipped.insert(document)
    else if (this.#isIn(this.#shown, document)) {
      this.#shown.insert(document)
      this.#show(document)
    }
    // Beyond the last one held there may be others that are not known.
    else if (this.#isComplete || this.#isIn(this.#spare, document)) this.#spare.insert(document)
  }

  /** Whether the place of a document is among these, or before them. */
  #isIn({ last }: SortedDocuments, document: KeyedDocument): boolean {
    return last !== undefined && compareKeyed(document, last) <= 0
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
  #show(document: KeyedDocument | undefined): KeyedDocument | undefined {
    if (document !== undefined) this.#touch(document.document.path, undefined).shown = document
    return document
  }

  /** Of a document that was taken out of it. */
  #hide(document: KeyedDocument | undefined): KeyedDocument | undefined {
    if (document !== undefined) this.#touch(document.document.path, document).shown = undefined
    return document
  }

  /** `told`: what was shown of it if nothing has happened to it yet. */
  #touch(path: string, told: KeyedDocument | undefined): Touched {
    let touched = this.#touched.get(path)
    if (touched === undefined) {
      touched = { told, shown: told, written: undefined }
      this.#touched.set(path, touched)
    }
    return touched
  }
}

/** What was written is encoded once for all who hear of it; of others, nothing is kept with the window. */
function toldOf(shown: Document, after: Document | undefined): Document {
  return after?.updateTime === shown.updateTime ? after : makeDocument(shown)
}
