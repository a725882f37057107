import { useSearch } from '@tanstack/react-router'
import { use } from 'react'
import { type Comparison, type DateRange, comparedRange, rangeOf } from '../../shared/reports/date-range.ts'
import { readAnalyticsSearch, type AnalyticsSearch } from './analytics-search.ts'
import { useFilterSteps } from '../../ui/use-filter-steps.ts'
import { dayIn, TimeZoneContext } from '../../shared/reports/time-zone.ts'

export interface AnalyticsAddress {
  readonly search: AnalyticsSearch
  readonly range: DateRange
  /** What tables are held against; undefined without a comparison. */
  readonly before: DateRange | undefined
  /** What charts are held against: the days before, unless told otherwise. */
  readonly beforeOfCharts: DateRange | undefined
  /** An app id; undefined for all apps. */
  readonly app: string | undefined
  /** Changes parts of the address; `undefined` takes one out. */
  readonly show: (change: { readonly [Key in keyof AnalyticsSearch]?: AnalyticsSearch[Key] | undefined }) => void
}

/** What the address of the screen says, and how it is changed. Each change is a step that the back button undoes. */
export function useAnalytics(): AnalyticsAddress {
  const step = useFilterSteps<AnalyticsSearch>()
  const search = readAnalyticsSearch(useSearch({ strict: false }))
  const range = rangeOf(search, dayIn(use(TimeZoneContext), Date.now()))
  return {
    search,
    range,
    before: pastOf(range, search.compare ?? 'none'),
    beforeOfCharts: pastOf(range, search.compare ?? 'before'),
    app: search.app,
    show: (change) => step(search, readAnalyticsSearch({ ...search, ...change })),
  }
}

function pastOf(range: DateRange, comparison: Comparison | 'none'): DateRange | undefined {
  return comparison === 'none' ? undefined : comparedRange(range, comparison)
}
