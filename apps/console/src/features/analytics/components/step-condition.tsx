import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { comparisons, isComplete, isNumeric, type StepCondition } from '../funnel-step.ts'

export interface StepConditionButtonProps {
  readonly event: string
  /** Names of the event's parameters, one at least. */
  readonly parameters: readonly string[]
  readonly condition: StepCondition | undefined
  readonly onChange: (condition: StepCondition | undefined) => void
}

/** What a step asks of its event's parameters, and the form that changes it. */
export function StepConditionButton({ event, parameters, condition, onChange }: StepConditionButtonProps) {
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
