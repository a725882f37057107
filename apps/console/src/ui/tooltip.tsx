import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

/** A short text beside what it explains, on hover and on keyboard focus. The child must be focusable. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip
        offset={6}
        className="max-w-80 rounded-small border border-line bg-ground-1 px-2 py-1 text-small text-ink-1 shadow-float break-words"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
