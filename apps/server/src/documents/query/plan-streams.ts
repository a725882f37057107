import { type DocumentStream, acceptedOf } from './document-stream.ts'
import { IndexScanStream } from './index-scan.ts'
import { HeldDocuments, sortStream } from './held-documents.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'
import type { JoinPlan, ScanPlan } from './scope-plan.ts'
import { type Document, makeDocument } from '@hearth/model'
import { IndexJoin, type JoinedRange } from './index-join.ts'
import { PageSize } from './page-size.ts'
import { readDocumentsAt } from './read-documents.ts'

export function scanStream(
  context: ReadContext,
  { scan, isChecked }: ScanPlan,
  { finds, keyOf, isNarrowed, isUnordered = false }: PreparedQuery,
  wanted: number,
  examinedMax = Infinity,
): IndexScanStream {
  const accept = isChecked || isNarrowed ? finds : undefined
  return new IndexScanStream(context, scan, { accept, keyOf, wanted, examinedMax, isUnordered })
}

export function sortedJoin(
  context: ReadContext,
  { ranges, reverse, needsSort, isChecked }: JoinPlan,
  { finds, keyOf, isNarrowed, isUnordered = false }: PreparedQuery,
  wanted: number,
): DocumentStream {
  const accept = isChecked || isNarrowed ? finds : undefined
  const isSorted = needsSort && !isUnordered
  const stream = joinStream(context, ranges, { reverse, accept, wanted: isSorted ? Infinity : wanted })
  if (!isSorted) return stream
  return sortStream(stream, new HeldDocuments(context, { keyOf, keep: wanted }))
}

/** The documents that are in all ranges, in the order of their names (or the reverse). */
function joinStream(
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
