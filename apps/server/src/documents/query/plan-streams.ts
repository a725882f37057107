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
  { finds, compare }: PreparedQuery,
  wanted: number,
  examinedMax = Infinity,
): IndexScanStream {
  return new IndexScanStream(context, scan, { accept: isChecked ? finds : undefined, compare, wanted, examinedMax })
}

export function sortedJoin(
  context: ReadContext,
  { ranges, reverse, needsSort, isChecked }: JoinPlan,
  { finds, compare }: PreparedQuery,
  wanted: number,
): DocumentStream {
  const accept = isChecked ? finds : undefined
  const stream = joinStream(context, ranges, { reverse, accept, wanted: needsSort ? Infinity : wanted })
  if (!needsSort) return stream
  return sortStream(stream, new HeldDocuments({ compare, keep: wanted, meter: context.meter }))
}
