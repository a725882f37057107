import {
  compareBytes,
  type CompositeField,
  cursorRange,
  type FieldIndexing,
  type FieldPath,
  formatFieldPath,
  type IndexRange,
  type IndexScope,
  intersectRanges,
  isEmptyRange,
  isNameField,
  NAME_FIELD,
  type Order,
  parseFieldPath,
  rangeFor,
  type SimpleFilter,
  StatusError,
} from '@hearth/model'
import { cutOut, planComposite } from './composite-plan.ts'
import { indexFilters, type IndexedFilters } from './conjunction.ts'
import type { JoinedRange } from './index-join.ts'
import type { IndexScan } from './index-scan.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'

/** In the order of the query. `isChecked`: its ranges hold more than what matches, so each document is checked. */
export interface ScanPlan {
  readonly kind: 'scan'
  readonly scan: IndexScan
  /** The fields of the index that is read, without the name behind them. */
  readonly fields: readonly UsedField[]
  /** The index over several fields that is read, if it is one. */
  readonly compositeId?: string
  readonly isChecked: boolean
}

export interface UsedField {
  /** The text of the path. */
  readonly field: string
  readonly kind: CompositeField['kind']
}

/** In the order of documents. `needsSort`: which is not the order of the query. */
export interface JoinPlan {
  readonly kind: 'join'
  readonly ranges: readonly JoinedRange[]
  readonly reverse: boolean
  readonly needsSort: boolean
  readonly isChecked: boolean
}

/** Where the documents of one conjunction of filters come from, in one scope of the index. */
export type ScopePlan =
  | { readonly kind: 'nothing' }
  | ScanPlan
  | JoinPlan
  /** Along the order with checks, or by the equalities with a sort: what is quicker depends on the data. */
  | { readonly kind: 'either'; readonly scan: ScanPlan; readonly join: JoinPlan }

/**
 * Plans one conjunction. `names` restricts the names further, for groups below a document. Throws
 * `failed-precondition`/`INDEX_REQUIRED` where the only index that would do is one that a field was exempted from.
 */
export function planScope(
  { scope, names }: { readonly scope: IndexScope; readonly names: IndexRange | undefined },
  filters: readonly SimpleFilter[],
  prepared: PreparedQuery,
  context: Pick<ReadContext, 'composites' | 'indexing'>,
): ScopePlan {
  const { composites } = context
  const { orderBy, startAt, endAt } = prepared.query
  const [first] = orderBy
  if (first === undefined) throw new TypeError('A prepared query has an order')
  const indexed = indexFilters(scope, filters)
  if (indexed.isImpossible) return { kind: 'nothing' }
  const composite = planComposite(scope, filters, prepared, { composites, isBounded: names !== undefined })
  if (composite !== undefined) return composite
  const usable = new UsableIndexes(context, prepared)
  const reverse = first.direction === 'descending'
  const cursors = cursorRange(scope, orderBy, startAt, endAt)
  const nameBounds = intersectAll(indexed.bounds.get(formatFieldPath(NAME_FIELD)), names)
  const hasOtherBounds = [...indexed.bounds.keys()].some((field) => field !== formatFieldPath(first.field))

  if (isNameField(first.field)) {
    const range = nameBounds === undefined ? cursors : intersectRanges(cursors, nameBounds)
    const isChecked =
      indexed.isInexact || !cursors.exact || [...indexed.bounds.keys()].some((field) => field !== '__name__')
    return planByName(scope, indexed, range, { reverse, isChecked, usable })
  }

  const isChecked = indexed.isInexact || !cursors.exact || orderBy.length > 2 || hasOtherBounds || names !== undefined
  return planByField(scope, indexed, cursors, { prepared, reverse, isChecked, nameBounds, usable })
}

/** In the order of names every equality can be joined with every other. */
function planByName(
  scope: IndexScope,
  indexed: IndexedFilters,
  names: IndexRange,
  { reverse, isChecked: isInexact, usable }: { reverse: boolean; isChecked: boolean; usable: UsableIndexes },
): ScopePlan {
  if (isEmptyRange(names)) return { kind: 'nothing' }
  const equalities = usable.lookedUp(indexed.equalities)
  const isChecked = isInexact || equalities.length < indexed.equalities.length
  const all = rangeFor(scope, NAME_FIELD, { op: 'any' })
  const isBounded = compareBytes(names.start, all.start) > 0 || compareBytes(names.end, all.end) < 0
  const [equality, ...others] = equalities
  if (equality === undefined) {
    const scan = { ranges: [names], reverse, sortsRuns: false }
    return { kind: 'scan', scan, fields: [], isChecked }
  }
  // A cut value stands for several, whose documents are in order all the same; only a scan would put them in another.
  if (others.length === 0 && !isBounded && equality.range.exact) {
    const { range, field, isElement } = equality
    const fields: UsedField[] = [{ field, kind: isElement ? 'contains' : 'ascending' }]
    return { kind: 'scan', scan: { ranges: [range], reverse, sortsRuns: false }, fields, isChecked }
  }
  const ranges: JoinedRange[] = [...equalities]
  if (isBounded) ranges.push(joinedNames(all, names))
  return { kind: 'join', ranges, reverse, needsSort: false, isChecked }
}

