import { postFunnel } from '@hearth/api'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Select } from '../../../ui/select.tsx'
import { windows } from '../analytics-search.ts'
import {
  useFunnel,
  type AnalyticsCatalog,
  funnelBody,
  type FunnelQuestion,
  type Funnel,
  type FunnelStep,
} from '../queries/analytics-queries.ts'
import { useAnalytics } from '../use-analytics.ts'
import { ServerCsvButton } from './csv-button.tsx'
import { FunnelSteps } from './funnel-steps.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { conditionOf, type FunnelStepAsked } from '../funnel-step.ts'
import { formatDuration, formatShare } from '../../../shared/reports/format-metric.ts'
import { Change } from './report-parts.tsx'

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

/** Each step with how many reached it, beside how many began. */
function FunnelBars({
  funnel,
  before,
  asked,
}: {
  readonly funnel: Funnel
  readonly before: Funnel | undefined
  /** The steps that the funnel has. */
  readonly asked: readonly FunnelStepAsked[]
}) {
  const last = funnel.steps.length - 1
  return (
    <ol aria-label={texts.funnel} className="grid gap-4">
      {funnel.steps.map((step, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an event may be several steps
        <li key={`${at} ${step.eventName}`} className="grid gap-1.5 text-table">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-mono text-code">{texts.step(at + 1, step.eventName)}</span>
            {sayCondition(asked[at])}
            <span className="ml-auto font-medium tabular-nums">{texts.stepUsers(formatNumber(step.users))}</span>
            {before !== undefined && <Change now={step.users} before={before.steps[at]?.users ?? 0} />}
          </div>
          <div aria-hidden="true" className="h-3.5 overflow-hidden rounded-small bg-heat-0">
            <div className="h-full rounded-small bg-chart-fade" style={{ width: `${step.ofFirst * 100}%` }} />
          </div>
          <p className="text-ink-2">{sayStep(step, at, at === last)}</p>
        </li>
      ))}
    </ol>
  )
}

function sayCondition(step: FunnelStepAsked | undefined) {
  const condition = step === undefined ? undefined : conditionOf(step)
  return condition !== undefined && <span className="min-w-0 truncate text-ink-2">{texts.condition(condition)}</span>
}

function sayStep(
  { ofFirst, ofPrevious, lost, medianSecondsFromPrevious }: FunnelStep,
  at: number,
  isLast: boolean,
): string {
  return [
    at === 0 ? '' : texts.ofPrevious(formatShare(ofPrevious)),
    at < 2 ? '' : texts.ofFirst(formatShare(ofFirst)),
    medianSecondsFromPrevious === null ? '' : texts.median(formatDuration(medianSecondsFromPrevious)),
    isLast || lost === 0 ? '' : texts.lost(formatNumber(lost)),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
