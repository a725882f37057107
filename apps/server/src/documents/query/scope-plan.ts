import {
  compareBytes,
  cursorRange,
  formatFieldPath,
  type IndexRange,
  type IndexScope,
  intersectRanges,
  isEmptyRange,
  isNameField,
  NAME_FIELD,
  rangeFor,
  type SimpleFilter,
} from '@hearth/model'
import type { ReadSnapshot } from '../../persistence/persistence.ts'
import { indexFilters, type IndexedFilters } from './conjunction.ts'
import type { JoinedRange } from './index-join.ts'
import type { IndexScan } from './index-scan.ts'
import type { PreparedQuery } from './prepared-query.ts'

/** Where the documents of one conjunction of filters come from, in one scope of the index. */
export type ScopePlan =
  | { readonly kind: 'nothing' }
  /** In the order of the query. */
  | { readonly kind: 'scan'; readonly scan: IndexScan; readonly isChecked: boolean }
  /** In the order of documents; `needsSort`: which is not the order of the query. */
  | {
      readonly kind: 'join'
      readonly ranges: readonly JoinedRange[]
      readonly reverse: boolean
      readonly needsSort: boolean
      readonly isChecked: boolean
    }

/** Up to so many documents are rather read and sorted than looked for along another field's order. */
const SORT_RATHER_THAN_SCAN = 4096

/**
 * Plans one conjunction. `isChecked`: the ranges hold more than what matches, so each document is checked against the
 * whole query.
 */
export async function planScope(
  snapshot: ReadSnapshot,
  scope: IndexScope,
  filters: readonly SimpleFilter[],
  prepared: PreparedQuery,
  /** Restricts the names further; for groups below a document. */
  names: IndexRange | undefined,
): Promise<ScopePlan> {
  const { orderBy, startAt, endAt } = prepared.query
  const [first] = orderBy
  if (first === undefined) throw new TypeError('A prepared query has an order')
  const indexed = indexFilters(scope, filters)
  if (indexed.isImpossible) return { kind: 'nothing' }
  const reverse = first.direction === 'descending'
  const cursors = cursorRange(scope, orderBy, startAt, endAt)
  const nameBounds = intersectAll(indexed.bounds.get(formatFieldPath(NAME_FIELD)), names)
  const hasOtherBounds = [...indexed.bounds.keys()].some((field) => field !== formatFieldPath(first.field))

  if (isNameField(first.field)) {
    const range = nameBounds === undefined ? cursors : intersectRanges(cursors, nameBounds)
    const isChecked =
      indexed.isInexact || !cursors.exact || [...indexed.bounds.keys()].some((field) => field !== '__name__')
    return planByName(scope, indexed, range, { reverse, isChecked })
  }

  const isChecked = indexed.isInexact || !cursors.exact || orderBy.length > 2 || hasOtherBounds || names !== undefined
  return planByField(snapshot, scope, indexed, cursors, { prepared, reverse, isChecked, nameBounds })
}

/** In the order of names every equality can be joined with every other. */
function planByName(
  scope: IndexScope,
  indexed: IndexedFilters,
  names: IndexRange,
  { reverse, isChecked }: { reverse: boolean; isChecked: boolean },
): ScopePlan {
  if (isEmptyRange(names)) return { kind: 'nothing' }
  const all = rangeFor(scope, NAME_FIELD, { op: 'any' })
  const isBounded = compareBytes(names.start, all.start) > 0 || compareBytes(names.end, all.end) < 0
  const [equality, ...others] = indexed.equalities
  if (equality === undefined) {
    return { kind: 'scan', scan: { ranges: [names], reverse, sortsRuns: false }, isChecked }
  }
  // A cut value stands for several, whose documents are in order all the same; only a scan would put them in another.
  if (others.length === 0 && !isBounded && equality.range.exact) {
    return { kind: 'scan', scan: { ranges: [equality.range], reverse, sortsRuns: false }, isChecked }
  }
  const ranges: JoinedRange[] = [...indexed.equalities]
  if (isBounded) ranges.push({ prefix: all.start, range: names })
  return { kind: 'join', ranges, reverse, needsSort: false, isChecked }
}

interface FieldOptions {
  readonly prepared: PreparedQuery
  readonly reverse: boolean
  readonly isChecked: boolean
  readonly nameBounds: IndexRange | undefined
}

/** Along the field that is ordered by first, or by the equalities with a sort afterwards: whichever reads less. */
async function planByField(
  snapshot: ReadSnapshot,
  scope: IndexScope,
  indexed: IndexedFilters,
  cursors: IndexRange,
  { prepared, reverse, isChecked, nameBounds }: FieldOptions,
): Promise<ScopePlan> {
  const { orderBy, limit } = prepared.query
  const [first, second] = orderBy
  if (first === undefined) throw new TypeError('A prepared query has an order')
  const field = formatFieldPath(first.field)
  let along = intersectAll(cursors, indexed.bounds.get(field)) ?? cursors
  const equalities = indexed.equalities.filter((equality) => {
    if (equality.isElement || equality.field !== field) return true
    along = intersectRanges(along, equality.range)
    return false
  })
  if (isEmptyRange(along)) return { kind: 'nothing' }
  const ranges = cutOut(along, indexed.holes.get(field) ?? [])
  const sortsRuns = !(second !== undefined && isNameField(second.field) && second.direction === first.direction)
  const scan: ScopePlan = {
    kind: 'scan',
    scan: { ranges, reverse, sortsRuns },
    isChecked: isChecked || equalities.length > 0 || nameBounds !== undefined,
  }

  const candidates: JoinedRange[] = [...equalities]
  if (nameBounds !== undefined) {
    candidates.push({ prefix: rangeFor(scope, NAME_FIELD, { op: 'any' }).start, range: nameBounds })
  }
  if (candidates.length === 0) return scan
  // A joined document may lack the ordered field, so it is always checked.
  const join: ScopePlan = { kind: 'join', ranges: candidates, reverse: false, needsSort: true, isChecked: true }
  const counts = await Promise.all(candidates.map(({ range }) => countUpTo(snapshot, range, SORT_RATHER_THAN_SCAN)))
  const smallest = Math.min(...counts)
  if (smallest >= SORT_RATHER_THAN_SCAN && limit !== undefined) return scan
  const isNarrow = (await countUpTo(snapshot, spanOf(ranges), smallest)) < smallest
  return isNarrow ? scan : join
}

function intersectAll(a: IndexRange | undefined, b: IndexRange | undefined): IndexRange | undefined {
  return a !== undefined && b !== undefined ? intersectRanges(a, b) : (a ?? b)
}

/** What is left of a range, in order. */
function cutOut(range: IndexRange, holes: readonly IndexRange[]): IndexRange[] {
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

function spanOf(ranges: readonly IndexRange[]): IndexRange {
  const first = ranges[0]
  const last = ranges.at(-1)
  if (first === undefined || last === undefined)
    return { start: new Uint8Array(0), end: new Uint8Array(0), exact: true }
  return { start: first.start, end: last.end, exact: true }
}

async function countUpTo(snapshot: ReadSnapshot, range: IndexRange, limit: number): Promise<number> {
  if (isEmptyRange(range)) return 0
  return await snapshot.countIndex(range, limit)
}
