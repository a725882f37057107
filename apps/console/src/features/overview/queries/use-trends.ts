import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import type { Asking } from '../../../ui/use-asked.ts'
import { lastDays } from '../../analytics/range-days.ts'
import { runReport } from '../../analytics/queries/run-report.ts'
import { dayIn } from '../../analytics/time-zone.ts'
import type { Span } from '../overview-search.ts'
import { type Trends, trendsOf } from '../trends.ts'
import { listTrends } from './list-trends.ts'
import { useRepeated } from './use-repeated.ts'

const everyMs = 60_000

/** How the project went in the last days, and in as many before. */
export function useTrends(span: Span): Asking<Trends> {
  const project = useProject()
  const ask = useCallback(async () => {
    const range = lastDays(span * 2, dayIn('UTC', Date.now()))
    const [days, events] = await Promise.all([
      listTrends(project, span * 2),
      runReport(project, { dimensions: ['date'], metrics: ['eventCount'], range }),
    ])
    const eventsOf = new Map(events.rows.map(({ keys, values }) => [keys[0] ?? '', values[0] ?? 0]))
    return trendsOf(
      days.map((day) => ({ ...day, events: eventsOf.get(day.day.replaceAll('-', '')) ?? 0 })),
      span,
    )
  }, [project, span])
  return useRepeated(ask, everyMs)
}
