import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface TabDefinition {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabDefinition[]
  /** The first one without. */
  readonly selected?: string
  readonly onSelect?: (id: string) => void
  /** They begin where the page's title does. */
  readonly isOfPage?: boolean
}

/**
 * Several views of one thing, after the ARIA Authoring Practices' tabs with automatic activation. The component library's looks through
 * the whole panel for what Tab comes to at each change inside of it, which is felt at each key in a document of many fields.
 */
export function Tabs({ label, tabs, selected, onSelect, isOfPage = false }: TabsProps) {
  const id = useId()
  const [chosen, setChosen] = useState(selected)
  const panel = useRef<HTMLDivElement>(null)
  // Whoever comes to the tabs goes on into the panel: to what is in it, or to the panel itself where that is text alone.
  const [isBare, setBare] = useState(false)
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === (selected ?? chosen)),
  )
  const shown = tabs[at]

  const select = (tab: TabDefinition): void => {
    setChosen(tab.id)
    if (tab !== shown) onSelect?.(tab.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = tabs[placeAfter(event, at, tabs.length)]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    select(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="tablist"
        aria-label={label}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        onFocus={() => setBare(panel.current?.querySelector(tabbable) === null)}
        className={classNames(
          'flex h-9 shrink-0 gap-4 fade-edges overflow-x-auto border-b border-line px-4 touch:h-11',
          isOfPage && 'tablet:px-6',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            ref={tab === shown ? showTab : null}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            aria-selected={tab === shown}
            {...(tab === shown && { 'aria-controls': `${id}panel` })}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => select(tab)}
            className="relative flex shrink-0 cursor-default items-center text-table whitespace-nowrap text-ink-2 outline-offset-[-2px] hover:text-ink-1 aria-selected:font-medium aria-selected:text-ink-1 aria-selected:shadow-[inset_0_-2px_var(--ink-1)]"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <div
          key={shown.id}
          ref={panel}
          id={`${id}panel`}
          role="tabpanel"
          aria-labelledby={`${id}${shown.id}`}
          {...(isBare && { tabIndex: 0 })}
          className="min-h-0 flex-1 outline-offset-[-2px]"
        >
          {shown.content}
        </div>
      )}
    </div>
  )
}

const tabbable =
  ':is(a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]):not(:disabled, [tabindex="-1"])'

/** Where a key leads among tabs, round from the last to the first; -1 for another key. */
export function placeAfter({ key, currentTarget }: KeyboardEvent<HTMLElement>, at: number, count: number): number {
  const forwards = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return -1
  return (at + (key === forwards ? 1 : -1) + count) % count
}

/** So much of the tab beside the chosen one is in sight, which says that there are more. */
const neighbourPx = 40

/** Brings a tab into sight: a narrow window has room for the first few. The page stays where it is, unlike with `scrollIntoView`. */
export function showTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (tab === null || list === null || list === undefined) return
  const [place, room] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  if (place.left - neighbourPx < room.left) list.scrollLeft -= room.left - place.left + neighbourPx
  else if (place.right + neighbourPx > room.right) list.scrollLeft += place.right - room.right + neighbourPx
}
