import type { ChartProps } from '../../shared/charts/chart.tsx'
import { analyticsTexts as texts } from '../../texts/en/analytics.ts'
import { useAnalytics } from './use-analytics.ts'

/** A click on a day opens the log of its events, of one event alone where it is named. */
export function useLogOfDay(event?: string): ChartProps['opens'] {
  const { show } = useAnalytics()
  return {
    hint: texts.opensLog,
    onOpen: ({ id }) =>
      show({ report: 'log', days: undefined, from: id, to: id, event, param: undefined, metric: undefined }),
  }
}
