import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import type { ColumnChange } from '../components/document-grid-props.ts'
import { useDataSearch } from '../use-data-search.ts'
import { withMoved } from './usual-columns.ts'
import { keepLayout, readLayout, type TableLayout } from './table-layouts.ts'

export interface UsedLayout {
  /** Whether documents are shown as a table. */
  readonly isTable: boolean
  readonly toggleView: () => void
  /** Whether the address names the columns. */
  readonly isInAddress: boolean
  readonly layout: TableLayout
  readonly setLayout: (parts: TableLayout) => void
  /** Changes a column of those that are shown. Answers the columns that are shown then, where they are others or in another order. */
  readonly changeColumn: (shown: readonly string[], field: string, asked: ColumnChange) => readonly string[] | undefined
}

/**
 * How a collection is looked at: as the address says, or else as this person did last. Nobody's first look is a table.
 *
 * @param collection the path of the one that is open
 */
export function useTableLayout(collection: string | undefined): UsedLayout {
  const { project, id } = useDatabase()
  const { search, change } = useDataSearch()
  const key = `${id} ${collection ?? ''}`
  const [known, setKnown] = useState(() => ({ key, layout: readLayout(project.id, key) }))
  const now = known.key === key ? known : { key, layout: readLayout(project.id, key) }
  if (now !== known) setKnown(now)
  const isTable =
    (search.view === 'deleted' || search.view === 'schema' ? undefined : (search.view ?? now.layout.view)) !== 'list'
  const setLayout = (parts: TableLayout): void => {
    const layout = { ...now.layout, ...parts }
    keepLayout(project.id, key, layout)
    setKnown({ key, layout })
  }
  return {
    isTable,
    isInAddress: search.columns !== undefined,
    toggleView: () => {
      setLayout({ view: isTable ? 'list' : 'table' })
      change({ view: isTable ? 'list' : undefined })
    },
    layout: now.layout,
    setLayout,
    changeColumn: (shown, field, asked) => {
      const { hidden = [], pinned = [], widths = {} } = now.layout
      switch (asked.kind) {
        case 'width': {
          const { [field]: _before, ...others } = widths
          setLayout({ widths: asked.width === undefined ? others : { ...others, [field]: asked.width } })
          return undefined
        }
        case 'move': {
          const order = withMoved(shown, field, asked.to)
          setLayout({ order })
          return order
        }
        case 'hide': {
          const order = shown.filter((one) => one !== field)
          setLayout({ order, hidden: [...hidden, field] })
          return order
        }
        case 'pin': {
          const others = pinned.filter((one) => one !== field)
          setLayout({ order: shown, pinned: asked.isPinned ? [...others, field] : others })
          return undefined
        }
      }
    },
  }
}
