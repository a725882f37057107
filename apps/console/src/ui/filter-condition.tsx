import { X } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

/** A condition of a bar of filters that counts, in a few words, with the way to do without it. */
export function FilterCondition({
  removeLabel,
  onRemove,
  children,
}: {
  readonly removeLabel: string
  readonly onRemove: () => void
  readonly children: string
}) {
  return (
    <span className="flex h-7 max-w-full min-w-0 items-center rounded border border-line-control bg-ground-1 pl-2 text-table touch:h-10">
      <span className="min-w-0 truncate">{children}</span>
      <IconButton size="small" label={removeLabel} onPress={onRemove}>
        <X />
      </IconButton>
    </span>
  )
}
