import type { Document } from '@hearth/model'
import type { WorkMeter } from './work-meter.ts'

/** Documents one after the other, in pages. */
export interface DocumentStream {
  /** The next page; an empty one is the end. */
  next(): Promise<readonly Document[]>
}

export const emptyStream: DocumentStream = { next: async () => [] }

/** Documents, and about how much of them, that are handed over at once: neither they nor what is made of them holds the event loop. */
export const PART = 100
export const PART_BYTES = 512 * 1024

/** Documents that are in memory already, in parts: what is decoded and encoded of one goes with it. */
export function streamOf(documents: readonly Document[]): DocumentStream {
  const parts = [...partsOf(documents)].toReversed()
  return { next: async () => parts.pop() ?? [] }
}

/** None is empty. */
export function* partsOf(documents: readonly Document[]): Iterable<readonly Document[]> {
  let start = 0
  let bytes = 0
  for (let end = 1; end <= documents.length; end++) {
    bytes += documents[end - 1]?.json.length ?? 0
    if (end < documents.length && end - start < PART && bytes < PART_BYTES) continue
    yield start === 0 && end === documents.length ? documents : documents.slice(start, end)
    start = end
    bytes = 0
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
  meter: Pick<WorkMeter, 'isOver' | 'pause'>,
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

/** Those of a page that `accept` accepts, as text alone; others have their turn in between. */
export async function acceptedOf(
  page: readonly Document[],
  accept: (document: Document) => boolean,
  meter: Pick<WorkMeter, 'isOver' | 'pause'>,
): Promise<Document[]> {
  const accepted: Document[] = []
  for (const document of page) {
    if (accept(document)) accepted.push(document)
    document.forgetFields()
    if (meter.isOver) await meter.pause()
  }
  return accepted
}
