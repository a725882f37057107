import { type Document, StatusError } from '@hearth/model'
import type { CompareDocuments, DocumentStream } from './document-stream.ts'

/** Text of documents that one query may hold in memory. */
export const HELD_BYTES_MAX = 64 * 1024 * 1024

/** A document's share of memory, roughly: its text and what is around it. */
export function heldBytes(document: Document): number {
  return document.json.length + document.path.length + 200
}

/** A query needs more memory than one query gets. */
export function tooMuchToHold(): StatusError {
  const text = 'The result of the query is too large. Add a limit and read it in pages.'
  return new StatusError('resource-exhausted', 'RESULT_TOO_LARGE', text)
}

/**
 * Reads its input to the end and gives it in the order of `compare`; only the first `keep` documents if that is told.
 * Throws `resource-exhausted`/`RESULT_TOO_LARGE`.
 */
export function sortStream(input: DocumentStream, compare: CompareDocuments, keep = Infinity): DocumentStream {
  let isRead = false
  return {
    async next() {
      if (isRead) return []
      isRead = true
      return await readSorted(input, compare, keep)
    },
  }
}

async function readSorted(input: DocumentStream, compare: CompareDocuments, keep: number): Promise<Document[]> {
  let held: Document[] = []
  let bytes = 0
  // Sorting away what is too much only now and then costs little for each document.
  const trimAt = 2 * keep + 1000
  for (;;) {
    const page = await input.next()
    if (page.length === 0) return held.sort(compare).slice(0, keep)
    for (const document of page) {
      held.push(document)
      bytes += heldBytes(document)
    }
    if (held.length >= trimAt || bytes > HELD_BYTES_MAX) {
      held = held.sort(compare).slice(0, keep)
      bytes = held.reduce((sum, document) => sum + heldBytes(document), 0)
      if (bytes > HELD_BYTES_MAX) throw tooMuchToHold()
    }
  }
}
