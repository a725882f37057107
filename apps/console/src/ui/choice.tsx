import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

export interface ChoiceOption<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly icon?: ReactNode
}

export interface ChoiceProps<Id extends string> {
  readonly label: string
  readonly options: readonly ChoiceOption<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** Its label is for screen readers alone. */
  readonly hasHiddenLabel?: boolean
}

/** Two to four choices side by side, of which one holds. */
export function Choice<Id extends string>({
  label,
  options,
  value,
  onChange,
  hasHiddenLabel = false,
}: ChoiceProps<Id>) {
  return (
    <RadioGroup
      value={value}
      onChange={(chosen) => {
        const option = options.find(({ id }) => id === chosen)
        if (option !== undefined) onChange(option.id)
      }}
      orientation="horizontal"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
    >
      <Label className={hasHiddenLabel ? 'sr-only' : 'text-table font-medium'}>{label}</Label>
      <div className="inline-flex rounded border border-line-control bg-ground-2 p-0.5">
        {options.map((option) => (
          <Radio
            key={option.id}
            value={option.id}
            className="relative flex h-7 cursor-default items-center gap-1.5 rounded-small px-3 text-table text-ink-2 hover:text-ink-1 data-selected:bg-ground-1 data-selected:font-medium data-selected:text-ink-1 data-selected:shadow-[0_0_0_1px_var(--line-strong)] touch:h-10 [&_svg]:size-3.5"
          >
            {option.icon}
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
