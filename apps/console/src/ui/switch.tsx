import { Switch as AriaSwitch } from 'react-aria-components/Switch'

export interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly isDisabled?: boolean
  readonly autoFocus?: boolean
}

/** On or off, at once. */
export function Switch({ label, isOn, onChange, isDisabled, autoFocus }: SwitchProps) {
  return (
    <AriaSwitch
      isSelected={isOn}
      onChange={onChange}
      {...(isDisabled !== undefined && { isDisabled })}
      {...(autoFocus !== undefined && { autoFocus })}
      // The ring is around its track alone.
      className="group relative inline-flex outline-none cursor-default items-center gap-2.5 text-table data-disabled:opacity-55"
    >
      <span className="flex h-5 w-9 shrink-0 items-center rounded-full border border-line-control bg-ground-3 p-0.5 group-data-selected:border-moss group-data-selected:bg-moss group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-sky">
        <span className="size-3.5 rounded-full bg-ink-2 transition-transform duration-100 group-data-selected:translate-x-4 group-data-selected:bg-on-ember" />
      </span>
      {label}
    </AriaSwitch>
  )
}
