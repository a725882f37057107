import type { ProjectApp } from '../../../backend/api/projects.ts'
import { devicesTexts as texts } from '../../../texts/en/devices.ts'
import { HelpButton } from '../../../ui/help-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { QueryContent, type ShownQuery } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeleton.tsx'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { Chart } from '../../../shared/charts/chart.tsx'
import { dayPoints } from '../../../shared/reports/day-points.ts'
import type { InstallationSummary } from '../queries/devices-queries.ts'
import { appRows, dayRows, type AppRow } from '../summary-rows.ts'

/** Four weeks, so that weekdays are even. */
export const summaryDays = 28

export interface DeviceSummaryProps {
  readonly query: ShownQuery<InstallationSummary>
  readonly apps: readonly ProjectApp[]
  /** Leads to the devices of an app, by its id. */
  readonly onOpen: (appId: string) => void
}

/** How many devices each app has, and how many were new and lost by day. */
export function DeviceSummary({ apps, query, onOpen }: DeviceSummaryProps) {
  return (
    <div className="grid gap-3 desk:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Card title={texts.byApp} isFlush>
        <QueryContent query={query} failed={texts.failedSummary} rows={2}>
          {(summary) => (
            <DataTable
              label={texts.tableOf(texts.byApp)}
              columns={appColumns(apps, onOpen)}
              rows={appRows(summary)}
              rowKey={({ appId }) => appId}
            />
          )}
        </QueryContent>
      </Card>
      <Card
        title={texts.byDay}
        aside={
          <HelpButton label={chartsTexts.help(texts.byDay)}>
            <p>{texts.byDayHelp(query.data?.timeZone ?? 'UTC')}</p>
          </HelpButton>
        }
        isFlush
      >
        <QueryContent query={query} failed={texts.failedSummary} placeholder={<BlockSkeleton height={244} />}>
          {(summary) => {
            const rows = dayRows(summary, summaryDays, Date.now())
            return (
              <Chart
                label={texts.byDay}
                kind="line"
                pointTitle={texts.day}
                points={dayPoints(rows.map(({ date }) => date))}
                series={[
                  { name: texts.newDevices, values: rows.map(({ came }) => came), look: 'now' },
                  { name: texts.lostDevices, values: rows.map(({ went }) => went), look: 'second' },
                ]}
                format={formatNumber}
                open={chartsTexts.todaySoFar}
                height={200}
              />
            )
          }}
        </QueryContent>
      </Card>
    </div>
  )
}

function appColumns(apps: readonly ProjectApp[], onOpen: DeviceSummaryProps['onOpen']): readonly Column<AppRow>[] {
  const nameOf = (id: string): string => apps.find(({ appId }) => appId === id)?.name ?? id
  return [
    {
      id: 'app',
      title: texts.app,
      cell: ({ appId, platform }) => (
        <span className="block max-w-48 truncate" title={appId}>
          <button
            type="button"
            aria-label={texts.showDevicesOf(nameOf(appId))}
            onClick={() => onOpen(appId)}
            className="inline-block min-h-6 rounded-small underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
          >
            {nameOf(appId)}
          </button>{' '}
          <span className="text-ink-2">{texts.platforms[platformIn(platform)]}</span>
        </span>
      ),
    },
    { id: 'count', title: texts.count, isNumber: true, cell: ({ count }) => formatNumber(count) },
    { id: 'new', title: texts.newDevices, isNumber: true, cell: ({ came }) => formatNumber(came) },
    { id: 'lost', title: texts.lostDevices, isNumber: true, cell: ({ went }) => formatNumber(went) },
  ]
}

function platformIn(platform: string): keyof typeof texts.platforms {
  return platform === 'web' || platform === 'ios' || platform === 'android' ? platform : 'unknown'
}
