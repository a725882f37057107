import {
  type Bound,
  comparePaths,
  disjunctsOf,
  isNameField,
  nameParts,
  type NormalisedQuery,
  type Value,
} from '@hearth/model'

/** The first and the last path that a query in the order of names may find; undefined: not bounded. Both inclusive. */
export interface PathBounds {
  readonly lower: string | undefined
  readonly upper: string | undefined
}

export function pathBoundsOf(query: NormalisedQuery): PathBounds {
  const lists = disjunctsOf(query.filter)
  const [only] = lists
  let lower = pathOf(query.startAt)
  let upper = pathOf(query.endAt)
  if (lists.length !== 1 || only === undefined) return { lower, upper }
  for (const filter of only) {
    if (filter.kind !== 'field' || !isNameField(filter.field)) continue
    const path = pathIn(filter.value)
    if (path === undefined) continue
    if (['==', '>', '>='].includes(filter.op) && (lower === undefined || comparePaths(path, lower) > 0)) lower = path
    if (['==', '<', '<='].includes(filter.op) && (upper === undefined || comparePaths(path, upper) < 0)) upper = path
  }
  return { lower, upper }
}

function pathOf(bound: Bound | undefined): string | undefined {
  const [value] = bound?.values ?? []
  return value && pathIn(value)
}

function pathIn(value: Value): string | undefined {
  return value.kind === 'reference' ? nameParts(value.name).path : undefined
}
