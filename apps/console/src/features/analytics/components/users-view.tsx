import { use } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { HelpButton } from '../../../ui/help-button.tsx'
import { chartMetrics, type ChartMetric } from '../analytics-search.ts'
import { ChangeText } from '../../../shared/charts/change-text.tsx'
import { FigureTabs } from '../../../shared/charts/figure-tabs.tsx'
import { comparedRows, type Report } from '../../../shared/reports/run-report.ts'
import { formatMetric, formatShare } from '../../../shared/reports/format-metric.ts'
import { daysOf } from '../../../shared/reports/date-range.ts'
import { TimeZoneContext } from '../../../shared/reports/time-zone.ts'
import { useChartMarks } from '../../../shared/reports/use-chart-marks.ts'
import { useReport } from '../queries/analytics-queries.ts'
import { useAnalytics } from '../use-analytics.ts'
import { useLogOfDays } from '../use-log-of-days.ts'
import { OverTimeCard } from './over-time-card.tsx'
import { OverTimeChart } from './over-time-chart.tsx'

const spans = ['active1DayUsers', 'active7DayUsers', 'active28DayUsers'] as const

/** How many come: the figures of the range, the one that is chosen by day, and daily, weekly and monthly users. */
export function UsersView() {
  const { range, app } = useAnalytics()
  return (
    <>
      <FiguresCard />
      <OverTimeCard
        title={texts.audienceOfDays}
        aside={
          <HelpButton label={chartsTexts.help(texts.audienceOfDays)}>
            <p>{app === undefined ? texts.audienceOfDaysHelp : texts.audienceOfDaysAllApps}</p>
          </HelpButton>
        }
        question={{ metrics: spans, range }}
        names={spans.map((one) => texts.metrics[one])}
        footer={(report) => <Stickiness report={report} />}
        height={220}
      />
    </>
  )
}

/** The figures, each with its change; the one that is chosen has its course below. */
function FiguresCard() {
  const { search, range, beforeOfCharts: before, app, show } = useAnalytics()
  const metric = search.metric ?? 'activeUsers'
  const where = { streamId: app }
  const query = useReport({ dimensions: [], metrics: chartMetrics, range, before, where })
  const zone = use(TimeZoneContext)
  const marks = useChartMarks(daysOf(range), zone)
  const openLog = useLogOfDays()
  const row = query.data === undefined ? undefined : comparedRows(query.data)[0]
  const valueOf = (one: ChartMetric): number => row?.now[chartMetrics.indexOf(one)] ?? 0
  const pastOf = (one: ChartMetric): number | undefined =>
    before === undefined ? undefined : (row?.before?.[chartMetrics.indexOf(one)] ?? 0)
  return (
    <section
      aria-label={texts.figures}
      className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1"
    >
      <FigureTabs
        label={texts.figures}
        selected={metric}
        onSelect={(id) => show({ metric: id })}
        figures={chartMetrics.map((id) => {
          const past = pastOf(id)
          return {
            id,
            name: texts.metrics[id],
            // The place is kept while it is asked for.
            value: query.data === undefined ? '–' : formatMetric(id, valueOf(id)),
            change: query.data !== undefined && past !== undefined && (
              <ChangeText
                now={valueOf(id)}
                before={past}
                better="more"
                beforeSaid={texts.beforeWas(formatMetric(id, past))}
              />
            ),
          }
        })}
      >
        <OverTimeChart
          title={texts.overTime(texts.metrics[metric])}
          question={{ metrics: [metric], range, before, where }}
          names={[texts.metrics[metric]]}
          marks={marks}
          better="more"
          hasGrain
          onOpen={openLog}
          aside={
            <HelpButton label={chartsTexts.help(texts.figures)}>
              <p>{texts.userHelp}</p>
              <p>{texts.zoneHelp(zone)}</p>
            </HelpButton>
          }
        />
      </FigureTabs>
    </section>
  )
}

/** How many of the month's users come on a day, in words. */
function Stickiness({ report: { dimensions, rows } }: { readonly report: Report }) {
  const at = dimensions.indexOf('date')
  const [latest] = rows.toSorted((one, other) => (other.keys[at] ?? '').localeCompare(one.keys[at] ?? ''))
  const [day = 0, , month = 0] = latest?.values ?? []
  if (month === 0) return null
  return <p className="px-4 pb-3 text-table text-ink-2">{texts.stickiness(formatShare(day / month))}</p>
}
