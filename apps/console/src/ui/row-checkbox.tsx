import type { MouseEvent } from 'react'
import { classNames } from './class-names.ts'

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
        'checked:border-ember checked:bg-ember before:size-2.5 before:bg-on-ember before:opacity-0 checked:before:opacity-100',
        'before:[clip-path:polygon(14%_48%,0_62%,38%_96%,100%_20%,85%_7%,36%_68%)]',
      )}
    />
  )
}

function nothing(): void {}
