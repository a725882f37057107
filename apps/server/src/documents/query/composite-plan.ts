import {
  compareBytes,
  type CompositeField,
  type CompositeIndex,
  equalFieldPaths,
  type FieldPath,
  formatFieldPath,
  type IndexCondition,
  type IndexRange,
  type IndexScope,
  isEmptyRange,
  isNameField,
  isNaNValue,
  nameDirection,
  type Order,
  rangeInComposite,
  type SimpleFilter,
  type Value,
} from '@hearth/model'
import type { PreparedQuery } from './prepared-query.ts'
import type { ScanPlan } from './scope-plan.ts'

/** One conjunction of a query as an index over several fields would serve it. */
export interface CompositeShape {
  readonly equalities: readonly { readonly path: FieldPath; readonly isElement: boolean; readonly value: Value }[]
  /** Without the name and without fields that have only one value. */
  readonly orders: readonly Order[]
  readonly nameDirection: Order['direction']
  /** What is neither an equality nor a condition on the first of the orders. */
  readonly others: readonly SimpleFilter[]
  readonly conditions: readonly IndexCondition[]
  /** Values of the first of the orders that are left out. */
  readonly excluded: readonly Value[]
  /** All conditions are told by the keys. */
  readonly areExact: boolean
}

const nan: Value = { kind: 'double', value: NaN }

/** What the keys of the first ordered field tell of a filter on it. */
interface Along {
  readonly condition?: IndexCondition
  readonly excluded?: readonly Value[]
  readonly isExact: boolean
}

export function compositeShape(filters: readonly SimpleFilter[], { query }: PreparedQuery): CompositeShape {
  const equalities: CompositeShape['equalities'][number][] = []
  const rest: SimpleFilter[] = []
  for (const filter of filters) {
    const equality = equalityOf(filter)
    const isTaken = equalities.some(
      ({ path, isElement }) => equalFieldPaths(path, filter.field) || (isElement && equality?.isElement),
    )
    if (equality === undefined || isTaken) rest.push(filter)
    else equalities.push(equality)
  }
  const orders = query.orderBy.filter(
    ({ field }) =>
      !isNameField(field) && !equalities.some(({ path, isElement }) => !isElement && equalFieldPaths(path, field)),
  )
  const [first] = orders
  const along = first === undefined ? [] : rest.filter(({ field }) => equalFieldPaths(field, first.field))
  const told = along.map(alongOf)
  return {
    equalities,
    orders,
    nameDirection: query.orderBy.at(-1)?.direction ?? 'ascending',
    others: rest.filter((filter) => !along.includes(filter)),
    conditions: told.map(({ condition }) => condition).filter((condition) => condition !== undefined),
    excluded: told.flatMap(({ excluded = [] }) => excluded),
    areExact: told.every(({ isExact }) => isExact),
  }
}

function equalityOf(filter: SimpleFilter): CompositeShape['equalities'][number] | undefined {
  const { field: path } = filter
  if (isNameField(path)) return undefined
  if (filter.kind === 'unary') {
    if (filter.op === 'is-null') return { path, isElement: false, value: { kind: 'null' } }
    return filter.op === 'is-nan' ? { path, isElement: false, value: nan } : undefined
  }
  const { op, value } = filter
  if (op !== '==' && op !== 'array-contains') return undefined
  if (value.kind === 'null' || isNaNValue(value)) return undefined
  return { path, isElement: op === 'array-contains', value }
}

function alongOf(filter: SimpleFilter): Along {
  const condition: IndexCondition = { op: 'not-null' }
  if (filter.kind === 'unary') {
    return filter.op === 'is-not-nan' ? { condition, excluded: [nan], isExact: true } : { condition, isExact: true }
  }
  const { op, value } = filter
  switch (op) {
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { condition: { op, value }, isExact: true }
    case '!=':
    case 'not-in': {
      const values = op === 'not-in' && value.kind === 'array' ? value.values : [value]
      // What equals null or NaN is no matter of one range of keys.
      const excluded = values.filter((one) => one.kind !== 'null' && !isNaNValue(one))
      return { condition, excluded, isExact: excluded.length === values.length }
    }
    default:
      return { isExact: false }
  }
}

