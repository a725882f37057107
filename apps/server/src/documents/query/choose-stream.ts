import { type Document, type IndexRange, isEmptyRange } from '@hearth/model'
import { type DocumentStream, streamOf } from './document-stream.ts'
import { heldBytes } from './held-documents.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { scanStream, sortedJoin } from './plan-streams.ts'
import type { ReadContext } from './read-context.ts'
import type { JoinPlan, ScanPlan } from './scope-plan.ts'

/** Entries that a first try along the order may read for each document that is wanted, and at least. */
const TRIED_PER_DOCUMENT = 8
const TRIED_MIN = 64
const TRIED_MAX = 1000
/** Up to so many documents are rather read and sorted than looked for along another field's order. */
const SORTED_RATHER = 4096

/**
 * A query that filters by one field and orders by another, with no index of both. When few are wanted and the filter
 * lets many through, the order's index has them within its first entries. Otherwise the smaller range decides.
 */
export async function chooseStream(
  context: ReadContext,
  { scan, join }: { scan: ScanPlan; join: JoinPlan },
  prepared: PreparedQuery,
  wanted: number,
): Promise<DocumentStream> {
  if (wanted < Infinity) {
    const found = await tryScan(context, scan, prepared, wanted)
    if (found !== undefined) return streamOf(found)
  }
  const joined = Math.min(
    ...(await Promise.all(join.ranges.map(({ range }) => countUpTo(context, [range], SORTED_RATHER)))),
  )
  if (joined >= SORTED_RATHER && wanted < Infinity) return scanStream(context, scan, prepared, wanted)
  const scanned = await countUpTo(context, scan.scan.ranges, joined)
  return scanned < joined ? scanStream(context, scan, prepared, wanted) : sortedJoin(context, join, prepared, wanted)
}

/** All that is wanted, if it is found soon. */
async function tryScan(
  context: ReadContext,
  scan: ScanPlan,
  prepared: PreparedQuery,
  wanted: number,
): Promise<Document[] | undefined> {
  const examinedMax = Math.min(TRIED_MAX, TRIED_MIN + TRIED_PER_DOCUMENT * wanted)
  const stream = scanStream(context, scan, prepared, wanted, examinedMax)
  const found: Document[] = []
  while (found.length < wanted) {
    const page = await stream.next()
    if (stream.isCutShort) return undefined
    if (page.length === 0) break
    for (const document of page) found.push(document)
    context.memory.take(page.reduce((bytes, document) => bytes + heldBytes(document), 0))
  }
  return found
}

async function countUpTo(context: ReadContext, ranges: readonly IndexRange[], limit: number): Promise<number> {
  let count = 0
  for (const range of ranges) {
    if (count < limit && !isEmptyRange(range)) count += await context.snapshot.countIndex(range, limit - count)
  }
  return count
}
