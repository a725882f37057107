import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { formatNumber } from '../../../texts/format.ts'
import { conditionOf, type FunnelStepAsked } from '../funnel-step.ts'
import { formatDuration, formatShare } from '../../../shared/reports/format-metric.ts'
import type { Funnel, FunnelStep } from '../queries/run-funnel.ts'
import { Change } from './change.tsx'

/** Each step with how many reached it, beside how many began. */
export function FunnelBars({
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
          <div aria-hidden="true" className="h-5 overflow-hidden rounded-small bg-ground-3">
            <div className="h-full rounded-small bg-ember" style={{ width: `${step.ofFirst * 100}%` }} />
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
