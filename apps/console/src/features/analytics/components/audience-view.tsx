import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import type { AnalyticsCatalog } from '../queries/get-catalog.ts'
import { useAnalytics } from '../use-analytics.ts'
import { BreakdownCard } from './breakdown-card.tsx'

const metrics = ['activeUsers', 'eventCount'] as const
const dimensions = [
  'platform',
  'country',
  'deviceCategory',
  'operatingSystem',
  'browser',
  'language',
  'appVersion',
] as const

/** With what, from where and in which language people come, and what the apps say about them. */
export function AudienceView({ catalog }: { readonly catalog: AnalyticsCatalog }) {
  const { search, range, before, app, show } = useAnalytics()
  const names = metrics.map((metric) => texts.metrics[metric])
  const where = { streamId: app }
  const property = catalog.userProperties.find((one) => one === search.property) ?? catalog.userProperties[0]
  return (
    <div className="grid gap-3 desk:grid-cols-2">
      {dimensions.map((dimension) => (
        <BreakdownCard
          key={dimension}
          title={texts.breakdowns[dimension]}
          {...(dimension === 'country' && { description: texts.countryGuess })}
          keyTitle={texts.breakdowns[dimension]}
          question={{ dimensions: [dimension], metrics, range, before, where }}
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
          question={{ dimensions: [`customUser:${property}`], metrics, range, before, where }}
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
