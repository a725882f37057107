import { use, type ReactNode } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { Choice } from '../../../ui/choice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeleton.tsx'
import { Chart, type ChartProps } from '../../../shared/charts/chart.tsx'
import type { ChartLook, ChartMark, ChartPoint } from '../../../shared/charts/chart-model.ts'
import { unitOfSeconds } from '../../../shared/charts/value-scale.ts'
import { useReport } from '../queries/analytics-queries.ts'
import { lengthOf } from '../../../shared/reports/date-range.ts'
import { formatMetric } from '../../../shared/reports/format-metric.ts'
import { dayIn, TimeZoneContext } from '../../../shared/reports/time-zone.ts'
import type { Report, ReportQuestion } from '../../../shared/reports/run-report.ts'
import { seriesByStep } from '../series-by-step.ts'
import { stepPoints } from '../step-points.ts'
import { comparedSteps, dimensionOf, type Grain, grainsOf, stepsOf, type TimeStep } from '../time-steps.ts'
import { useAnalytics } from '../use-analytics.ts'
import { useZoomOfDays } from '../use-zoom-of-days.ts'
import { ReportNotes } from './report-parts.tsx'

export interface OverTimeChartProps extends Pick<ChartProps, 'aside' | 'better' | 'height'> {
  readonly title: string
  /** Without dimensions: it is asked by day, week or month. */
  readonly question: Omit<ReportQuestion, 'dimensions'>
  /** What the metrics are called, in their order. */
  readonly names: readonly string[]
  /** By the days of the range. */
  readonly marks?: readonly ChartMark[]
  /** Weeks and months are offered beside days. */
  readonly hasGrain?: boolean
  /** What a click on a point opens, by its first and its last day. */
  readonly onOpen?: (first: string, last: string) => void
  /** Below the chart, once the numbers are there. */
  readonly footer?: (report: Report) => ReactNode
}

const looksOfMany: readonly ChartLook[] = ['now', 'second', 'third', 'fourth', 'fifth']

/** Metrics by day, week or month. A comparison is drawn for a single metric. */
export function OverTimeChart({
  title,
  question,
  names,
  footer,
  hasGrain = false,
  marks,
  onOpen,
  aside,
  ...chart
}: OverTimeChartProps) {
  const { search, show } = useAnalytics()
  const { range, metrics } = question
  const offered = hasGrain ? grainsOf(range) : (['day'] as const)
  const grain = offered.find((one) => one === search.grain) ?? 'day'
  const isYearBefore = search.compare === 'year'
  const before =
    question.before === undefined || grain === 'day' ? question.before : comparedSteps(range, grain, isYearBefore)
  const query = useReport({ ...question, before, dimensions: [dimensionOf[grain]], limit: 1000 })
  const zoom = useZoomOfDays()
  const today = dayIn(use(TimeZoneContext), Date.now())
  const steps = stepsOf(range, grain)
  const past = before && {
    steps: stepsOf(before, grain),
    name: isYearBefore
      ? texts.yearBefore
      : grain === 'day'
        ? texts.daysBefore(lengthOf(range))
        : texts.stepsBefore[grain],
  }
  const stepOf = ({ id }: ChartPoint): TimeStep | undefined => steps.find(({ first }) => first === id)
  const [metric = ''] = metrics
  const isCompared = past !== undefined && metrics.length === 1
  const opens: ChartProps['opens'] = onOpen && {
    hint: texts.opensLog[grain],
    onOpen: (point) => {
      const step = stepOf(point)
      if (step !== undefined) onOpen(step.first, step.last)
    },
  }
  return (
    <QueryContent
      query={query}
      failed={texts.failed}
      placeholder={<BlockSkeleton height={(chart.height ?? 300) + 44} />}
    >
      {(report) => {
        const series = seriesByStep(report, steps, past, names)
        const lookOf = (at: number): ChartLook => (isCompared && at === 1 ? 'before' : (looksOfMany[at] ?? 'fifth'))
        return (
          <>
            <Chart
              {...chart}
              label={title}
              kind="line"
              pointTitle={texts.grains[grain]}
              points={stepPoints(steps, past?.steps, grain)}
              series={series.map((one, at) => ({ ...one, look: lookOf(at) }))}
              format={(value) => formatMetric(metric, value)}
              {...(metric === 'userEngagementDuration' && { unitOf: unitOfSeconds })}
              {...(marks !== undefined && { marks: marksByStep(marks, steps, range.start) })}
              open={steps.at(-1)?.last === today ? openTextOf(grain) : undefined}
              opens={opens}
              zoom={{
                ...zoom,
                onZoom: (from, to) => {
                  const [first, last] = [stepOf(from), stepOf(to)]
                  if (first !== undefined && last !== undefined) zoom.onZoom(first.first, last.last)
                },
              }}
              aside={
                <>
                  {offered.length > 1 && (
                    <Choice
                      label={texts.grain}
                      hasHiddenLabel
                      value={grain}
                      options={offered.map((id) => ({ id, label: texts.grains[id] }))}
                      onChange={(id) => show({ grain: id === 'day' ? undefined : id })}
                    />
                  )}
                  {aside}
                </>
              }
            />
            {footer?.(report)}
            <ReportNotes report={report} />
          </>
        )
      }}
    </QueryContent>
  )
}

function openTextOf(grain: Grain): string {
  return grain === 'day' ? chartsTexts.todaySoFar : texts.soFar[grain]
}

/** Marks stand at the step that their day is in. */
function marksByStep(marks: readonly ChartMark[], steps: readonly TimeStep[], start: string): readonly ChartMark[] {
  const lengths = steps.map(({ last }) => lengthOf({ start, end: last }))
  return marks.map((mark) => ({ ...mark, at: lengths.findIndex((length) => mark.at < length) }))
}
