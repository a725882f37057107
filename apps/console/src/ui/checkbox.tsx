import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'

export interface CheckboxProps {
  readonly children?: ReactNode
  /** Its name when there is no text beside it. */
  readonly label?: string
  readonly isSelected: boolean
  readonly isIndeterminate?: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isDisabled?: boolean
  /** Where a key of the row does the same. */
  readonly excludeFromTabOrder?: boolean
}

export function Checkbox({ children, label, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      {...(label !== undefined && { 'aria-label': label })}
      // The ring is around its box alone.
      className="group relative inline-flex outline-none min-h-6 cursor-default items-center gap-2 text-table data-disabled:opacity-55"
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="grid size-4 shrink-0 place-items-center rounded-small border border-line-control bg-ground-1 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-ember group-data-selected:border-ember group-data-selected:bg-ember group-data-indeterminate:border-ember group-data-indeterminate:bg-ember">
            {isIndeterminate ? (
              <Minus className="size-3 text-on-ember" aria-hidden="true" />
            ) : (
              isSelected && <Check className="size-3 text-on-ember" aria-hidden="true" />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}
