import { compareBytes, type Document, makeDocument, type Version } from '@hearth/model'
import type { KeyRange, ScannedPage, StoredDocument } from '../../persistence/persistence.ts'
import { acceptedOf, type DocumentStream } from './document-stream.ts'
import { justAfter } from './index-scan.ts'
import { PageSize } from './page-size.ts'
import type { ReadContext } from './read-context.ts'

interface Found {
  readonly key: Uint8Array
  readonly document: StoredDocument
}

/**
 * The documents of a range of names as they were at an earlier version, in the order of their keys: those of now that have
 * not changed since, and what others were then. Both are read side by side, so it costs what was there, not what changed.
 */
export class PastNames implements DocumentStream {
  readonly #context: ReadContext
  readonly #version: Version
  readonly #reverse: boolean
  readonly #accept: (document: Document) => boolean
  readonly #pageSize: PageSize
  #range: KeyRange | undefined

  constructor(
    context: ReadContext,
    range: KeyRange,
    options: { version: Version; reverse: boolean; accept: (document: Document) => boolean; wanted: number },
  ) {
    this.#context = context
    this.#range = range
    this.#version = options.version
    this.#reverse = options.reverse
    this.#accept = options.accept
    this.#pageSize = new PageSize(options.wanted, context.memory)
  }

  async next(): Promise<readonly Document[]> {
    const { snapshot, meter } = this.#context
    for (;;) {
      const range = this.#range
      if (range === undefined) return []
      const page = { limit: this.#pageSize.next, reverse: this.#reverse }
      const now = await snapshot.scanIndex(range, page)
      const then = await snapshot.scanPast(range, this.#version, page)
      const end = this.#nearer(lastKeyOf(now), lastKeyOf(then))
      this.#range = end && (this.#reverse ? { ...range, end } : { ...range, start: justAfter(end) })
      const unchanged = now.entries.filter(({ document }) => document.updateTime <= this.#version)
      const found = [...unchanged, ...then.entries].filter((entry): entry is Found => entry.document !== undefined)
      this.#pageSize.note([...now.entries, ...found].map(({ document }) => document))
      const known = found.filter(({ key }) => end === undefined || this.#compare(key, end) <= 0)
      known.sort((a, b) => this.#compare(a.key, b.key))
      const documents = known.map(({ document }) => makeDocument(document))
      const accepted = await acceptedOf(documents, this.#accept, meter)
      if (accepted.length > 0) return accepted
      await meter.pause()
    }
  }

  #compare(a: Uint8Array, b: Uint8Array): number {
    return this.#reverse ? compareBytes(b, a) : compareBytes(a, b)
  }

  /** Up to where both are known; undefined: to the end. */
  #nearer(a: Uint8Array | undefined, b: Uint8Array | undefined): Uint8Array | undefined {
    if (a === undefined || b === undefined) return a ?? b
    return this.#compare(a, b) < 0 ? a : b
  }
}

/** The key that a page ends with, when more may follow. */
function lastKeyOf({ entries, isLast }: ScannedPage<{ readonly key: Uint8Array | undefined }>): Uint8Array | undefined {
  return isLast ? undefined : entries.at(-1)?.key
}
