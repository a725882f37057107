import type { DocumentStream } from './document-stream.ts'
import { IndexScanStream } from './index-scan.ts'
import { joinStream } from './join-stream.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'
import type { JoinPlan, ScanPlan } from './scope-plan.ts'
import { sortStream } from './sort-stream.ts'

export function scanStream(
  context: ReadContext,
  { scan, isChecked }: ScanPlan,
  { finds, compare }: PreparedQuery,
  wanted: number,
): IndexScanStream {
  return new IndexScanStream(context, scan, { accept: isChecked ? finds : undefined, compare, wanted })
}

export function sortedJoin(
  context: ReadContext,
  { ranges, reverse, needsSort, isChecked }: JoinPlan,
  { finds, compare }: PreparedQuery,
  wanted: number,
): DocumentStream {
  const accept = isChecked ? finds : undefined
  const stream = joinStream(context, ranges, { reverse, accept, wanted: needsSort ? Infinity : wanted })
  return needsSort ? sortStream(stream, compare, wanted) : stream
}
