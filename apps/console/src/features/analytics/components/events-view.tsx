import { ArrowLeft } from 'lucide-react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { AnalyticsCatalog } from '../queries/analytics-queries.ts'
import { useAnalytics } from '../use-analytics.ts'
import { useLogOfDays } from '../use-log-of-days.ts'
import { BreakdownCard } from './breakdown-card.tsx'
import { OverTimeCard } from './over-time-card.tsx'

/** What happened, by the name of the event; one that is open by day and with its parameters. */
export function EventsView({ catalog }: { readonly catalog: AnalyticsCatalog }) {
  const { search, range, before, app, show } = useAnalytics()
  const { event } = search
  if (event !== undefined) return <OneEvent key={event} name={event} catalog={catalog} />
  const metrics = ['eventCount', 'activeUsers', 'eventCountPerUser'] as const
  return (
    <BreakdownCard
      title={texts.events}
      keyTitle={texts.event}
      question={{ dimensions: ['eventName'], metrics, range, before, where: { streamId: app } }}
      names={metrics.map((metric) => texts.metrics[metric])}
      renderKey={(name) => (
        <button
          type="button"
          aria-label={texts.showEvent(name)}
          onClick={() => show({ event: name, param: undefined })}
          className="inline-flex min-h-6 max-w-full items-center rounded-small font-mono text-code underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
        >
          <bdi className="truncate">{name}</bdi>
        </button>
      )}
    />
  )
}

function OneEvent({ name, catalog }: { readonly name: string; readonly catalog: AnalyticsCatalog }) {
  const { search, range, before, beforeOfCharts, app, show } = useAnalytics()
  const openLog = useLogOfDays(name)
  const parameters = catalog.events.find((one) => one.name === name)?.parameters ?? []
  const parameter = parameters.find((one) => one.name === search.param)
  const where = { eventName: name, streamId: app }
  return (
    <>
      <div>
        <Button
          variant="quiet"
          size="small"
          icon={<ArrowLeft />}
          onPress={() => show({ event: undefined, param: undefined })}
        >
          {texts.allEvents}
        </Button>
      </div>
      <OverTimeCard
        title={texts.eventOverTime(name)}
        question={{ metrics: ['eventCount'], range, before: beforeOfCharts, where }}
        names={[texts.metrics.eventCount]}
        hasGrain
        onOpen={openLog}
        height={240}
      />
      <Card title={texts.parameters(name)}>
        {parameters.length === 0 ? (
          <p className="text-table text-ink-2">{texts.noParameters}</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {parameters.map((one) => (
              <li key={one.name}>
                <Button
                  size="small"
                  variant={one === parameter ? 'primary' : 'default'}
                  aria-pressed={one === parameter}
                  onPress={() => show({ param: one === parameter ? undefined : one.name })}
                >
                  <span className="font-mono text-code">{one.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {parameter !== undefined && (
        <BreakdownCard
          key={parameter.name}
          title={texts.valuesOf(parameter.name)}
          keyTitle={texts.value}
          question={{
            dimensions: [`customEvent:${parameter.name}`],
            metrics: [
              'eventCount',
              'activeUsers',
              ...(parameter.type === 'number' ? [`customEvent:${parameter.name}`] : []),
            ],
            range,
            before,
            where,
          }}
          names={[texts.metrics.eventCount, texts.metrics.activeUsers, texts.sum]}
        />
      )}
    </>
  )
}