/** The fields that an index for a shape has; undefined when one field serves it as well. */
export function fieldsFor({ equalities, orders, nameDirection: name }: CompositeShape): CompositeField[] | undefined {
  if (equalities.length + orders.length < 2) return undefined
  const sorted = equalities.toSorted((a, b) => (formatFieldPath(a.path) < formatFieldPath(b.path) ? -1 : 1))
  // Documents behind equal values go the way of the last field.
  const direction = orders.length === 0 ? name : 'ascending'
  return [
    ...sorted.map(({ path, isElement }): CompositeField => ({ path, kind: isElement ? 'contains' : direction })),
    ...orders.map(({ field, direction: kind }): CompositeField => ({ path: field, kind })),
  ]
}

/** A scan of the first index that serves one conjunction in its order, if there is one. */
export function planComposite(
  scope: IndexScope,
  filters: readonly SimpleFilter[],
  prepared: PreparedQuery,
  { composites, isBounded }: { composites: readonly CompositeIndex[]; isBounded: boolean },
): ScanPlan | undefined {
  const usable = composites.filter(
    ({ database, collectionId, isGroup }) =>
      database === scope.database &&
      collectionId === prepared.query.collectionId &&
      (scope.kind === 'collection' || isGroup),
  )
  if (usable.length === 0) return undefined
  const shape = compositeShape(filters, prepared)
  for (const index of usable) {
    const match = matchIndex(index, shape)
    if (match === undefined) continue
    const plan = planScan(scope, prepared, index, { shape, ...match }, isBounded)
    if (plan !== undefined) return plan
  }
  return undefined
}

interface IndexMatch {
  /** In the order of the index. */
  readonly equal: readonly Value[]
  readonly reverse: boolean
}

function matchIndex({ fields }: CompositeIndex, shape: CompositeShape): IndexMatch | undefined {
  const { equalities, orders } = shape
  if (fields.length !== equalities.length + orders.length) return undefined
  const equal: Value[] = []
  for (const { path, kind } of fields.slice(0, equalities.length)) {
    const equality = equalities.find(
      (one) => equalFieldPaths(one.path, path) && one.isElement === (kind === 'contains'),
    )
    if (equality === undefined) return undefined
    equal.push(equality.value)
  }
  const behind = fields.slice(equalities.length)
  const isAlong = (reverse: boolean) =>
    (nameDirection(fields) === shape.nameDirection) !== reverse &&
    behind.every(({ path, kind }, i) => {
      const order = orders[i]
      return order !== undefined && equalFieldPaths(path, order.field) && (kind === order.direction) !== reverse
    })
  if (isAlong(false)) return { equal, reverse: false }
  return isAlong(true) && !behind.some(({ kind }) => kind === 'contains') ? { equal, reverse: true } : undefined
}

function planScan(
  scope: IndexScope,
  { query }: PreparedQuery,
  index: CompositeIndex,
  { shape, equal, reverse }: { shape: CompositeShape } & IndexMatch,
  isBounded: boolean,
): ScanPlan | undefined {
  const { startAt, endAt, orderBy } = query
  const hasCursor = startAt !== undefined || endAt !== undefined
  // A cursor has values for the fields that are left out here, too.
  if (hasCursor && shape.orders.length !== orderBy.length - 1) return undefined
  const from = reverse ? endAt && { ...endAt, before: !endAt.before } : startAt
  const to = reverse ? startAt && { ...startAt, before: !startAt.before } : endAt
  const range = rangeInComposite({ index, scope, equal, conditions: shape.conditions, from, to })
  // A range of several values that were cut is wider than the one that is left out.
  const holes = shape.excluded.map((value) =>
    rangeInComposite({ index, scope, equal: [...equal, value], conditions: [] }),
  )
  const ranges = cutOut(
    range,
    holes.filter(({ exact }) => exact),
  )
  const isExact = range.exact && shape.areExact && holes.every(({ exact }) => exact)
  return {
    kind: 'scan',
    scan: { ranges, reverse, sortsRuns: false, isComposite: true },
    compositeId: index.id,
    fields: index.fields.map(({ path, kind }) => ({ field: formatFieldPath(path), kind })),
    isChecked: !isExact || shape.others.length > 0 || isBounded,
  }
}

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
