import { RotateCw, ChartColumn } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useProjectApps } from '../../../shared/project-queries.ts'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatTime } from '../../../texts/format.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryContent, type ShownQuery } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { type AnalyticsSearch, views, type AnalyticsView } from '../analytics-search.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'
import { formatDayLong } from '../../../shared/reports/format-metric.ts'
import { useAgeOfReports, useCatalog, useReloadReports, type AnalyticsCatalog } from '../queries/analytics-queries.ts'
import { TimeZoneContext } from '../../../shared/reports/time-zone.ts'
import { useAnalytics } from '../use-analytics.ts'
import { type Asked, WholeDays } from '../use-zoom-of-days.ts'
import { AnalyticsControls } from './analytics-controls.tsx'
import { EventsView } from './events-view.tsx'
import { FunnelView } from './funnel-view.tsx'
import { LogView, LeftOutBots } from './log-view.tsx'
import { RealtimeView } from './realtime-view.tsx'
import { RetentionView } from './retention-view.tsx'
import { UsersView } from './users-view.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import type { AppIdentity } from '../../../backend/api/console-settings.ts'
import { webSnippet } from '../../../shared/snippets.ts'

/** What the project's apps reported. The address says which report, which days, which app and what they are compared with. */
export function AnalyticsPage() {
  usePageTitle(texts.title)
  const query = useCatalog()
  const whole = useRef<Asked>(undefined)
  return (
    <TimeZoneContext value={query.data?.timeZone ?? 'UTC'}>
      <WholeDays value={whole}>
        <ReportsPage query={query} />
      </WholeDays>
    </TimeZoneContext>
  )
}

function ReportsPage({ query }: { readonly query: ShownQuery<AnalyticsCatalog> }) {
  const { search, range, show } = useAnalytics()
  const { data: apps = [] } = useProjectApps()
  const view = search.report ?? 'users'
  const known = query.data
  const asOf = useAgeOfReports()
  const reloadReports = useReloadReports()
  return (
    <>
      <PageHeader
        title={texts.title}
        fact={known === undefined || known.firstDay === null ? '' : factOf(view, range, known.timeZone, asOf)}
        // Real time is asked for all the time, and the log has a button of its own.
        actions={
          known !== undefined &&
          known.firstDay !== null &&
          view !== 'realtime' &&
          view !== 'log' && (
            <IconButton
              label={texts.reload}
              onPress={() => {
                void query.refetch()
                reloadReports()
              }}
            >
              <RotateCw />
            </IconButton>
          )
        }
      />
      <QueryContent
        query={query}
        failed={texts.failedCatalog}
        placeholder={
          <PageBody>
            <BlockSkeleton height={440} />
          </PageBody>
        }
      >
        {(catalog) =>
          catalog.firstDay === null ? (
            <PageBody>
              <FirstEvent catalog={catalog} />
            </PageBody>
          ) : (
            <Tabs
              label={texts.sections}
              isOfPage
              selected={view}
              onSelect={(id) => {
                // An event that is open in one view is no filter of another.
                show({ report: views.find((one) => one === id), event: undefined, param: undefined, client: undefined })
              }}
              tabs={views.map((id) => ({
                id,
                label: texts.views[id],
                content: (
                  <div className="pt-3">
                    <PageBody>
                      <AnalyticsControls
                        apps={apps}
                        hasDays={id !== 'realtime'}
                        // A list of events is held against no other.
                        comparison={id === 'log' ? 'none' : isOfCharts(search) ? 'of-charts' : 'of-tables'}
                      />
                      <View view={id} catalog={catalog} />
                    </PageBody>
                  </div>
                ),
              }))}
            />
          )
        }
      </QueryContent>
    </>
  )
}

function View({ view, catalog }: { readonly view: AnalyticsView; readonly catalog: AnalyticsCatalog }) {
  switch (view) {
    case 'users':
      return <UsersView />
    case 'realtime':
      return <RealtimeView />
    case 'events':
      return <EventsView catalog={catalog} />
    case 'screens':
      return <ScreensView />
    case 'audience':
      return <AudienceView catalog={catalog} />
    case 'retention':
      return <RetentionView />
    case 'funnel':
      return <FunnelView catalog={catalog} />
    case 'log':
      return <LogView catalog={catalog} />
  }
}

/** Whether the view is about a chart. */
function isOfCharts({ report = 'users', event }: AnalyticsSearch): boolean {
  return report === 'users' || (report === 'events' && event !== undefined)
}

