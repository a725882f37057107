import { postFunnel } from '@hearth/api'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Select } from '../../../ui/select.tsx'
import { windows } from '../analytics-search.ts'
import { useFunnel } from '../queries/analytics-queries.ts'
import type { AnalyticsCatalog } from '../queries/get-catalog.ts'
import { funnelBody, type FunnelQuestion } from '../queries/run-funnel.ts'
import { useAnalytics } from '../use-analytics.ts'
import { ServerCsvButton } from './csv-button.tsx'
import { FunnelBars } from './funnel-bars.tsx'
import { FunnelSteps } from './funnel-steps.tsx'

/** How many go from one event to the next. The steps are put together by choosing events. */
export function FunnelView({ catalog }: { readonly catalog: AnalyticsCatalog }) {
  const { search, range, before, app, show } = useAnalytics()
  const { steps = [], window = 86_400 } = search
  return (
    <>
      <Card
        title={texts.funnelSteps}
        description={texts.funnelHelp}
        aside={
          <Select
            label={texts.window}
            size="small"
            value={String(window)}
            options={windows.map((seconds) => ({ id: String(seconds), label: texts.windows[seconds] }))}
            onChange={(id) => show({ window: windows.find((seconds) => String(seconds) === id) })}
          />
        }
      >
        <FunnelSteps
          events={catalog.events}
          steps={steps}
          onChange={(next) => show({ steps: next.length === 0 ? undefined : next })}
        />
      </Card>
      {steps.length >= 2 && <FunnelCard question={{ steps, range, windowSeconds: window, app }} before={before} />}
    </>
  )
}

function FunnelCard({
  question,
  before,
}: {
  readonly question: FunnelQuestion
  readonly before: FunnelQuestion['range'] | undefined
}) {
  const project = useProject()
  const query = useFunnel({ ...question, before })
  return (
    <Card
      title={texts.funnel}
      aside={
        <ServerCsvButton
          title={texts.funnel}
          endpoint={postFunnel}
          input={{ project: project.id, body: funnelBody(question) }}
          header={texts.funnelColumns}
        />
      }
    >
      <QueryContent query={query} failed={texts.failedFunnel} rows={3}>
        {({ now, before: past }) =>
          now.users === 0 ? (
            <EmptyState title={texts.noneEntered}>{texts.noneHelp}</EmptyState>
          ) : (
            <FunnelBars funnel={now} before={past} asked={question.steps} />
          )
        }
      </QueryContent>
    </Card>
  )
}
