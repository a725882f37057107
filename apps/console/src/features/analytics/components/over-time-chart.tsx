import { use, type ReactNode } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Chart, type ChartProps } from '../../../shared/charts/chart.tsx'
import type { ChartLook, ChartMark } from '../../../shared/charts/chart-model.ts'
import { unitOfSeconds } from '../../../shared/charts/value-scale.ts'
import { useReport } from '../queries/analytics-queries.ts'
import { daysOf } from '../../../shared/reports/date-range.ts'
import { dayPoints } from '../../../shared/reports/day-points.ts'
import { formatMetric } from '../../../shared/reports/format-metric.ts'
import { dayIn, TimeZoneContext } from '../../../shared/reports/time-zone.ts'
import type { Report, ReportQuestion } from '../../../shared/reports/run-report.ts'
import { seriesByDay } from '../series-by-day.ts'
import { useZoomOfDays } from '../use-zoom-of-days.ts'
import { ReportNotes } from './report-parts.tsx'

export interface OverTimeChartProps extends Pick<ChartProps, 'opens' | 'aside' | 'better' | 'height'> {
  readonly title: string
  /** Without dimensions: it is asked by day. */
  readonly question: Omit<ReportQuestion, 'dimensions'>
  /** What the metrics are called, in their order. */
  readonly names: readonly string[]
  readonly marks?: readonly ChartMark[]
  /** Below the chart, once the numbers are there. */
  readonly footer?: (report: Report) => ReactNode
}

const looksOfMany: readonly ChartLook[] = ['now', 'second', 'third', 'fourth', 'fifth']

/** Metrics day by day. A comparison is drawn for a single metric. */
export function OverTimeChart({ title, question, names, footer, ...chart }: OverTimeChartProps) {
  const query = useReport({ ...question, dimensions: ['date'], limit: 1000 })
  const zoom = useZoomOfDays()
  const today = dayIn(use(TimeZoneContext), Date.now())
  const { range, before, metrics } = question
  const days = daysOf(range)
  const [metric = ''] = metrics
  const isCompared = before !== undefined && metrics.length === 1
  return (
    <QueryContent query={query} failed={texts.failed} rows={8}>
      {(report) => {
        const series = seriesByDay(report, question, names)
        const lookOf = (at: number): ChartLook => (isCompared && at === 1 ? 'before' : (looksOfMany[at] ?? 'fifth'))
        return (
          <>
            <Chart
              {...chart}
              label={title}
              kind="line"
              pointTitle={texts.day}
              points={dayPoints(days, before && daysOf(before))}
              series={series.map((one, at) => ({ ...one, look: lookOf(at) }))}
              format={(value) => formatMetric(metric, value)}
              {...(metric === 'userEngagementDuration' && { unitOf: unitOfSeconds })}
              open={days.at(-1) === today ? chartsTexts.todaySoFar : undefined}
              zoom={zoom}
            />
            {footer?.(report)}
            <ReportNotes report={report} />
          </>
        )
      }}
    </QueryContent>
  )
}
