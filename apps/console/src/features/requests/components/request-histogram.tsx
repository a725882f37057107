import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { formatNumber, formatHour, formatTime } from '../../../texts/format.ts'
import { Chart } from '../../../shared/charts/chart.tsx'
import { marksOfTimes } from '../../../shared/reports/chart-marks.ts'
import { usePublishedRules } from '../../../shared/reports/use-published-rules.ts'
import { useProject } from '../../../session/project-context.tsx'
import type { RequestFilter } from '../../../shared/requests/request-filter.ts'
import { useRequestCounts } from '../../../shared/requests/use-request-counts.ts'
import type { ChartPoint } from '../../../shared/charts/chart-model.ts'

const height = 150

/** How many requests came over time, the denied ones above the others. A range that is marked, or a step that is clicked, narrows the list. */
export function RequestHistogram({
  filter,
  isLive,
  onChange,
}: {
  readonly filter: RequestFilter
  readonly isLive: boolean
  readonly onChange: (filter: RequestFilter) => void
}) {
  const project = useProject()
  const { data } = useRequestCounts(filter, isLive)
  const rules = usePublishedRules()
  if (data === undefined) return <div style={{ height: height + 40 }} />
  const { begin: first, stepSeconds, allowed, denied, isCut, missed } = data
  const stepMs = stepSeconds * 1000
  const points = timePoints(Date.parse(first), stepMs, allowed.length)
  const { begin, end, ...whole } = filter
  const narrow = (from: string, to: string): void =>
    onChange({ ...whole, begin: Number(from), end: Number(to) + stepMs })
  const isNarrowed = begin !== undefined && end !== undefined
  return (
    <section
      aria-label={texts.overTime}
      className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1"
    >
      <Chart
        label={texts.overTime}
        heading={texts.overTime}
        kind="bars"
        pointTitle={texts.time}
        points={points}
        series={[
          { name: texts.allowed, values: allowed, look: 'quiet' },
          { name: texts.denied, values: denied, look: 'danger' },
        ]}
        format={formatNumber}
        marks={marksOfTimes(
          rules,
          points.map(({ id }) => Number(id)),
          stepMs,
          project.id,
        )}
        open={chartsTexts.nowSoFar}
        {...(isNarrowed && { marked: [String(begin), String(end - stepMs)] as const })}
        zoom={{
          isZoomed: isNarrowed,
          onZoom: (from, to) => narrow(from.id, to.id),
          onWhole: () => onChange(whole),
        }}
        opens={{ hint: texts.narrowHint, onOpen: ({ id }) => narrow(id, id) }}
        height={height}
      />
      {isCut && <p className="px-4 pb-2 text-small text-ink-2">{texts.countsCut}</p>}
      {missed > 0 && <p className="px-4 pb-2 text-small text-amber">{texts.countsMissed(missed)}</p>}
    </section>
  )
}

/** Even steps of time along an axis, named by the millisecond at which they begin. */
function timePoints(begin: number, stepMs: number, count: number): readonly ChartPoint[] {
  const format = stepMs < 60_000 ? formatTime : formatHour
  return Array.from({ length: count }, (_, at) => {
    const from = begin + at * stepMs
    return { id: String(from), label: formatHour(from), title: `${format(from)} – ${format(from + stepMs)}` }
  })
}
