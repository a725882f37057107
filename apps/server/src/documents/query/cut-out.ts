import { compareBytes, type IndexRange, isEmptyRange } from '@hearth/model'

/** What is left of a range without its holes, in order. */
export function cutOut(range: IndexRange, holes: readonly IndexRange[]): IndexRange[] {
  const left: IndexRange[] = []
  let { start } = range
  for (const hole of holes.toSorted((a, b) => compareBytes(a.start, b.start))) {
    if (compareBytes(hole.end, start) <= 0) continue
    if (compareBytes(hole.start, range.end) >= 0) break
    left.push({ start, end: hole.start, exact: range.exact })
    start = hole.end
  }
  left.push({ start, end: range.end, exact: range.exact })
  return left.filter((part) => !isEmptyRange(part))
}
