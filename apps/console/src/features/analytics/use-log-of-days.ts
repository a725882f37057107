import { useAnalytics } from './use-analytics.ts'

/** What opens the log of the events of some days, both ends included; of one event alone where it is named. */
export function useLogOfDays(event?: string): (first: string, last: string) => void {
  const { show } = useAnalytics()
  return (first, last) =>
    show({ report: 'log', days: undefined, from: first, to: last, event, param: undefined, metric: undefined })
}
