import type { Document } from '@hearth/model'

/** Documents one after the other, in pages. */
export interface DocumentStream {
  /** The next page; an empty one is the end. */
  next(): Promise<readonly Document[]>
}

export type CompareDocuments = (a: Document, b: Document) => number

export const EMPTY_STREAM: DocumentStream = { next: async () => [] }

/** Documents that are in memory already, as one page. */
export function streamOf(documents: readonly Document[]): DocumentStream {
  let rest = documents
  return {
    async next() {
      const page = rest
      rest = []
      return page
    },
  }
}

/** Documents that come in pages, some of which may be empty. */
export function streamOfPages(pages: AsyncGenerator<readonly Document[], void>): DocumentStream {
  return {
    async next() {
      for (;;) {
        const { value, done } = await pages.next()
        if (done === true) return []
        if (value.length > 0) return value
      }
    },
  }
}

/** Keeps what `accept` accepts. */
export function filterStream(input: DocumentStream, accept: (document: Document) => boolean): DocumentStream {
  return {
    async next() {
      for (;;) {
        const page = await input.next()
        if (page.length === 0) return page
        const accepted = page.filter(accept)
        if (accepted.length > 0) return accepted
      }
    },
  }
}
