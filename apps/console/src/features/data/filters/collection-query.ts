import {
  type Condition,
  formatCondition,
  formatOrdering,
  type Ordering,
  parseCondition,
  parseOrdering,
} from '../../../documents/condition.ts'
import { formatFieldPath } from '@hearth/model/field-path'

/** What is asked of a collection. */
export interface CollectionQuery {
  readonly conditions: readonly Condition[]
  readonly orderings: readonly Ordering[]
  /** At most so many of the first; undefined for all. */
  readonly limit: number | undefined
}

/** The query as the address has it; everything is left out that is as usual. */
export interface QuerySearch {
  readonly where?: readonly string[] | undefined
  readonly order?: readonly string[] | undefined
  readonly limit?: number | undefined
}

export const limitMax = 1000

export interface ReadQuery {
  readonly query: CollectionQuery
  /** Parts of the address that are no conditions and no orders, such as after a typing error. */
  readonly unread: readonly string[]
}

export function readQuery({ where = [], order = [], limit }: QuerySearch): ReadQuery {
  const conditions = where.map(parseCondition)
  const orderings = order.map(parseOrdering)
  return {
    query: {
      conditions: conditions.filter((one) => one !== undefined),
      orderings: orderings.filter((one) => one !== undefined),
      limit: limit === undefined ? undefined : Math.min(limitMax, Math.max(1, Math.trunc(limit))),
    },
    unread: [
      ...where.filter((_, at) => conditions[at] === undefined),
      ...order.filter((_, at) => orderings[at] === undefined),
    ],
  }
}

/** The fields that a query sorts and filters by, as people write them. */
export function queriedFields({ orderings, conditions }: CollectionQuery): readonly string[] {
  return [...new Set([...orderings, ...conditions].map(({ field }) => formatFieldPath(field)))]
}

/** The one that stands beside the ids of a list: what it is sorted by, or filtered by, where documents may differ in it. */
export function tellingField({ orderings, conditions }: CollectionQuery): string | undefined {
  const [telling] = [...orderings, ...conditions.filter(({ operator }) => operator !== '==')]
  return telling && formatFieldPath(telling.field)
}

export function writeQuery({ conditions, orderings, limit }: CollectionQuery): QuerySearch {
  return {
    where: conditions.length === 0 ? undefined : conditions.map(formatCondition),
    order: orderings.length === 0 ? undefined : orderings.map(formatOrdering),
    limit,
  }
}
