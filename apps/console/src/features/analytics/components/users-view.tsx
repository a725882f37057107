import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Select } from '../../../ui/select.tsx'
import { chartMetrics } from '../analytics-search.ts'
import { comparedRows, type Report } from '../../../shared/reports/run-report.ts'
import { formatMetric, formatShare } from '../../../shared/reports/format-metric.ts'
import { useReport } from '../queries/analytics-queries.ts'
import { useAnalytics } from '../use-analytics.ts'
import { Change, ReportNotes } from './report-parts.tsx'
import { OverTimeCard } from './over-time-card.tsx'

const figures = [
  'activeUsers',
  'newUsers',
  'sessions',
  'screenPageViews',
  'eventCount',
  'userEngagementDuration',
] as const
const spans = ['active1DayUsers', 'active7DayUsers', 'active28DayUsers'] as const

/** How many come: the figures of the range, one of them by day, and daily, weekly and monthly users. */
export function UsersView() {
  const { search, range, before, app, show } = useAnalytics()
  const metric = search.metric ?? 'activeUsers'
  const where = { streamId: app }
  return (
    <>
      <Figures />
      <OverTimeCard
        title={texts.overTime(texts.metrics[metric])}
        question={{ metrics: [metric], range, before, where }}
        names={[texts.metrics[metric]]}
        aside={
          <Select
            label={texts.metric}
            hasHiddenLabel
            size="small"
            value={metric}
            options={chartMetrics.map((id) => ({ id, label: texts.metrics[id] }))}
            onChange={(id) => show({ metric: id })}
          />
        }
      />
      <OverTimeCard
        title={texts.audienceOfDays}
        description={app === undefined ? texts.audienceOfDaysHelp : texts.audienceOfDaysAllApps}
        question={{ metrics: spans, range }}
        names={spans.map((one) => texts.metrics[one])}
        footer={(report) => <Stickiness report={report} />}
      />
    </>
  )
}

function Figures() {
  const { range, before, app } = useAnalytics()
  const query = useReport({ dimensions: [], metrics: figures, range, before, where: { streamId: app } })
  return (
    <Card title={texts.figures} description={texts.userHelp} isFlush>
      <QueryContent query={query} failed={texts.failed} rows={2}>
        {(report) => {
          const [row] = comparedRows(report)
          return (
            <>
              <dl className="grid grid-cols-2 tablet:grid-cols-3 desk:grid-cols-6">
                {figures.map((metric, at) => (
                  <div key={metric} className="px-4 py-3">
                    <dt className="text-small text-ink-2">{texts.metrics[metric]}</dt>
                    <dd className="text-figure font-semibold tracking-tight tabular-nums">
                      {formatMetric(metric, row?.now[at] ?? 0)}
                    </dd>
                    {before !== undefined && (
                      <dd className="mt-1 grid gap-0.5 text-small text-ink-2">
                        <span>
                          <Change now={row?.now[at] ?? 0} before={row?.before?.[at] ?? 0} />
                        </span>
                        {texts.beforeWas(formatMetric(metric, row?.before?.[at] ?? 0))}
                      </dd>
                    )}
                  </div>
                ))}
              </dl>
              <ReportNotes report={report} />
            </>
          )
        }}
      </QueryContent>
    </Card>
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
