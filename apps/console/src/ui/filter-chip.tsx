import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { IconButton } from './icon-button.tsx'
import { PopoverButton } from './popover-button.tsx'

export interface FilterChipProps {
  /** What a screen reader says before the words of the chip. */
  readonly editPrefix: string
  readonly editLabel: string
  readonly removeLabel: string
  readonly onRemove: () => void
  /** What edits it. */
  readonly form: (close: () => void) => ReactNode
  readonly children: ReactNode
}

/** A condition that counts, in a few words: pressing it opens what edits it. */
export function FilterChip({ editPrefix, editLabel, removeLabel, onRemove, form, children }: FilterChipProps) {
  return (
    <span className="flex min-w-0 items-center rounded border border-line-control bg-ground-1 text-ink-1">
      <PopoverButton
        label={editLabel}
        trigger={(props) => (
          <AriaButton
            {...props}
            className="flex h-7 min-w-0 items-center gap-1.5 rounded px-2 hover:bg-ground-2 touch:h-10"
          >
            <span className="sr-only">{editPrefix}</span>
            {children}
          </AriaButton>
        )}
      >
        {form}
      </PopoverButton>
      <IconButton size="small" label={removeLabel} onPress={onRemove}>
        <X />
      </IconButton>
    </span>
  )
}
