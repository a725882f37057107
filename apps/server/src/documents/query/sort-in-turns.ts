import type { CompareDocuments } from './document-stream.ts'
import type { Document } from '@hearth/model'
import type { WorkMeter } from './work-meter.ts'
import { isLarge } from './large-document.ts'

/** Documents that are sorted or merged without a pause. */
const STEP = 500

/** A stable merge sort that gives way to others: a sort of many documents takes much longer than a page. */
export async function sortInTurns(
  documents: readonly Document[],
  compare: CompareDocuments,
  meter: Pick<WorkMeter, 'pause'>,
): Promise<Document[]> {
  for (const document of documents) {
    if (!isLarge(document)) continue
    // Read here, so that comparing it takes no longer than comparing others.
    void document.fields
    await meter.pause()
  }
  let runs: Document[][] = []
  for (let start = 0; start < documents.length; start += STEP) {
    runs.push(documents.slice(start, start + STEP).sort(compare))
    await meter.pause()
  }
  while (runs.length > 1) {
    const merged: Document[][] = []
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], compare, meter))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge(
  left: readonly Document[],
  right: readonly Document[],
  compare: CompareDocuments,
  meter: Pick<WorkMeter, 'pause'>,
): Promise<Document[]> {
  const merged: Document[] = []
  let j = 0
  for (const document of left) {
    for (let other = right[j]; other !== undefined && compare(other, document) < 0; other = right[++j]) {
      merged.push(other)
      if (merged.length % STEP === 0) await meter.pause()
    }
    merged.push(document)
    if (merged.length % STEP === 0) await meter.pause()
  }
  for (; j < right.length; j++) merged.push(right[j] as Document)
  return merged
}
