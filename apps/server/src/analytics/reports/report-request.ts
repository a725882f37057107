import type { ParsedDimension } from './dimension-names.ts'
import type { ParsedMetric } from './metric-names.ts'

/** Days as in `days.ts`; both ends count. */
export interface DayRange {
  readonly first: number
  readonly last: number
  readonly name: string
}

/** Minutes before now; `from` is the older. */
export interface MinuteRange {
  readonly from: number
  readonly to: number
  readonly name: string
}

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'field'; readonly field: string; readonly matches: (value: string) => boolean }

export interface ReportOrder {
  /** Of a dimension or a metric of the report, by its place. */
  readonly by: 'dimension' | 'metric'
  readonly index: number
  readonly order: 'ALPHANUMERIC' | 'CASE_INSENSITIVE_ALPHANUMERIC' | 'NUMERIC'
  readonly desc: boolean
}

export const aggregations = ['TOTAL', 'MINIMUM', 'MAXIMUM', 'COUNT'] as const
export type Aggregation = (typeof aggregations)[number]

/** What a report of either kind asks for; everything in it exists. */
export interface ReportShape {
  /** Of this app alone; undefined for all of the project. */
  readonly app: string | undefined
  readonly dimensions: readonly ParsedDimension[]
  readonly metrics: readonly ParsedMetric[]
  readonly dimensionFilter: Filter | undefined
  /** Dimensions that the filter names. */
  readonly filtered: readonly ParsedDimension[]
  readonly metricFilter: Filter | undefined
  readonly orders: readonly ReportOrder[]
  readonly aggregations: readonly Aggregation[]
  readonly offset: number
  readonly limit: number
  readonly keepEmptyRows: boolean
}

export interface ReportRow {
  readonly dimensions: readonly string[]
  readonly metrics: readonly number[]
}

export interface Report {
  readonly dimensionNames: readonly string[]
  readonly metrics: readonly ParsedMetric[]
  /** One page of them. */
  readonly rows: readonly ReportRow[]
  /** Of all rows. */
  readonly rowCount: number
  readonly aggregated: ReadonlyMap<Aggregation, readonly ReportRow[]>
  /** Some values are added up in `(other)`. */
  readonly hasOther: boolean
  /** Whose days the report is about, an IANA name. */
  readonly timeZone: string
  /** Relative; 0 when every count of users is exact. */
  readonly usersStandardError: number
}

export function matchesFilter(filter: Filter, valueOf: (field: string) => string): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((one) => matchesFilter(one, valueOf))
    case 'or':
      return filter.filters.some((one) => matchesFilter(one, valueOf))
    case 'not':
      return !matchesFilter(filter.filter, valueOf)
    case 'field':
      return filter.matches(valueOf(filter.field))
  }
}
