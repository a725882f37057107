import { compareBytes, decodeDocumentPath, documentBytes, type IndexRange, keyAfterPrefix } from '@hearth/model'
import type { KeyRange } from '../../persistence/persistence.ts'
import { justAfter } from './index-scan.ts'
import type { ReadContext } from './read-context.ts'

/** Keys that share `prefix` and go on with the bytes of a document, so that they are in the order of documents. */
export interface JoinedRange {
  readonly prefix: Uint8Array
  readonly range: IndexRange
  /** The text of the field whose keys these are. */
  readonly field: string
  /** Keys of the elements of an array. */
  readonly isElement: boolean
}

const SEEK_PAGE = 16
const PAGE_MAX = 500

/**
 * The paths of the documents that are in all ranges, in the order of documents. Each range is asked for the first key
 * at or after the furthest of the others, so the cost follows the smallest range and not the largest.
 */
export class IndexJoin {
  readonly #cursors: KeyCursor[]
  readonly #isAfter: (a: Uint8Array, b: Uint8Array) => boolean

  constructor(context: ReadContext, ranges: readonly JoinedRange[], reverse: boolean) {
    this.#cursors = ranges.map((range) => new KeyCursor(context, range, reverse))
    this.#isAfter = reverse ? (a, b) => compareBytes(a, b) < 0 : (a, b) => compareBytes(a, b) > 0
  }

  /** At most `limit` paths; an empty page is the end. */
  async next(limit: number): Promise<string[]> {
    const [first] = this.#cursors
    const paths: string[] = []
    if (first === undefined) return paths
    while (paths.length < limit) {
      let target = first.here() ?? (await first.current())
      let agreeing = 0
      for (let i = 0; target !== undefined && agreeing < this.#cursors.length; i = (i + 1) % this.#cursors.length) {
        const cursor = this.#cursors[i] ?? first
        const at: Uint8Array | undefined = cursor.seekHere(target) ?? (await cursor.seek(target))
        if (at === undefined || this.#isAfter(at, target)) {
          agreeing = at === undefined ? 0 : 1
          target = at
        } else agreeing++
      }
      const key = first.currentKey
      if (target === undefined || key === undefined) break
      paths.push(decodeDocumentPath(key).path)
      first.advance()
    }
    return paths
  }
}

/** Walks the keys of one range in the order of documents. */
class KeyCursor {
  readonly #context: ReadContext
  readonly #prefix: Uint8Array
  readonly #reverse: boolean
  #rest: KeyRange | undefined
  #page: readonly Uint8Array[] = []
  #at = 0
  #pageSize = SEEK_PAGE

  constructor(context: ReadContext, { prefix, range }: JoinedRange, reverse: boolean) {
    this.#context = context
    this.#prefix = prefix
    this.#reverse = reverse
    this.#rest = range
  }

  get currentKey(): Uint8Array | undefined {
    return this.#page[this.#at]
  }

  advance(): void {
    this.#at++
  }

  /** The document's bytes of the current key; undefined when the next page is needed. */
  here(): Uint8Array | undefined {
    return this.currentKey && documentBytes(this.currentKey)
  }

  /** As `seek`, on the page that is there; undefined when the next one is needed. */
  seekHere(target: Uint8Array): Uint8Array | undefined {
    for (let key = this.currentKey; key !== undefined; key = this.currentKey) {
      const document = documentBytes(key)
      if (!this.#isBefore(document, target)) return document
      this.#at++
    }
    return undefined
  }

  /** The document's bytes of the current key; undefined at the end. */
  async current(): Promise<Uint8Array | undefined> {
    if (this.currentKey === undefined) {
      await this.#readPage()
      this.#pageSize = Math.min(PAGE_MAX, this.#pageSize * 2)
    }
    return this.here()
  }

  /** Moves to the first document at or after `target`, never back. */
  async seek(target: Uint8Array): Promise<Uint8Array | undefined> {
    const here = this.seekHere(target)
    if (here !== undefined) return here
    this.#skipTo(target)
    this.#pageSize = SEEK_PAGE
    await this.#readPage()
    return this.here()
  }

  #isBefore(a: Uint8Array, b: Uint8Array): boolean {
    const order = compareBytes(a, b)
    return this.#reverse ? order > 0 : order < 0
  }

  #skipTo(target: Uint8Array): void {
    const rest = this.#rest
    if (rest === undefined) return
    const key = new Uint8Array(this.#prefix.length + target.length)
    key.set(this.#prefix)
    key.set(target, this.#prefix.length)
    if (this.#reverse) {
      const end = keyAfterPrefix(key)
      if (compareBytes(end, rest.end) < 0) this.#rest = { start: rest.start, end }
    } else if (compareBytes(key, rest.start) > 0) {
      this.#rest = { start: key, end: rest.end }
    }
  }

  async #readPage(): Promise<void> {
    const rest = this.#rest
    this.#at = 0
    this.#page = []
    if (rest === undefined || compareBytes(rest.start, rest.end) >= 0) return
    await this.#context.meter.pause()
    const limit = this.#pageSize
    this.#page = await this.#context.snapshot.scanIndexKeys(rest, { limit, reverse: this.#reverse })
    const last = this.#page.at(-1)
    if (last === undefined || this.#page.length < limit) this.#rest = undefined
    else this.#rest = this.#reverse ? { start: rest.start, end: last } : { start: justAfter(last), end: rest.end }
  }
}
