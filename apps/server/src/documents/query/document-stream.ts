import type { Document } from '@hearth/model'
import { isLarge } from './large-document.ts'
import type { WorkMeter } from './work-meter.ts'

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

/** All of one after all of the other. */
export function concatStreams(streams: readonly DocumentStream[]): DocumentStream {
  const rest = streams.toReversed()
  return {
    async next() {
      for (let stream = rest.at(-1); stream !== undefined; stream = rest.at(-1)) {
        const page = await stream.next()
        if (page.length > 0) return page
        rest.pop()
      }
      return []
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
export function filterStream(
  input: DocumentStream,
  accept: (document: Document) => boolean,
  meter: Pick<WorkMeter, 'pause'>,
): DocumentStream {
  return {
    async next() {
      for (;;) {
        const page = await input.next()
        if (page.length === 0) return page
        const accepted = await acceptedOf(page, accept, meter)
        if (accepted.length > 0) return accepted
      }
    },
  }
}

/** Those of a page that `accept` accepts; others have their turn between large ones. */
export async function acceptedOf(
  page: readonly Document[],
  accept: (document: Document) => boolean,
  meter: Pick<WorkMeter, 'pause'>,
): Promise<Document[]> {
  const accepted: Document[] = []
  for (const document of page) {
    if (accept(document)) accepted.push(document)
    if (isLarge(document)) await meter.pause()
  }
  return accepted
}