/** @param asOf when the oldest report on the screen was made */
function factOf(view: AnalyticsView, { start, end }: DateRange, timeZone: string, asOf: number | undefined): ReactNode {
  if (view === 'realtime') return texts.factRealtime
  const days = texts.fact(formatDayLong(start), formatDayLong(end), timeZone)
  return (
    <>
      {days}
      {/* A phone has one line for it. */}
      {asOf !== undefined && <span className="max-tablet:sr-only"> · {uiTexts.asOf(formatTime(asOf))}</span>}
    </>
  )
}

/** Before the first event: how an app reports one. It is looked for again from time to time. */
function FirstEvent({ catalog }: { readonly catalog: AnalyticsCatalog }) {
  const { identity } = useProject()
  return (
    <section className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1">
      <EmptyState icon={<ChartColumn />} title={texts.emptyTitle}>
        <p>{texts.empty}</p>
        <p>{texts.emptyLive}</p>
        <p>{texts.botsHelp}</p>
        <LeftOutBots catalog={catalog} />
      </EmptyState>
      <CodeBlock label={texts.snippet} code={firstEventSnippet(identity, location.origin)} />
    </section>
  )
}

const audienceMetrics = ['activeUsers', 'eventCount'] as const
const audienceDimensions = [
  'platform',
  'country',
  'deviceCategory',
  'operatingSystem',
  'browser',
  'language',
  'appVersion',
] as const

/** With what, from where and in which language people come, and what the apps say about them. */
function AudienceView({ catalog }: { readonly catalog: AnalyticsCatalog }) {
  const { search, range, before, app, show } = useAnalytics()
  const names = audienceMetrics.map((metric) => texts.metrics[metric])
  const where = { streamId: app }
  const property = catalog.userProperties.find((one) => one === search.property) ?? catalog.userProperties[0]
  return (
    <div className="grid gap-3 desk:grid-cols-2">
      {audienceDimensions.map((dimension) => (
        <BreakdownCard
          key={dimension}
          title={texts.breakdowns[dimension]}
          {...(dimension === 'country' && { description: texts.countryGuess })}
          keyTitle={texts.breakdowns[dimension]}
          question={{ dimensions: [dimension], metrics: audienceMetrics, range, before, where }}
          names={names}
        />
      ))}
      {property === undefined ? (
        <Card title={texts.userProperties}>
          <p className="text-table text-ink-2">{texts.noProperties}</p>
        </Card>
      ) : (
        <BreakdownCard
          key={`customUser:${property}`}
          title={texts.userProperties}
          keyTitle={property}
          question={{ dimensions: [`customUser:${property}`], metrics: audienceMetrics, range, before, where }}
          names={names}
          aside={
            <Select
              label={texts.property}
              hasHiddenLabel
              size="small"
              value={property}
              options={catalog.userProperties.map((id) => ({ id, label: id }))}
              onChange={(id) => show({ property: id })}
            />
          }
        />
      )}
    </div>
  )
}

/** How a web app reports its first event, with the values of this project. */
function firstEventSnippet(identity: AppIdentity, origin: string): string {
  return webSnippet(identity, origin, {
    imports: "import { getAnalytics, logEvent } from 'firebase/analytics'",
    code: "logEvent(getAnalytics(app), 'tutorial_begin')",
  })
}

/** A phone shows the first two. */
const screenMetrics = ['screenPageViews', 'userEngagementDuration', 'activeUsers'] as const

/** What people look at, by name or by path. */
function ScreensView() {
  const { search, range, before, app, show } = useAnalytics()
  const isByPath = search.by === 'path'
  return (
    <BreakdownCard
      title={texts.screens}
      keyTitle={isByPath ? texts.screenPath : texts.screen}
      question={{
        dimensions: [isByPath ? 'unifiedPagePathScreen' : 'unifiedScreenName'],
        metrics: screenMetrics,
        range,
        before,
        where: { streamId: app },
      }}
      names={screenMetrics.map((metric) => texts.metrics[metric])}
      aside={
        <Select
          label={texts.screensBy}
          hasHiddenLabel
          size="small"
          value={isByPath ? 'path' : 'name'}
          options={(['name', 'path'] as const).map((id) => ({ id, label: texts.screensByOptions[id] }))}
          onChange={(id) => show({ by: id === 'path' ? id : undefined })}
        />
      }
    />
  )
}
