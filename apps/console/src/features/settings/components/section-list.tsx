import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { classNames } from '../../../ui/class-names.ts'
import { sectionGroups, type SettingsSection } from '../settings-section.ts'

export interface Section {
  readonly id: SettingsSection
  readonly label: string
  readonly content: ReactNode
}

/**
 * The sections at the left in their groups, and the selected one beside them; on narrow screens they stand in a row that scrolls. Tabs after the
 * ARIA Authoring Practices, by the arrows of either way.
 */
export function SectionList({
  sections,
  selected,
  onSelect,
}: {
  readonly sections: readonly Section[]
  readonly selected: SettingsSection
  readonly onSelect: (id: SettingsSection) => void
}) {
  const id = useId()
  const shown = sections.find((section) => section.id === selected)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  const groups = sectionGroups
    .map((group) => ({
      title: settingsTexts.groups[group.id],
      sections: sections.filter((section) => group.sections.includes(section.id)),
    }))
    .filter((group) => group.sections.length > 0)
  // As they stand on the screen.
  const inOrder = groups.flatMap((group) => group.sections)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = inOrder.findIndex((section) => section.id === selected)
    const next = inOrder[placeAfter(event.key, at, inOrder.length)]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-section="${next.id}"]`)?.focus()
  }
  return (
    <div className="grid gap-x-8 gap-y-3 px-4 pb-8 tablet:px-6 desk:grid-cols-[11rem_minmax(0,60rem)]">
      <div
        role="tablist"
        aria-label={settingsTexts.title}
        aria-orientation="vertical"
        onKeyDown={onKeyDown}
        className="flex min-w-0 gap-1 fade-edges overflow-x-auto border-b border-line pb-2 desk:sticky desk:top-0 desk:flex-col desk:gap-0.5 desk:self-start desk:overflow-visible desk:border-b-0 desk:[mask-image:none]"
      >
        {groups.map((group) => (
          <div key={group.title} role="presentation" className="flex shrink-0 gap-1 desk:flex-col desk:gap-0.5">
            <span aria-hidden="true" className="hidden px-2.5 pt-3 pb-1 text-small text-ink-3 desk:block">
              {group.title}
            </span>
            {group.sections.map((section) => {
              const isShown = section === shown
              return (
                <button
                  key={section.id}
                  ref={isShown ? current : null}
                  type="button"
                  role="tab"
                  id={`${id}-${section.id}`}
                  data-section={section.id}
                  aria-selected={isShown}
                  {...(isShown && { 'aria-controls': `${id}-panel` })}
                  tabIndex={isShown ? 0 : -1}
                  onClick={() => onSelect(section.id)}
                  className={classNames(
                    'h-8 shrink-0 rounded px-2.5 text-left whitespace-nowrap outline-offset-[-2px] hover:bg-ground-3 hover:text-ink-1 touch:h-10',
                    isShown ? 'bg-ground-3 font-medium text-ink-1' : 'text-ink-2',
                  )}
                >
                  {section.label}
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <div
        key={shown?.id}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown?.id}`}
        className="grid min-w-0 content-start gap-3"
      >
        {shown?.content}
      </div>
    </div>
  )
}

/** -1 for a key that leads nowhere. */
function placeAfter(key: string, at: number, length: number): number {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (at + 1) % length
    case 'ArrowUp':
    case 'ArrowLeft':
      return (at - 1 + length) % length
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return -1
  }
}
