import {
  type FieldPath,
  formatFieldPath,
  type IndexRange,
  type IndexScope,
  intersectRanges,
  isNameField,
  isNaNValue,
  rangeFor,
  type SimpleFilter,
  type Value,
} from '@hearth/model'
import type { JoinedRange } from './index-join.ts'

/** What the filters of one conjunction say about the index of one scope. */
export interface IndexedFilters {
  /** Equalities on fields and elements: their keys are in the order of documents. */
  readonly equalities: readonly JoinedRange[]
  /** By the text of the field: the keys between its bounds. */
  readonly bounds: ReadonlyMap<string, IndexRange>
  /** By the text of the field: values within its bounds that do not match. */
  readonly holes: ReadonlyMap<string, readonly IndexRange[]>
  /** Nothing passes: equality with null or NaN. */
  readonly isImpossible: boolean
  /** Some filter is not fully told by the ranges: each document has to be checked. */
  readonly isInexact: boolean
}

/** Puts the filters of one disjunct, all of which must hold, into ranges. */
export function indexFilters(scope: IndexScope, filters: readonly SimpleFilter[]): IndexedFilters {
  const equalities: IndexedFilters['equalities'][number][] = []
  const bounds = new Map<string, IndexRange>()
  const holes = new Map<string, IndexRange[]>()
  let isImpossible = false
  let isInexact = false

  const bound = (field: FieldPath, range: IndexRange) => {
    const key = formatFieldPath(field)
    const known = bounds.get(key)
    bounds.set(key, known === undefined ? range : intersectRanges(known, range))
    isInexact ||= !range.exact
  }
  const equal = (field: FieldPath, range: IndexRange, isElement: boolean) => {
    isInexact ||= !range.exact
    equalities.push({ prefix: range.start, range, field: formatFieldPath(field), isElement })
  }
  const exclude = (field: FieldPath, value: Value) => {
    bound(field, rangeFor(scope, field, { op: 'not-null' }))
    if (value.kind === 'null') isImpossible = true
    if (value.kind === 'null' || isNaNValue(value) || isNameField(field)) {
      isInexact = true
      return
    }
    const range = rangeFor(scope, field, { op: '==', value })
    if (range.exact) hole(field, range)
    else isInexact = true
  }
  const hole = (field: FieldPath, range: IndexRange) => {
    const key = formatFieldPath(field)
    holes.set(key, [...(holes.get(key) ?? []), range])
  }

  for (const filter of filters) {
    switch (filter.kind) {
      case 'field': {
        const { field, op, value } = filter
        switch (op) {
          case '==':
            if (isNameField(field)) bound(field, rangeFor(scope, field, { op, value }))
            else if (value.kind === 'null' || isNaNValue(value)) isImpossible = true
            else equal(field, rangeFor(scope, field, { op, value }), false)
            break
          case 'array-contains':
            equal(field, rangeFor(scope, field, { op, value }), true)
            break
          case '<':
          case '<=':
          case '>':
          case '>=':
            bound(field, rangeFor(scope, field, { op, value }))
            break
          case '!=':
            exclude(field, value)
            break
          case 'not-in':
            for (const excluded of value.kind === 'array' ? value.values : [value]) exclude(field, excluded)
            break
          case 'in':
          case 'array-contains-any':
            isInexact = true
            break
        }
        break
      }
      case 'unary': {
        const { field, op } = filter
        switch (op) {
          case 'is-null':
            equal(field, rangeFor(scope, field, { op: '==', value: { kind: 'null' } }), false)
            break
          case 'is-nan':
            equal(field, rangeFor(scope, field, { op: '==', value: nan }), false)
            break
          case 'is-not-null':
            bound(field, rangeFor(scope, field, { op: 'not-null' }))
            break
          case 'is-not-nan':
            bound(field, rangeFor(scope, field, { op: 'not-null' }))
            hole(field, rangeFor(scope, field, { op: '==', value: nan }))
            break
        }
        break
      }
    }
  }
  return { equalities, bounds, holes, isImpossible, isInexact }
}

const nan: Value = { kind: 'double', value: NaN }
