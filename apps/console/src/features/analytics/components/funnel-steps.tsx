import { ArrowDown, ArrowUp, Plus, X, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { stepsMax } from '../analytics-search.ts'
import {
  conditionOf,
  eventOf,
  type FunnelStepAsked,
  comparisons,
  isComplete,
  isNumeric,
  type StepCondition,
} from '../funnel-step.ts'
import type { AnalyticsCatalog } from '../queries/analytics-queries.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Select } from '../../../ui/select.tsx'

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

interface StepConditionButtonProps {
  readonly event: string
  /** Names of the event's parameters, one at least. */
  readonly parameters: readonly string[]
  readonly condition: StepCondition | undefined
  readonly onChange: (condition: StepCondition | undefined) => void
}

/** What a step asks of its event's parameters, and the form that changes it. */
function StepConditionButton({ event, parameters, condition, onChange }: StepConditionButtonProps) {
  const said = condition === undefined ? texts.anyEvent : texts.condition(condition)
  return (
    <PopoverButton
      label={texts.conditionOf(event)}
      trigger={(props) => (
        <Button
          {...props}
          size="small"
          variant="quiet"
          icon={<ListFilter />}
          aria-label={texts.changeCondition(event, said)}
        >
          <span className="max-w-40 truncate">{said}</span>
        </Button>
      )}
    >
      {(close) => (
        <ConditionForm
          parameters={parameters}
          condition={condition}
          onChange={(next) => {
            close()
            onChange(next)
          }}
        />
      )}
    </PopoverButton>
  )
}

function ConditionForm({ parameters, condition, onChange }: Omit<StepConditionButtonProps, 'event'>) {
  const [parameter, setParameter] = useState(condition?.parameter ?? parameters[0] ?? '')
  const [comparison, setComparison] = useState(condition?.comparison ?? 'is')
  const [value, setValue] = useState(condition?.value ?? '')
  const [isAsked, setAsked] = useState(false)
  const next = { parameter, comparison, value }
  const offered = [...new Set([...parameters, parameter])]
  return (
    <form
      className="grid gap-3"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (isComplete(next)) onChange(next)
        else setAsked(true)
      }}
    >
      <Select
        label={texts.parameter}
        value={parameter}
        options={offered.map((id) => ({ id, label: id }))}
        onChange={setParameter}
      />
      <Select
        label={texts.stepComparison}
        value={comparison}
        options={comparisons.map((id) => ({ id, label: texts.stepComparisons[id] }))}
        onChange={setComparison}
      />
      <TextField
        label={texts.value}
        name="value"
        value={value}
        onChange={setValue}
        isMonospaced
        error={isAsked && !isComplete(next) ? texts.needsNumber : undefined}
        description={isNumeric(comparison) ? undefined : texts.stepValueHelp}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {condition !== undefined && (
          <Button size="small" variant="quiet" onPress={() => onChange(undefined)}>
            {texts.removeCondition}
          </Button>
        )}
        <Button size="small" variant="primary" type="submit">
          {texts.applyCondition}
        </Button>
      </div>
    </form>
  )
}
