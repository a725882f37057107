import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { placeAfter, showTab } from '../../ui/tabs.tsx'

export interface Figure<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly value: string
  /** How it changed. */
  readonly change?: ReactNode
}

export interface FigureTabsProps<Id extends string> {
  readonly label: string
  readonly figures: readonly Figure<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  /** What belongs to the figure that is chosen, such as its course. */
  readonly children: ReactNode
}

/** Figures side by side, of which one is chosen, after the ARIA Authoring Practices' tabs; a phone scrolls them sideways. */
export function FigureTabs<Id extends string>({ label, figures, selected, onSelect, children }: FigureTabsProps<Id>) {
  const id = useId()
  const at = figures.findIndex((figure) => figure.id === selected)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = figures[placeAfter(event, at, figures.length)]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onSelect(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[figures.indexOf(next)]?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        className="flex overflow-x-auto rounded-t-large border-b border-line"
      >
        {figures.map((figure) => (
          <button
            key={figure.id}
            ref={figure.id === selected ? showTab : null}
            type="button"
            role="tab"
            id={`${id}${figure.id}`}
            aria-selected={figure.id === selected}
            {...(figure.id === selected && { 'aria-controls': `${id}panel` })}
            tabIndex={figure.id === selected ? 0 : -1}
            onClick={() => onSelect(figure.id)}
            className="group flex min-w-36 flex-1 flex-col shrink-0 cursor-default border-r border-line bg-ground-0 px-4 pt-3 pb-2.5 text-left outline-offset-[-2px] last:border-r-0 hover:bg-hover aria-selected:bg-ground-1 aria-selected:shadow-[inset_0_-2px_var(--ink-1)]"
          >
            <span className="max-w-full truncate text-small font-medium text-ink-3 group-aria-selected:text-ink-1">
              {figure.name}
            </span>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-figure font-semibold text-ink-2 tabular-nums group-aria-selected:text-ink-1">
                {figure.value}
              </span>
              {figure.change}
            </span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </>
  )
}