interface FieldOptions {
  readonly prepared: PreparedQuery
  readonly reverse: boolean
  readonly isChecked: boolean
  readonly nameBounds: IndexRange | undefined
  readonly usable: UsableIndexes
}

/** Along the field that is ordered by first, or by the equalities with a sort afterwards. */
function planByField(
  scope: IndexScope,
  indexed: IndexedFilters,
  cursors: IndexRange,
  { prepared, reverse, isChecked, nameBounds, usable }: FieldOptions,
): ScopePlan {
  const { orderBy } = prepared.query
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
  const scan: ScanPlan = {
    kind: 'scan',
    scan: { ranges, reverse, sortsRuns },
    fields: [{ field, kind: 'ascending' }],
    isChecked: isChecked || equalities.length > 0 || nameBounds !== undefined,
  }

  const canScan = usable.canOrder(first)
  if (!canScan && equalities.length === 0) throw usable.missing(first.field, first.direction)
  const candidates: JoinedRange[] = [...(canScan ? usable.findable(equalities) : usable.lookedUp(equalities))]
  if (nameBounds !== undefined) {
    candidates.push(joinedNames(rangeFor(scope, NAME_FIELD, { op: 'any' }), nameBounds))
  }
  if (candidates.length === 0) return scan
  // A joined document may lack the ordered field, so it is always checked.
  const join: JoinPlan = { kind: 'join', ranges: candidates, reverse: false, needsSort: true, isChecked: true }
  return canScan ? { kind: 'either', scan, join } : join
}

function joinedNames(all: IndexRange, range: IndexRange): JoinedRange {
  return { prefix: all.start, range, field: '__name__', isElement: false }
}

function intersectAll(a: IndexRange | undefined, b: IndexRange | undefined): IndexRange | undefined {
  return a !== undefined && b !== undefined ? intersectRanges(a, b) : (a ?? b)
}

/** The indexes of single fields that a query may read: all but those that are exempted, or not whole yet. */
class UsableIndexes {
  readonly #indexing: FieldIndexing | undefined
  readonly #scope: 'collection' | 'group'
  readonly #collectionId: string

  constructor({ indexing }: Pick<ReadContext, 'indexing'>, { query }: PreparedQuery) {
    this.#collectionId = query.collectionId ?? ''
    this.#indexing = indexing.get(this.#collectionId)
    this.#scope = query.allDescendants ? 'group' : 'collection'
  }

  canOrder({ field, direction }: Order): boolean {
    return this.#indexing === undefined || this.#indexing.has(field, this.#scope, direction)
  }

  /** The equalities that can be looked up; the others can only be checked. */
  findable(equalities: readonly JoinedRange[]): readonly JoinedRange[] {
    const indexing = this.#indexing
    if (indexing === undefined) return equalities
    return equalities.filter(({ field, isElement }) =>
      indexing.isKept(parseFieldPath(field), this.#scope, isElement ? 'elements' : 'fields'),
    )
  }

  /** The same for a query that has to look one up, if it has any: throws when it can't. */
  lookedUp(equalities: readonly JoinedRange[]): readonly JoinedRange[] {
    const usable = this.findable(equalities)
    const [first] = equalities
    if (first === undefined || usable.length > 0) return usable
    throw this.missing(parseFieldPath(first.field), first.isElement ? 'contains' : 'ascending')
  }

  /** The vendor's text but for its end, which is about its own console. */
  missing(field: FieldPath, kind: 'ascending' | 'descending' | 'contains'): StatusError {
    const scope = this.#scope === 'group' ? 'COLLECTION_GROUP' : 'COLLECTION'
    const index = `${scope}_${kindNames[kind]} index for collection ${this.#collectionId} and field ${formatFieldPath(field)}`
    const text = `The query requires a ${index}. The field is exempt from it, or it is still being built: see the fieldOverrides of firestore.indexes.json.`
    return new StatusError('failed-precondition', 'INDEX_REQUIRED', text)
  }
}

const kindNames = { ascending: 'ASC', descending: 'DESC', contains: 'CONTAINS' } as const
