import { createContext, type RefObject, use } from 'react'
import type { AnalyticsSearch } from './analytics-search.ts'
import { useAnalytics } from './use-analytics.ts'

export type Asked = Pick<AnalyticsSearch, 'days' | 'from' | 'to'>

/** What was asked for before a part of it was marked; the charts of a page share it. */
export const WholeDays = createContext<RefObject<Asked | undefined>>({ current: undefined })

interface ZoomOfDays {
  readonly isZoomed: boolean
  /** By the first and the last day. */
  readonly onZoom: (from: string, to: string) => void
  readonly onWhole: () => void
}

/** The days that are marked in a chart become those of the address, so that figures and tables speak of the same; the whole range is what was asked for before. */
export function useZoomOfDays(): ZoomOfDays {
  const { search, show } = useAnalytics()
  const whole = use(WholeDays)
  return {
    // A range of its own that was no zoom leads to the usual days.
    isZoomed: search.from !== undefined,
    onZoom: (from, to) => {
      whole.current ??= { ...(search.days !== undefined && { days: search.days }), ...ownRangeOf(search) }
      show({ days: undefined, from, to })
    },
    onWhole: () => {
      const { days, from, to } = whole.current ?? {}
      whole.current = undefined
      show({ days, from, to })
    },
  }
}

function ownRangeOf({ from, to }: AnalyticsSearch): Asked {
  return from === undefined || to === undefined ? {} : { from, to }
}
