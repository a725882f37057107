import type { DocumentStream } from './document-stream.ts'
import { IndexScanStream } from './index-scan.ts'
import { joinStream } from './join-stream.ts'
import { HeldDocuments } from './held-documents.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'
import type { JoinPlan, ScanPlan } from './scope-plan.ts'
import { sortStream } from './sort-stream.ts'

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
