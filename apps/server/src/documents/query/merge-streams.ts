import type { Document } from '@hearth/model'
import type { CompareDocuments, DocumentStream } from './document-stream.ts'

const PAGE_MAX = 500

interface Head {
  readonly stream: DocumentStream
  page: readonly Document[]
  at: number
}

/**
 * The union of streams that are each in the order of `compare`, in that order, each document once: the disjuncts of an
 * `or`, the scopes of a collection group. There are at most a few dozen, so the smallest head is looked for one by one.
 */
export function mergeStreams(streams: readonly DocumentStream[], compare: CompareDocuments): DocumentStream {
  const [only] = streams
  if (streams.length === 1 && only !== undefined) return only
  return new MergedStream(streams, compare)
}

class MergedStream implements DocumentStream {
  readonly #compare: CompareDocuments
  readonly #heads: Head[]
  #last: Document | undefined

  constructor(streams: readonly DocumentStream[], compare: CompareDocuments) {
    this.#compare = compare
    this.#heads = streams.map((stream) => ({ stream, page: [], at: 0 }))
  }

  async next(): Promise<readonly Document[]> {
    const merged: Document[] = []
    while (merged.length < PAGE_MAX) {
      if (this.#heads.some((head) => head.at === head.page.length)) {
        // What is there goes out before more is read.
        if (merged.length > 0) break
        await this.#fill()
      }
      const head = this.#smallest()
      if (head === undefined) break
      const document = head.page[head.at++] as Document
      if (document.path === this.#last?.path) continue
      this.#last = document
      merged.push(document)
    }
    return merged
  }

  /** Gets a page for each head that has none; those at their end leave. */
  async #fill(): Promise<void> {
    for (let i = this.#heads.length - 1; i >= 0; i--) {
      const head = this.#heads[i]
      if (head === undefined || head.at < head.page.length) continue
      head.page = await head.stream.next()
      head.at = 0
      if (head.page.length === 0) this.#heads.splice(i, 1)
    }
  }

  #smallest(): Head | undefined {
    let smallest: Head | undefined
    let first: Document | undefined
    for (const head of this.#heads) {
      const document = head.page[head.at]
      if (document === undefined) continue
      if (first === undefined || this.#compare(document, first) < 0) {
        smallest = head
        first = document
      }
    }
    return smallest
  }
}
