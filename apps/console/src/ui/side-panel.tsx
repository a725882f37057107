import { ArrowLeft, ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { uiTexts } from '../texts/en/ui.ts'
import { IconButton } from './icon-button.tsx'
import { useListKeys } from './use-list-keys.ts'

export interface SidePanelProps {
  /** What is open, for screen readers. */
  readonly label: string
  /** Where it stands among its neighbours: `1 of 281`. */
  readonly position?: ReactNode
  /** Undefined at the end of the list. */
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
  /** What stays in sight below what scrolls. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/**
 * One of a list, beside it: the list and its place stay. `j` and `k` go on to the next, Escape closes. Where there is no room for both it takes the whole
 * page, with a way back. It stands at the end of a `SplitPage`.
 */
export function SidePanel({ label, position, onPrevious, onNext, onClose, foot, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useListKeys({ j: onNext, k: onPrevious, Escape: onClose })
  useEffect(() => {
    // Where it takes the place of the list, the focus comes along.
    if (document.activeElement === document.body || document.activeElement?.checkVisibility() === false) {
      panel.current?.focus()
    }
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      className="flex min-h-0 w-full shrink-0 animate-appear flex-col border-line bg-ground-1 outline-none panel:w-100 panel:border-l wide:w-106"
    >
      {/* Where it is the whole page it has the page's heading. */}
      <h1 className="sr-only panel:hidden">{label}</h1>
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line pr-3 pl-2 panel:border-b-0 panel:pl-4.5">
        <span className="panel:hidden">
          <IconButton label={uiTexts.back} onPress={onClose}>
            <ArrowLeft />
          </IconButton>
        </span>
        <span className="flex min-w-0 flex-1 items-center gap-2 text-table text-ink-2 tabular-nums">
          <span className="truncate">{position}</span>
          <kbd className="rounded-small border border-line-strong px-1 font-mono text-small text-ink-3 touch:hidden">
            J
          </kbd>
          <kbd className="-ml-1 rounded-small border border-line-strong px-1 font-mono text-small text-ink-3 touch:hidden">
            K
          </kbd>
        </span>
        <IconButton label={uiTexts.previous} isDisabled={onPrevious === undefined} onPress={() => onPrevious?.()}>
          <ChevronUp />
        </IconButton>
        <IconButton label={uiTexts.next} isDisabled={onNext === undefined} onPress={() => onNext?.()}>
          <ChevronDown />
        </IconButton>
        <span className="hidden panel:contents">
          <IconButton label={uiTexts.close} onPress={onClose}>
            <X />
          </IconButton>
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      {foot !== undefined && (
        <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-4.5 py-3">{foot}</footer>
      )}
    </aside>
  )
}
