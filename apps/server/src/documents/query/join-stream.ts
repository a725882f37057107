import { type Document, makeDocument } from '@hearth/model'
import { acceptedOf, type DocumentStream } from './document-stream.ts'
import { IndexJoin, type JoinedRange } from './index-join.ts'
import { PageSize } from './page-size.ts'
import type { ReadContext } from './read-context.ts'
import { readDocumentsAt } from './read-documents.ts'

/** The documents that are in all ranges, in the order of their names (or the reverse). */
export function joinStream(
  context: ReadContext,
  ranges: readonly JoinedRange[],
  options: { reverse: boolean; accept: ((document: Document) => boolean) | undefined; wanted: number },
): DocumentStream {
  const join = new IndexJoin(context, ranges, options.reverse)
  const pageSize = new PageSize(options.wanted, context.memory)
  const { accept = () => true } = options
  return {
    async next() {
      for (;;) {
        const paths = await join.next(pageSize.next)
        if (paths.length === 0) return []
        const found = await readDocumentsAt(context, paths, context.snapshot.version)
        const stored = found.filter((document) => document !== undefined)
        pageSize.note(stored)
        const page = await acceptedOf(
          stored.map((one) => makeDocument(one)),
          accept,
          context.meter,
        )
        if (page.length > 0) return page
        await context.meter.pause()
      }
    },
  }
}
