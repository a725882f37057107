import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { PopoverButton } from './popover-button.tsx'

/** Help that is there when it is asked for: "?" beside what it explains. */
export function HelpButton({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <PopoverButton
      label={label}
      trigger={(props) => (
        <IconButton {...props} label={label} size="small">
          <CircleHelp />
        </IconButton>
      )}
    >
      {() => <div className="grid gap-2 text-table text-pretty text-ink-2">{children}</div>}
    </PopoverButton>
  )
}
