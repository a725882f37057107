import { Check, Minus } from 'lucide-react'
import type { ReactNode, MouseEvent } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import { classNames } from './class-names.ts'

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
          <span className="grid size-4 shrink-0 place-items-center rounded-small border border-line-control bg-ground-1 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-sky group-data-selected:border-ink-1 group-data-selected:bg-ink-1 group-data-indeterminate:border-ink-1 group-data-indeterminate:bg-ink-1">
            {isIndeterminate ? (
              <Minus className="size-3 text-ground-1" aria-hidden="true" />
            ) : (
              isSelected && <Check className="size-3 text-ground-1" aria-hidden="true" />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}

/**
 * A `Checkbox` for rows that are many: the browser's own control in the same look, without what the component library does for each.
 * A click tells whether Shift was held.
 */
export function RowCheckbox({
  label,
  isSelected,
  onToggle,
  excludeFromTabOrder = false,
}: {
  readonly label: string
  readonly isSelected: boolean
  readonly onToggle: (event: MouseEvent) => void
  /** Where a key of the row does the same. */
  readonly excludeFromTabOrder?: boolean
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      // The click says more; without this React takes the control for one that nobody can change.
      onChange={nothing}
      onClick={onToggle}
      {...(excludeFromTabOrder && { tabIndex: -1 })}
      className={classNames(
        'grid size-4 appearance-none place-items-center rounded-small border border-line-control bg-ground-1 touch:size-6',
        'checked:border-ink-1 checked:bg-ink-1 before:size-2.5 before:bg-ground-1 before:opacity-0 checked:before:opacity-100',
        'before:[clip-path:polygon(14%_48%,0_62%,38%_96%,100%_20%,85%_7%,36%_68%)]',
      )}
    />
  )
}

function nothing(): void {}
