import { use } from 'react'
import { postRealtimeReport } from '@hearth/api'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeleton.tsx'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { Chart } from '../../../shared/charts/chart.tsx'
import { useRealtime } from '../queries/analytics-queries.ts'
import { type Report, realtimeBody, type RealtimeReports } from '../../../shared/reports/run-report.ts'
import { dayIn, TimeZoneContext } from '../../../shared/reports/time-zone.ts'
import { useAnalytics } from '../use-analytics.ts'
import { useLogOfDays } from '../use-log-of-days.ts'
import { ServerCsvButton } from './csv-button.tsx'

const minutes = 30

/** Who is here now: the last 30 minutes, by minute, event, screen, platform and country. */
export function RealtimeView() {
  const { app } = useAnalytics()
  const query = useRealtime(app)
  return (
    <>
      {query.isRefetchError && (
        <Notice tone="attention" isAnnounced>
          {texts.notNewest}
        </Notice>
      )}
      <QueryContent query={query} failed={texts.failed} placeholder={<BlockSkeleton height={340} />}>
        {(reports) => <Reports reports={reports} />}
      </QueryContent>
    </>
  )
}

function Reports({
  reports: { all, minutes: byMinute, events, screens, platforms, countries },
}: {
  readonly reports: RealtimeReports
}) {
  const project = useProject()
  const { app, show } = useAnalytics()
  const openLog = useLogOfDays()
  const today = dayIn(use(TimeZoneContext), Date.now())
  const users = all.rows[0]?.values[0] ?? 0
  const perMinute = new Map(byMinute.rows.map(({ keys, values }) => [Number(keys[0]), values[0] ?? 0]))
  // The oldest stands at the left.
  const ago = Array.from({ length: minutes }, (_, at) => minutes - 1 - at)
  const csv = {
    ...realtimeBody({ dimensions: ['minutesAgo', 'eventName'], metrics: ['activeUsers', 'eventCount'], app }),
    orderBys: ['minutesAgo', 'eventName'].map((dimensionName) => ({ dimension: { dimensionName } })),
    limit: '10000',
  }
  return (
    <>
      <Card
        title={texts.usersNow}
        aside={
          <span className="flex items-center gap-2">
            <Badge tone="good">{texts.live}</Badge>
            <ServerCsvButton
              title={texts.views.realtime}
              endpoint={postRealtimeReport}
              input={{ project: project.id, body: csv }}
              header={[texts.agoInMinutes, texts.event, texts.metrics.activeUsers, texts.metrics.eventCount]}
            />
          </span>
        }
        isFlush
      >
        <p className="px-4 pt-3 text-display font-semibold tabular-nums">{formatNumber(users)}</p>
        {users === 0 ? (
          <EmptyState title={texts.noneNow}>{texts.noneNowHelp}</EmptyState>
        ) : (
          <Chart
            label={texts.byMinute}
            kind="bars"
            pointTitle={texts.minute}
            points={ago.map((at) => ({
              id: String(at),
              label: texts.minutesShort(at),
              title: texts.minutesAgo(at),
            }))}
            series={[{ name: texts.metrics.activeUsers, values: ago.map((at) => perMinute.get(at) ?? 0), look: 'now' }]}
            format={formatNumber}
            open={chartsTexts.nowSoFar}
            opens={{ hint: texts.opensLog.day, onOpen: () => openLog(today, today) }}
            height={200}
          />
        )}
      </Card>
      <div className="grid gap-3 desk:grid-cols-2">
        <Values
          title={texts.events}
          keyTitle={texts.event}
          report={events}
          onOpen={(name) => show({ report: 'events', event: name, param: undefined })}
          names={[texts.metrics.eventCount, texts.metrics.activeUsers]}
        />
        <Values
          title={texts.screens}
          keyTitle={texts.screen}
          report={screens}
          names={[texts.metrics.activeUsers, texts.metrics.screenPageViews]}
        />
        <Values
          title={texts.breakdowns.platform}
          report={platforms}
          names={[texts.metrics.activeUsers, texts.metrics.eventCount]}
        />
        <Values
          title={texts.breakdowns.country}
          report={countries}
          names={[texts.metrics.activeUsers, texts.metrics.eventCount]}
        />
      </div>
    </>
  )
}

const valuesShown = 10

function Values({
  title,
  keyTitle = title,
  report,
  names,
  onOpen,
}: {
  readonly title: string
  readonly keyTitle?: string
  readonly report: Report
  readonly names: readonly string[]
  /** A value leads to what there is about it. */
  readonly onOpen?: (key: string) => void
}) {
  const rows = report.rows.slice(0, valuesShown)
  return (
    <Card title={title} isFlush>
      {rows.length === 0 ? (
        <p className="p-4 text-table text-ink-2">{texts.noneNow}</p>
      ) : (
        <DataTable
          label={texts.tableOf(title)}
          rows={rows}
          rowKey={({ keys }) => keys.join()}
          columns={[
            {
              id: 'key',
              title: keyTitle,
              cell: ({ keys: [key = ''] }) =>
                key === '' || key === '(not set)' ? (
                  <span className="text-ink-2">{texts.noValue}</span>
                ) : onOpen !== undefined ? (
                  <button
                    type="button"
                    aria-label={texts.showEvent(key)}
                    onClick={() => onOpen(key)}
                    className="inline-flex min-h-6 max-w-full items-center rounded-small underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
                  >
                    <bdi className="truncate">{key}</bdi>
                  </button>
                ) : (
                  <bdi className="block truncate" title={key}>
                    {key}
                  </bdi>
                ),
            },
            ...names.map((name, at) => ({
              id: name,
              title: name,
              isNumber: true,
              cell: ({ values }: Report['rows'][number]) => formatNumber(values[at] ?? 0),
            })),
          ]}
        />
      )}
    </Card>
  )
}
