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
 * A `Checkbox` for rows that are many: a plain button in the same look, without what the component library and a controlled input do for each.
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
    <button
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={isSelected}
      onClick={onToggle}
      {...(excludeFromTabOrder && { tabIndex: -1 })}
      className={classNames(
        'grid size-4 place-items-center rounded-small border border-line-control bg-ground-1 touch:size-6',
        'aria-checked:border-ink-1 aria-checked:bg-ink-1 aria-checked:before:size-2.5 aria-checked:before:bg-ground-1',
        'aria-checked:before:[clip-path:polygon(14%_48%,0_62%,38%_96%,100%_20%,85%_7%,36%_68%)]',
      )}
    />
  )
}
