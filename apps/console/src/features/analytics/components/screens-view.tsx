import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Select } from '../../../ui/select.tsx'
import { useAnalytics } from '../use-analytics.ts'
import { BreakdownCard } from './breakdown-card.tsx'

/** A phone shows the first two. */
const screenMetrics = ['screenPageViews', 'userEngagementDuration', 'activeUsers'] as const

/** What people look at, by name or by path. */
export function ScreensView() {
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
