import type { ReactNode } from 'react'
import {
  Tab as AriaTab,
  TabList as AriaTabList,
  TabPanel as AriaTabPanel,
  Tabs as AriaTabs,
} from 'react-aria-components/Tabs'

export interface TabDefinition {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabDefinition[]
  readonly selected?: string
  readonly onSelect?: (id: string) => void
}

/** Several views of one thing. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      {...(selected !== undefined && { selectedKey: selected })}
      {...(onSelect !== undefined && { onSelectionChange: (key) => onSelect(String(key)) })}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <AriaTabList
        aria-label={label}
        className="flex h-9 shrink-0 gap-4 overflow-x-auto border-b border-line px-4 touch:h-11"
      >
        {tabs.map((tab) => (
          <AriaTab
            key={tab.id}
            id={tab.id}
            ref={tab.id === selected ? showTab : null}
            className="relative flex cursor-default items-center text-table whitespace-nowrap text-ink-2 outline-offset-[-2px] hover:text-ink-1 data-selected:font-medium data-selected:text-ink-1 data-selected:shadow-[inset_0_-2px_var(--ember)]"
          >
            {tab.label}
          </AriaTab>
        ))}
      </AriaTabList>
      {tabs.map((tab) => (
        <AriaTabPanel key={tab.id} id={tab.id} className="min-h-0 flex-1 outline-offset-[-2px]">
          {tab.content}
        </AriaTabPanel>
      ))}
    </AriaTabs>
  )
}

/** A narrow window has room for the first few. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
