import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { stepsMax } from '../analytics-search.ts'
import { conditionOf, eventOf, type FunnelStepAsked } from '../funnel-step.ts'
import type { AnalyticsCatalog } from '../queries/get-catalog.ts'
import { StepConditionButton } from './step-condition.tsx'

export interface FunnelStepsProps {
  /** Those that there are. */
  readonly events: AnalyticsCatalog['events']
  readonly steps: readonly FunnelStepAsked[]
  readonly onChange: (steps: readonly FunnelStepAsked[]) => void
}

const offeredMax = 24

/** The steps of a funnel in their order, and the events that can be the next one. */
export function FunnelSteps({ events, steps, onChange }: FunnelStepsProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const fitting = events.map(({ name }) => name).filter((name) => name.toLowerCase().includes(wanted))
  const move = (from: number, to: number) =>
    onChange(steps.toSpliced(from, 1).toSpliced(to, 0, ...steps.slice(from, from + 1)))
  return (
    <div className="grid gap-4">
      {steps.length > 0 && (
        <ol className="grid gap-1.5">
          {steps.map((step, at) => {
            const name = eventOf(step)
            return (
              // oxlint-disable-next-line react/no-array-index-key -- an event may be several steps
              <li
                key={`${at} ${name}`}
                className="flex flex-wrap items-center justify-end gap-1 rounded border border-line px-3 text-table"
              >
                <span className="min-w-0 flex-1 truncate font-mono text-code max-tablet:basis-full max-tablet:pt-1.5">
                  {texts.step(at + 1, name)}
                </span>
                <StepConditionOf
                  step={step}
                  events={events}
                  onChange={(changed) => onChange(steps.with(at, changed))}
                />
                <IconButton label={texts.stepUp(name)} isDisabled={at === 0} onPress={() => move(at, at - 1)}>
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={texts.stepDown(name)}
                  isDisabled={at === steps.length - 1}
                  onPress={() => move(at, at + 1)}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton label={texts.removeStep(name)} onPress={() => onChange(steps.toSpliced(at, 1))}>
                  <X />
                </IconButton>
              </li>
            )
          })}
        </ol>
      )}
      {steps.length === 1 && <p className="text-table text-ink-2">{texts.funnelNext}</p>}
      {steps.length < stepsMax && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-table font-medium">{texts.addStepTitle}</legend>
          {events.length > offeredMax && (
            <TextField
              label={texts.findEvent}
              name="event"
              type="search"
              value={typed}
              onChange={setTyped}
              isMonospaced
            />
          )}
          <div className="flex flex-wrap gap-2">
            {fitting.slice(0, offeredMax).map((name) => (
              <Button
                key={name}
                size="small"
                icon={<Plus />}
                aria-label={texts.addStep(name)}
                onPress={() => onChange([...steps, name])}
              >
                <span className="font-mono text-code">{name}</span>
              </Button>
            ))}
          </div>
          {fitting.length > offeredMax && (
            <p className="text-small text-ink-2">{texts.moreEvents(fitting.length - offeredMax)}</p>
          )}
        </fieldset>
      )}
      {steps.length > 0 && (
        <div>
          <Button size="small" variant="quiet" onPress={() => onChange([])}>
            {texts.clearSteps}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Nothing for an event without parameters that has no condition either. */
function StepConditionOf({
  step,
  events,
  onChange,
}: {
  readonly step: FunnelStepAsked
  readonly events: AnalyticsCatalog['events']
  readonly onChange: (step: FunnelStepAsked) => void
}) {
  const event = eventOf(step)
  const condition = conditionOf(step)
  const parameters = events.find(({ name }) => name === event)?.parameters.map(({ name }) => name) ?? []
  if (parameters.length === 0 && condition === undefined) return null
  return (
    <StepConditionButton
      event={event}
      parameters={parameters}
      condition={condition}
      onChange={(where) => onChange(where === undefined ? event : { event, where })}
    />
  )
}
